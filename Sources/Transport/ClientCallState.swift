import Base
import EventLoop
import RPC

/// A client's call, shared by the task that waits for it and the loop that carries it.
///
/// What arrives lies in an inbox with a lock of its own, so that taking a message that is there
/// costs no hop to the loop. It holds its channel until it has ended and nobody has it any more.
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
    /// Mostly there is one, which needs no array.
    fileprivate var waiter: Waiter?
    fileprivate var otherWaiters: [Waiter] = []
  }

  /// A task that waits for a change.
  fileprivate struct Waiter: Sendable {
    let task: WaitingTask
    /// It goes on where the change is made.
    let isOnLoop: Bool
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
  let channel: Channel

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
  var sends: [(send: Send, waiter: WaitingTask)] = []
  /// The end of the messages comes behind the last of `sends`.
  var endsAfterSends = false

  init(
    _ method: MethodDescriptor,
    request: (any WireMessage)?,
    metadata: Metadata,
    deadline: Instant?,
    on channel: Channel
  ) {
    self.channel = channel
    self.method = method
    self.request = request
    self.metadata = metadata
    self.deadline = deadline
    startedAt = .now()
  }

  /// Changes the inbox, on the loop, and wakes those who wait for a change.
  func change(_ body: (inout Inbox) -> Void) {
    let (waiter, others) = inbox.withLock { inbox in
      body(&inbox)
      return inbox.noteChange()
    }
    wake(waiter, others)
  }

  private func wake(_ waiter: Waiter?, _ others: [Waiter]) {
    guard let waiter else { return }
    waiter.resume(on: channel.loop)
    for waiter in others { waiter.resume(on: channel.loop) }
  }

  /// Waits until the inbox is no longer as it was at `version`.
  func change(since version: Int) async {
    await WaitingTask.wait { task in
      let waiter = Waiter(task: task, isOnLoop: channel.loop.isCurrent)
      let hasChanged = inbox.withLock { inbox in
        if inbox.version == version { inbox.add(waiter) }
        return inbox.version != version
      }
      if hasChanged { task.resume() }
    }
  }

  /// Ends the call, on the loop; the first ending counts.
  ///
  /// - Returns: false where it had ended before.
  func end(_ ending: Ending) -> Bool {
    let waiters = inbox.withLock { inbox -> (Waiter?, [Waiter])? in
      guard inbox.ending == nil else { return nil }
      inbox.ending = ending
      return inbox.noteChange()
    }
    guard let (waiter, others) = waiters else { return false }
    connection = nil
    if let files = takeFilesOfNextMessage() { FileCloser.close([files]) }
    wake(waiter, others)
    guard !sends.isEmpty else { return true }
    for (_, waiter) in exchange(&sends, with: []) { waiter.resume() }
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

extension ClientCallState.Waiter {
  fileprivate func resume(on loop: EventLoop) {
    if isOnLoop { task.resume() } else { loop.resumeAtTurnEnd(task) }
  }
}

extension ClientCallState.Inbox {
  fileprivate mutating func add(_ added: ClientCallState.Waiter) {
    if waiter == nil { waiter = added } else { otherWaiters.append(added) }
  }

  /// Counts a change.
  ///
  /// - Returns: who waited for one.
  fileprivate mutating func noteChange() -> (ClientCallState.Waiter?, [ClientCallState.Waiter]) {
    version += 1
    guard !otherWaiters.isEmpty else { return (waiter.take(), []) }
    return (waiter.take(), exchange(&otherWaiters, with: []))
  }
}
