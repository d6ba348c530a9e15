import Base
import FeedMessages
import RPC

@testable import FeedServices

/// A watch without a connection: what it is sent can be waited for, and held back.
final class WatchCall: ServerCall {
  private struct State {
    var sent: [Bytes] = []
    /// Messages that may be sent before the client reads again; nil: any number.
    var room: Int?
    var sender: CheckedContinuation<Void, Never>?
    var receiver: CheckedContinuation<Void, Never>?
    var task: Task<RPCError?, Never>?
    var hasEnded = false
    var attemptCount = 0
  }

  let method = FeedServiceMethods.watchFeed
  let route = 0
  let metadata: Metadata
  let deadline: Instant? = nil
  let peer: Peer
  let startedAt = Instant.now()
  private let state: Lock<State>

  init(uid: UInt32, connection: UInt64? = nil, as viewer: String? = nil, room: Int? = nil) {
    peer = Peer(userID: uid, groupID: uid, processID: 1, connectionID: connection ?? UInt64(uid))
    metadata = viewer.map { ["feedrpc-viewer": $0] } ?? [:]
    state = Lock(State(room: room))
  }

  /// Begins to watch.
  @discardableResult
  func start(_ request: WatchFeedRequest = WatchFeedRequest(), of feed: Feed) -> WatchCall {
    let task = Task { () -> RPCError? in
      do throws(RPCError) {
        try await feed.handler.watchFeed(request, ResponseWriter(self), self)
        return nil
      } catch { return error }
    }
    state.withLock { $0.task = task }
    Task {
      _ = await task.value
      wake { $0.hasEnded = true }
    }
    return self
  }

  /// Gives the watch up, and waits for its end.
  @discardableResult
  func stop() async -> RPCError? {
    let task = state.withLock { $0.task }
    task?.cancel()
    letThrough()
    return await task?.value
  }

  /// The error that the watch ends with.
  func end() async -> RPCError? { await state.withLock { $0.task }?.value }

  /// Lets any number of messages be sent from now on.
  func letThrough() { wake { $0.room = nil } }

  /// Sends that were asked for.
  var attemptCount: Int { state.withLock { $0.attemptCount } }

  /// Messages that were sent and not taken.
  var untaken: Int { state.withLock { $0.sent.count } }

  /// The next message; nil where the watch has ended.
  func next() async throws -> WatchFeedResponse? {
    while true {
      let (bytes, hasEnded) = state.withLock { state in
        (state.sent.isEmpty ? nil : state.sent.removeFirst(), state.hasEnded)
      }
      if let bytes { return try WatchFeedResponse(wireBytes: bytes) }
      if hasEnded { return nil }
      await withCheckedContinuation { continuation in
        let isParked = state.withLock { state in
          guard state.sent.isEmpty, !state.hasEnded else { return false }
          state.receiver = continuation
          return true
        }
        if !isParked { continuation.resume() }
      }
    }
  }

  /// The next messages, so many.
  func next(_ count: Int) async throws -> [WatchFeedResponse] {
    var messages: [WatchFeedResponse] = []
    for _ in 0..<count {
      guard let message = try await next() else { break }
      messages.append(message)
    }
    return messages
  }

  private func wake(_ change: (inout State) -> Void) {
    let woken = state.withLock { state in
      change(&state)
      return [state.receiver.take(), state.sender.take()]
    }
    for continuation in woken { continuation?.resume() }
  }

  func send(_ message: some WireMessage) async throws(RPCError) {
    let bytes = Bytes(encoding: message)
    state.withLock { $0.attemptCount += 1 }
    while true {
      if Task.isCancelled { throw RPCError(.cancelled, "given up") }
      let receiver = state.withLock { state -> CheckedContinuation<Void, Never>?? in
        guard state.room != 0 else { return nil }
        state.room = state.room.map { $0 - 1 }
        state.sent.append(bytes)
        return .some(state.receiver.take())
      }
      if let receiver {
        receiver?.resume()
        return
      }
      await withCheckedContinuation { continuation in
        let isParked = state.withLock { state in
          guard state.room == 0 else { return false }
          state.sender = continuation
          return true
        }
        if !isParked { continuation.resume() }
      }
    }
  }

  func nextMessage() async throws(RPCError) -> Bytes? { nil }
  func sendHeaders(_: Metadata) async throws(RPCError) {}
  func reply(_ message: some WireMessage) async throws(RPCError) { try await send(message) }
  func setTrailers(_: Metadata) async {}
}

extension WatchFeedResponse {
  /// The message's place in the contract, for comparing what came in which order.
  var name: String {
    switch event {
    case .subscribed: "subscribed"
    case .postCreated: "post"
    case .postDeleted: "postDeleted"
    case .countsChanged: "counts"
    case .viewerLike: "like"
    case .commentAdded: "comment"
    case .commentDeleted: "commentDeleted"
    case .userChanged: "user"
    case .progress: "progress"
    case .gap: "gap"
    case nil: "nothing"
    }
  }
}
