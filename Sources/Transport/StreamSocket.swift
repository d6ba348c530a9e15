package import Base
import CLinux
package import EventLoop
import RPC

/// A connected socket on a loop: reads into the loop's buffer, writes without waiting, and watches
/// for exactly what its owner can use.
///
/// It knows no protocol; servers and clients share it. Everything happens on the loop, or where
/// that was borrowed.
package final class StreamSocket: @unchecked Sendable {  // Guarded by the loop.
  /// What a read brought.
  package enum Incoming: Sendable {
    case bytes(Bytes)
    /// Nothing at the moment.
    case nothing
    /// The peer writes no more. Whether it still reads is told by `Epoll.Events.hungUp`.
    case end
    /// The connection is broken.
    case broken(SystemError)
    /// More files came than may, or than the process can take; all are closed.
    case tooManyFiles
  }

  /// Set by a write that found the socket full, until `.writable` comes.
  package private(set) var isFull = false
  /// Set when a write failed: the peer is gone.
  package private(set) var writeFailure: SystemError?
  /// System calls that wrote, for the statistics.
  package private(set) var writeCount = 0
  /// Bytes that the kernel took.
  package private(set) var writtenByteCount = 0

  private let loop: EventLoop
  /// Nil once closed.
  private var descriptor: FileDescriptor?
  /// What the loop watches for.
  private var watched = Epoll.Interest.read
  /// True where the loop tells when bytes come, not as long as there are some.
  private var tellsArrivals = false
  /// Set where something was told that is not known to have been read.
  private var mayHaveMore = false
  /// True once the peer was seen to end: what is left is not told again.
  private var peerHasEnded = false

  /// Takes over a connected socket that does not wait.
  package init(_ descriptor: consuming FileDescriptor, on loop: EventLoop) {
    self.descriptor = consume descriptor
    self.loop = loop
  }

  /// Starts to tell `handler` of events; first for reading only.
  ///
  /// With `tellsArrivals` bytes are told when they come, not again and again until they are read:
  /// the kernel looks at the socket half as often, a thirtieth of a short call. A read ends where
  /// it finds passed files, so it is for owners who take none.
  ///
  /// - Throws: where the kernel has no room to watch one more.
  package func open(
    _ handler: any EventHandler,
    tellsArrivals: Bool = false
  ) throws(SystemError) {
    guard let number else { return }
    self.tellsArrivals = tellsArrivals
    if tellsArrivals { watched = [.read, .arrivals] }
    try loop.watch(number, for: watched, handler)
  }

  /// Stops the events and closes the socket; does nothing when that is done.
  package func close() {
    guard let number else { return }
    loop.unwatch(number)
    descriptor = nil
  }

  /// True until `close`.
  package var isOpen: Bool { number != nil }

  private var number: Int32? {
    switch descriptor {
    case .some(let descriptor): descriptor.number
    case .none: nil
    }
  }
}

extension StreamSocket {
  /// Reads once.
  ///
  /// A result of `.bytes` that is short does not mean that there are no more.
  package func read() -> Incoming {
    guard let number else { return .nothing }
    var hasEnded = false
    do throws(SystemError) {
      let bytes = try loop.readBuffer.read { (room) throws(SystemError) in
        let count = try SystemCall.nonBlocking("recv") {
          linux_receive(number, room.baseAddress, room.count)
        }
        hasEnded = count == 0
        mayHaveMore = count == room.count || peerHasEnded
        return count == 0 ? nil : count
      }
      if let bytes { return .bytes(bytes) }
      return hasEnded ? .end : .nothing
    } catch { return .broken(error) }
  }

  /// Reads once, with the files that were passed: they go to `inbox`, at most `limit` at a time.
  package func read(
    passing limit: Int,
    to inbox: inout FileInbox
  ) -> (Incoming, fileCount: Int) {
    guard let number else { return (.nothing, 0) }
    return withUnsafeTemporaryAllocation(of: Int32.self, capacity: limit) { files in
      var fileCount: Int32 = 0
      var hasEnded = false
      do throws(SystemError) {
        let bytes = try loop.readBuffer.read { (room) throws(SystemError) in
          let count = try SystemCall.nonBlocking("recvmsg") {
            linux_receive_files(
              number,
              room.baseAddress,
              room.count,
              files.baseAddress,
              Int32(files.count),
              &fileCount
            )
          }
          hasEnded = count == 0
          return count == 0 ? nil : count
        }
        guard fileCount >= 0 else { return (.tooManyFiles, 0) }
        inbox.append(files.prefix(Int(fileCount)))
        if let bytes { return (.bytes(bytes), Int(fileCount)) }
        return (hasEnded ? .end : .nothing, Int(fileCount))
      } catch { return (.broken(error), 0) }
    }
  }

  /// How many of `writtenByteCount` the peer has read at least.
  ///
  /// The kernel tells what it holds in memory, which is more than the bytes that are unread.
  var readByteCount: Int {
    guard let number else { return writtenByteCount }
    let unread = linux_unread_byte_count(number)
    return unread < 0 ? 0 : writtenByteCount - Int(unread)
  }

  /// Writes pieces with one system call: the body of `WireSession.writeOutput`.
  ///
  /// - Returns: how many bytes the kernel took. Fewer than there were: the socket is full, and
  ///   `.writable` will tell when it is not; 0 also where it failed, see `writeFailure`.
  package func write(_ pieces: UnsafeBufferPointer<UnsafeRawBufferPointer>) -> Int {
    write(pieces) { number, vectors in
      linux_send(number, vectors.baseAddress, vectors.count)
    }
  }

  /// As `write`, with files that the kernel takes with the first byte, if it takes any.
  func write(
    _ pieces: UnsafeBufferPointer<UnsafeRawBufferPointer>,
    with files: [PassedFile]
  ) -> Int {
    let numbers = files.map(\.descriptor)
    return withExtendedLifetime(files) {
      write(pieces) { number, vectors in
        linux_send_files(
          number,
          vectors.baseAddress,
          vectors.count,
          numbers,
          Int32(numbers.count)
        )
      }
    }
  }

  private func write(
    _ pieces: UnsafeBufferPointer<UnsafeRawBufferPointer>,
    by send: (Int32, UnsafeMutableBufferPointer<iovec>) -> Int
  ) -> Int {
    guard let number, writeFailure == nil else { return 0 }
    return withUnsafeTemporaryAllocation(
      of: iovec.self,
      capacity: min(pieces.count, OutputQueue.pieceLimit)
    ) { vectors in
      var byteCount = 0
      for index in vectors.indices {
        let piece = pieces[index]
        byteCount += piece.count
        let base = UnsafeMutableRawPointer(mutating: piece.baseAddress)
        vectors.initializeElement(at: index, to: iovec(iov_base: base, iov_len: piece.count))
      }
      return note(byteCount) { send(number, UnsafeMutableBufferPointer(rebasing: vectors[...])) }
    }
  }

  /// Runs a call that writes `byteCount` bytes at most, and notes what became of it.
  private func note(_ byteCount: Int, _ send: () -> Int) -> Int {
    do throws(SystemError) {
      writeCount += 1
      let written = try SystemCall.nonBlocking("sendmsg", send)
      if (written ?? 0) < byteCount { isFull = true }
      writtenByteCount += written ?? 0
      return written ?? 0
    } catch {
      writeFailure = error
      return 0
    }
  }

  /// To be called with each event, before it is acted upon.
  package func note(_ events: Epoll.Events) {
    if events.isWritable { isFull = false }
    if events.isReadable { mayHaveMore = true }
    if events.hasEnded { peerHasEnded = true }
  }

  /// Watches for bytes only where `wantsRead`, and for room only where the socket is full.
  ///
  /// After the peer's end of writing, `wantsRead` must be false: the end would be told for ever.
  package func watch(wantsRead: Bool) {
    guard let number else { return }
    var interest = Epoll.Interest(read: wantsRead, write: isFull)
    if tellsArrivals { interest.insert(.arrivals) }
    if interest.rawValue != watched.rawValue {
      watched = interest
      loop.changeInterest(of: number, to: interest)
    } else if tellsArrivals, mayHaveMore, wantsRead {
      loop.askAgain(number)
    } else {
      return
    }
    // It is told once more where there is something.
    mayHaveMore = false
  }
}
