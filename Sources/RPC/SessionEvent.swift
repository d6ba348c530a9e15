package import Base

/// Something that happened on a connection.
package enum SessionEvent: Sendable {
  // To a server.

  /// A client opened a call. Its message, if one came with it, is in the head.
  case opened(CallID, CallHead)
  /// The client gave the call up, its deadline passed (the session has already answered), or the
  /// connection broke: cancel the handler. Nothing more is sent for the call.
  case cancelled(CallID, StatusCode)

  // To either side.

  /// One whole message arrived.
  case message(CallID, Bytes)
  /// The peer sends no more messages on this call.
  case endOfMessages(CallID)
  /// The queue of a call that was not writable has room again.
  case writable(CallID)
  /// The peer asked for the end: no new calls here.
  case draining
  /// The peer broke the protocol, stalled or vanished. Every call that is open ends; the session
  /// is finished.
  case failed(SessionFailure)

  // To a client.

  /// The server's metadata, before its first message.
  case headers(CallID, Metadata)
  /// The oldest descriptors that arrived, one a label, belong to the call's next message; nil: the
  /// call is over, so they are to be closed.
  case files(CallID?, [PassedFile.Label])
  /// The call is over; nil is OK. `isUnprocessed`: the server certainly did not run it.
  case finished(CallID, RPCError?, trailers: Metadata, isUnprocessed: Bool)
}

/// How a call begins.
package struct CallHead: Sendable {
  /// The index of the method in the server's `RouteTable`.
  package var route: Int
  package var metadata: Metadata
  /// When the answer must be there; nil: never.
  package var deadline: Instant?
  /// The message that came with the head.
  package var message: Bytes?
  /// True where no further message follows.
  package var isEnded: Bool

  package init(
    route: Int,
    metadata: Metadata = Metadata(),
    deadline: Instant? = nil,
    message: Bytes? = nil,
    isEnded: Bool
  ) {
    self.route = route
    self.metadata = metadata
    self.deadline = deadline
    self.message = message
    self.isEnded = isEnded
  }
}

/// Why a connection can't go on.
package struct SessionFailure: Error, Hashable, Sendable {
  /// The status that its open calls end with at a client.
  package var code: StatusCode
  /// What happened, for logs and people.
  package var message: String

  package init(_ code: StatusCode, _ message: String) {
    self.code = code
    self.message = message
  }
}
