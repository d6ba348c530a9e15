/// What tests have otherwise than daemons do.
struct StoreConditions {
  /// Loses the writer's connection.
  var writerFault: ConnectionFault?
  /// Loses the listener's connection.
  var listenerFault: ConnectionFault?
  /// How long it is tried to find out what became of a commit.
  var doubtTime = PostgresLimits.doubtTime
  /// Whether the clock has to agree with the server's.
  var comparesClocks = true
}
