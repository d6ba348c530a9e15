/// What a load may be made of; more is refused where it is asked for.
package enum LoadLimits {
  /// Calls that run at the same time.
  package static let concurrency = 1...10_000
  /// Connections to the server.
  package static let connectionCount = 1...256
  /// Distinct pictures; what came for each is kept until the end.
  package static let distinctCount = 1...100_000
  /// Calls of a load that ends by their number.
  package static let callCount = 1...1_000_000_000
  /// How long a load goes on, warms up, or lets a call run that it gives up: a week.
  ///
  /// Each of the stretches that it is told in has half an hour then; longer ones tell nothing.
  package static let duration = Duration.seconds(7 * 24 * 3_600)
  /// A part of the calls.
  package static let share = 0.0...1.0
  /// Sizes or formats that take turns.
  package static let turnCount = 100
  /// Pixels of a side of a picture.
  package static let side = 1...8_192
  /// Seeds, so that every reader of JSON takes them for what they are.
  package static let seed = 0...Int(1) << 53 - 1
  /// Calls that an open loop starts a second.
  package static let rate = 0.01...1_000_000.0
  /// Rates that follow each other.
  package static let stepCount = 100
  /// Calls that run at the same time on one connection; a daemon takes 1,000.
  package static let streamsPerConnection = 1...100_000
  /// A call that starts so much after its moment is told as delayed.
  package static let delay = Duration.milliseconds(1)
  /// How long after its end an open loop still starts what it should have started before.
  package static let catchUpTime = Duration.seconds(1)
  /// Stretches of time that a load is told in; they get longer where it does.
  package static let timelineCount = 300
  /// Bytes of a report that is read back, far more than any that is written.
  package static let reportByteCount = 16 << 20
  /// Posts among which `{{random_post}}` chooses.
  package static let postCount = 1_000
  /// Users who scroll; each has a connection.
  package static let userCount = 1...256
  /// Rows that come into view a second.
  package static let rowsPerSecond = 1...1_000
  /// Rows that a user passes.
  package static let rowCount = 1...100_000
  /// Rows that are seen at the same time.
  package static let rowsOnScreen = 1...100
  /// Rows that are wished for; a daemon takes so many.
  package static let rowsAhead = 0...1_000
}
