import Base
import RPC

/// A client's call, shared by the task that waits for it and the loop that carries it.
///
/// What arrives lies in an inbox with a lock of its own, so that taking a message that is there
/// costs no hop to the loop.
final class ClientCallState: @unchecked Sendable {  // By the lock, and by the loop: see each part.
  /// How the call ended.
  struct Ending: Sendable {
    /// Nil: OK.
    var error: RPCError?
    var trailers = Metadata()
    /// The server certainly did not run the call: it may be made again.
    var isUnprocessed = false
  }

  /// What has arrived and has not been taken.
  struct Inbox: Sendable {
    var headers: Metadata?
    var messages = MessageQueue()
    /// Files of messages that arrived, oldest first.
    var files: [HeldFiles] = []
    var ending: Ending?
    /// Counts every change, so that nobody waits for one that has happened.
    var version = 0
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  /// A message that waits for room.
  typealias Send = @Sendable (inout any ClientSession, CallID, Instant) -> Void

  let method: MethodDescriptor
  let metadata: Metadata
  let deadline: Instant?
  /// The only message of calls that do not stream requests.
  let request: (any WireMessage)?
  let startedAt: Instant
  let inbox = Lock(Inbox())

  // Checked continuations, since these are resumed on other threads than they wait on: of unchecked
  // ones ThreadSanitizer reports races inside Swift's own hand-over.

  // On the loop only.

  /// Its number on `connection`; nil until it has been opened.
  var id: CallID?
  /// Nil until it has been opened, and when it is over.
  var connection: ClientConnection?
  /// Files that came for its next message.
  var filesOfNextMessage: HeldFiles?
  /// How often it has been opened.
  var attemptCount = 0
  /// Messages that wait for room, with who waits for that.
  var sends: [(send: Send, waiter: CheckedContinuation<Void, Never>)] = []
  /// The end of the messages comes behind the last of `sends`.
  var endsAfterSends = false

  init(
    _ method: MethodDescriptor,
    request: (any WireMessage)?,
    metadata: Metadata,
    deadline: Instant?
  ) {
    self.method = method
    self.request = request
    self.metadata = metadata
    self.deadline = deadline
    startedAt = .now()
  }

  /// Changes the inbox and wakes those who wait for a change.
  func change(_ body: (inout Inbox) -> Void) {
    let woken = inbox.withLock { inbox in
      body(&inbox)
      inbox.version += 1
      defer { inbox.waiters.removeAll() }
      return inbox.waiters
    }
    for waiter in woken { waiter.resume() }
  }

  /// Waits until the inbox is no longer as it was at `version`.
  func change(since version: Int) async {
    await withCheckedContinuation { continuation in
      let hasChanged = inbox.withLock { inbox in
        if inbox.version == version { inbox.waiters.append(continuation) }
        return inbox.version != version
      }
      if hasChanged { continuation.resume() }
    }
  }

  /// Ends the call, on the loop; the first ending counts.
  ///
  /// - Returns: false where it had ended before.
  func end(_ ending: Ending) -> Bool {
    guard inbox.withLock({ $0.ending == nil }) else { return false }
    connection = nil
    if let files = takeFilesOfNextMessage() { FileCloser.close([files]) }
    change { $0.ending = ending }
    let waiting = sends
    sends = []
    for (_, waiter) in waiting { waiter.resume() }
    return true
  }

  /// Takes out the files that came for the message which arrives now, on the loop.
  func takeFilesOfNextMessage() -> HeldFiles? {
    guard filesOfNextMessage != nil else { return nil }
    return filesOfNextMessage.take()
  }

  /// Takes out the files that nobody took.
  func removeFiles() -> [HeldFiles] {
    inbox.withLock { inbox in
      defer { inbox.files = [] }
      return inbox.files
    }
  }

  var hasEnded: Bool { inbox.withLock { $0.ending != nil } }
}
