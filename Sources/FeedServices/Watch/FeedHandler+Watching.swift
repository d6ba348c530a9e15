import Base
package import FeedMessages
import FeedModel
import FeedStore
package import RPC

// Telling of changes. The hub reads them; a handler only hands messages to its client.
extension FeedHandler {
  package func watchFeed(
    _ request: WatchFeedRequest,
    _ responses: ResponseWriter<WatchFeedResponse>,
    _ call: any ServerCall
  ) async throws(RPCError) {
    let viewer = try viewers.viewer(of: call)
    let connection = call.peer.connectionID
    let limitedUserID = viewers.isOperator(call) ? nil : call.peer.userID
    if let limitedUserID { try watches.enter(userID: limitedUserID) }
    defer { if let limitedUserID { watches.leave(userID: limitedUserID) } }
    try watches.checkRoom(on: connection)
    let filter = FeedFilter(request.filter)
    let state = try await answer { () async throws in
      try await store.profile(of: .viewer, viewer: viewer)
    }
    let start = WatchStart(request, feedID: store.feedID, newest: state.sequence)
    let subscriber = WatchSchedule.Subscriber(
      connection: connection,
      viewerID: state.profile.user.id,
      filter: filter,
      follows: filter.followingOnly ? try await watches.follows(of: viewer) : nil
    )
    let watch = try watches.begin(subscriber, at: start.position, newest: state.sequence)
    defer { watches.end(watch) }
    let subscribed = Subscribed(
      feedID: store.feedID.text,
      viewer: FeedMessages.User(state.profile.user),
      serverVersion: Version.text
    )
    try await responses.send(
      WatchFeedResponse(sequence: start.position.number, event: .subscribed(subscribed))
    )
    if start.isGap { try await call.send(WatchMessage.gap(start.position)) }
    while true {
      for message in try await watches.messages(of: watch, viewer) { try await call.send(message) }
    }
  }
}

/// Where a watch begins.
struct WatchStart: Hashable, Sendable {
  /// What the client knows, or the newest change.
  let position: SequenceNumber
  /// The client misses what it can't be told, up to `position`.
  let isGap: Bool

  /// What is no longer kept shows when it is read.
  init(_ request: WatchFeedRequest, feedID: FeedID, newest: SequenceNumber) {
    let isFresh = request.feedID.isEmpty
    let isKnown =
      request.feedID == feedID.text && (0...newest.number).contains(request.resumeAfter)
    position = isKnown ? SequenceNumber(request.resumeAfter) : newest
    isGap = !isFresh && !isKnown
  }
}
