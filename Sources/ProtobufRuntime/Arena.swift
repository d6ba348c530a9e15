internal import CProtobuf
internal import Glibc

/// Memory for the C structs of one message, given back as a whole.
///
/// A handle that does not own: whoever has the `ArenaLease` does. Allocating moves a pointer.
/// Blocks follow each other in a list, each twice the size of the one before:
///
///     block: next block (8 bytes) · byte count (8 bytes) · memory …
///            ^start                                       ^       ^cursor     ^end
@usableFromInline
package struct Arena {
  @usableFromInline let state: UnsafeMutablePointer<State>

  @usableFromInline
  struct State {
    /// Where the next allocation goes.
    ///
    /// Invariant: cursor <= end, both multiples of 8.
    @usableFromInline var cursor: UnsafeMutableRawPointer
    /// The end of the block that `cursor` is in.
    @usableFromInline var end: UnsafeMutableRawPointer
    /// Bytes that were handed out; at most `byteLimit`.
    @usableFromInline var byteCount = 0
    @usableFromInline var byteLimit = Int.max
    /// True once an allocation was refused because of the limit.
    @usableFromInline var isExhausted = false
    /// The block that `cursor` is in.
    @usableFromInline var block: UnsafeMutableRawPointer
  }

  /// Bytes of the first block.
  static let firstBlockByteCount = 16 << 10
  /// The largest block that is kept from one message to the next.
  static let maximumKeptByteCount = 256 << 10
  static let headerByteCount = 16

  init(_ state: UnsafeMutablePointer<State>) { self.state = state }

  /// An arena with one block; `destroy` frees it.
  static func create() -> Arena {
    let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
    let block = makeBlock(byteCount: firstBlockByteCount, next: nil)
    state.initialize(
      to: State(cursor: block + headerByteCount, end: block + firstBlockByteCount, block: block)
    )
    return Arena(state)
  }

  func destroy() {
    freeBlocks(from: state.pointee.block)
    state.deallocate()
  }

  /// Bytes that were handed out since the last `reset`.
  package var byteCount: Int { state.pointee.byteCount }

  /// True where the limit was reached.
  package var isExhausted: Bool { state.pointee.isExhausted }

  /// Bytes that may be handed out in all.
  var byteLimit: Int { state.pointee.byteLimit }

  /// Makes allocations fail beyond `byteLimit` bytes in all.
  package func limit(to byteLimit: Int) { state.pointee.byteLimit = byteLimit }

  /// Memory, aligned to 8 bytes and not initialized; nil beyond the limit.
  @inlinable
  package func allocate(byteCount: Int) -> UnsafeMutableRawPointer? {
    guard byteCount <= Int.max - 7 else { return nil }
    let rounded = (byteCount + 7) & ~7
    guard rounded <= state.pointee.byteLimit - state.pointee.byteCount else {
      state.pointee.isExhausted = true
      return nil
    }
    if rounded > state.pointee.end - state.pointee.cursor { addBlock(for: rounded) }
    let memory = state.pointee.cursor
    state.pointee.cursor += rounded
    state.pointee.byteCount += rounded
    return memory
  }

  /// Memory for `count` values, not initialized.
  ///
  /// For encoding, where there is no limit.
  @inlinable
  package func allocate<Value>(
    _ type: Value.Type,
    count: Int = 1
  ) -> UnsafeMutablePointer<Value> {
    guard let memory = allocate(byteCount: MemoryLayout<Value>.stride * count) else {
      preconditionFailure("an arena for encoding has no limit")
    }
    return memory.bindMemory(to: Value.self, capacity: count)
  }

  /// Frees all that was handed out; the largest block of moderate size stays for the next message.
  func reset() {
    var block = state.pointee.block
    while Self.byteCount(of: block) > Self.maximumKeptByteCount, let next = Self.next(of: block) {
      free(block)
      block = next
    }
    if let next = Self.next(of: block) { freeBlocks(from: next) }
    block.storeBytes(of: nil, as: UnsafeMutableRawPointer?.self)
    state.initialize(
      to: State(
        cursor: block + Self.headerByteCount,
        end: block + Self.byteCount(of: block),
        block: block
      )
    )
  }

  /// Begins a block that has room for `byteCount` bytes; what is left of the last one is lost.
  @usableFromInline
  func addBlock(for byteCount: Int) {
    let last = state.pointee.block
    // No more than what may still be handed out, so that the limit bounds the memory.
    let allowed = state.pointee.byteLimit - state.pointee.byteCount
    let wanted = max(byteCount, min(2 * Self.byteCount(of: last), allowed))
    let size = (wanted + 7) & ~7 + Self.headerByteCount
    let block = Self.makeBlock(byteCount: size, next: last)
    state.pointee.block = block
    state.pointee.cursor = block + Self.headerByteCount
    state.pointee.end = block + size
  }

  private static func makeBlock(
    byteCount: Int,
    next: UnsafeMutableRawPointer?
  ) -> UnsafeMutableRawPointer {
    guard let block = malloc(byteCount) else { fatalError("out of memory") }
    block.storeBytes(of: next, as: UnsafeMutableRawPointer?.self)
    block.storeBytes(of: byteCount, toByteOffset: 8, as: Int.self)
    return block
  }

  private static func next(of block: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    block.load(as: UnsafeMutableRawPointer?.self)
  }

  private static func byteCount(of block: UnsafeMutableRawPointer) -> Int {
    block.load(fromByteOffset: 8, as: Int.self)
  }

  private func freeBlocks(from first: UnsafeMutableRawPointer) {
    var block: UnsafeMutableRawPointer? = first
    while let current = block {
      block = Self.next(of: current)
      free(current)
    }
  }
}

extension Arena {
  /// The arena as protobuf-c takes it; freeing does nothing.
  var allocator: ProtobufCAllocator {
    ProtobufCAllocator(
      alloc: { data, byteCount in
        guard let data else { return nil }
        return Arena(data.assumingMemoryBound(to: State.self)).allocate(byteCount: byteCount)
      },
      free: { _, _ in },
      allocator_data: state
    )
  }
}
