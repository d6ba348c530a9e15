import Base
import RPC

/// What a client's connection knows of one call.
///
/// Nothing in it is used off the thread of the connection's loop.
final class ClientCallState: @unchecked Sendable {  // Guarded by the loop's thread.
  /// How the call ended.
  struct Ending {
    /// Nil: OK.
    var error: RPCError?
    var trailers = Metadata()
    /// The server certainly did not run the call: it may be made again.
    var isUnprocessed = false
  }

  let id: CallID
  let method: MethodDescriptor
  let startedAt: Instant
  private(set) var ending: Ending?
  private(set) var headers: Metadata?
  private var messages: [Bytes] = []
  private var nextMessageIndex = 0
  private var waiters: [UnsafeContinuation<Void, Never>] = []

  init(_ id: CallID, _ method: MethodDescriptor, startedAt: Instant) {
    self.id = id
    self.method = method
    self.startedAt = startedAt
  }

  /// Waits for any change; the caller looks again.
  ///
  /// Everything that changes the state wakes everybody who waits: mostly one.
  func change() async {
    await withUnsafeContinuation { waiters.append($0) }
  }

  func receive(_ message: Bytes) {
    messages.append(message)
    wake()
  }

  func receive(headers: Metadata) {
    self.headers = headers
    wake()
  }

  /// Ends the call; the first ending counts.
  ///
  /// - Returns: false where it had ended before.
  @discardableResult
  func end(_ ending: Ending) -> Bool {
    guard self.ending == nil else { return false }
    self.ending = ending
    wake()
    return true
  }

  /// Drops what was not taken: the caller gave up.
  func removeMessages() {
    messages.removeAll()
    nextMessageIndex = 0
  }

  var hasMessages: Bool { nextMessageIndex < messages.count }

  /// The oldest message that was not taken.
  func takeMessage() -> Bytes? {
    guard nextMessageIndex < messages.count else { return nil }
    let message = messages[nextMessageIndex]
    nextMessageIndex += 1
    if nextMessageIndex == messages.count {
      messages.removeAll(keepingCapacity: true)
      nextMessageIndex = 0
    }
    return message
  }

  func wake() {
    guard !waiters.isEmpty else { return }
    let woken = waiters
    waiters.removeAll()
    for waiter in woken { waiter.resume() }
  }
}
