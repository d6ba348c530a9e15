/// The limits of clients.
enum ClientLimits {
  /// How long a client waits for a listener whose queue of connections is full.
  static let fullBacklogPatience = Duration.seconds(1)
  /// Files of a connection that wait for their callers; a call whose file would be one more ends
  /// with RESOURCE_EXHAUSTED.
  static let heldFilesPerConnection = 256
  /// How often a call is made, in all, that no server ran.
  static let unprocessedAttempts = 3
}
