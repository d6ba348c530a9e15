import Base

/// The limits of connections that nobody changes; `ServerLimits` has the others.
package enum Limits {
  /// Files that a connection may have on their way: waiting to be written, or not read by the
  /// client; then no more are passed.
  package static let passedFilesPerConnection = 16
  /// Bytes handed to the kernel in one write, about.
  package static let bytesPerWrite = 262_144
  /// Bytes written to one connection before others have their turn.
  package static let bytesPerTurn = 1_048_576
  /// Calls of one connection that begin, and how long they may take, before others have their turn;
  /// the clock is read now and then.
  static let callsPerTurn = 128
  static let callTimePerTurn = Duration.milliseconds(1)
  static let callsPerLookAtClock = 8
  /// What a call may send on a full connection before others that wait have their turn: a picture
  /// for a screen, mostly.
  static let bytesPerSender = 262_144
  /// What a message counts for there at least, in bytes: its frame, about.
  ///
  /// A turn of empty ones would have no end.
  static let smallestSend = 64
  /// Calls of a burst on one connection whose answers are written before the others are made.
  static let callsOfFirstWrite = 16
  /// Connections whose turns end together.
  static let turnsEndedTogether = 8
  /// Calls that are over whose memory a loop keeps for the next ones.
  static let spareCalls = 256
  /// Connections taken from a listener before others have their turn.
  static let acceptsPerTurn = 64
  /// Connections that the kernel keeps for us until they are taken (listen(2)).
  static let listenBacklog: Int32 = 1_024
  /// How long accepting pauses where descriptors or memory ran out.
  static let acceptPause = Duration.milliseconds(100)
  /// Listening sockets taken over from a service manager.
  static let passedListeners: Int32 = 16
  /// NGROUPS_MAX.
  static let supplementaryGroups = 65_536
  /// A message that waits for its handler is copied out of the read buffer below this size, so
  /// that it does not keep a whole chunk.
  static let copiedMessageByteCount = 65_536
  /// What an open call is taken to cost beside its messages.
  static let bytesPerCall = 1_024
  /// The steps in which loops take from the process's memory for requests.
  static let memoryGrantByteCount = 1_048_576
}

/// The limits of a server that its operator or a test may change.
package struct ServerLimits: Sendable {
  /// Connections that are open at once.
  ///
  /// At the limit the oldest idle one goes.
  package var connections = 4_096
  /// Connections of one user whose protocol is not yet known though bytes have come.
  package var sniffedConnectionsPerUser = 64
  /// From the first byte until the protocol is known; then the connection is closed.
  package var firstBytesTimeout = Duration.seconds(10)
  /// Bytes of requests that are open on a connection; above, calls end with RESOURCE_EXHAUSTED.
  ///
  /// Sessions hold their peers back long before; what they do not see are calls that were given up
  /// and whose handlers still run.
  package var openRequestBytesPerConnection = 134_217_728
  /// Bytes of requests that are open in the process; above, calls end with RESOURCE_EXHAUSTED.
  package var openRequestBytes = 536_870_912
  /// Bytes of answers that wait until their clients read; above, calls end with RESOURCE_EXHAUSTED.
  ///
  /// Those of one connection may take a quarter.
  package var waitingAnswerBytes = 536_870_912
  /// How long calls may take that run when the server is asked to end.
  package var drainTimeout = Duration.seconds(10)

  package init() {}

  /// Bytes of answers that may wait on one connection.
  package var waitingAnswerBytesPerConnection: Int { waitingAnswerBytes / 4 }

  /// Connections of one user other than the owner and root.
  package var connectionsPerUser: Int { max(connections / 4, 1) }
}
