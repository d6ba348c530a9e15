import FeedModel

/// A commit that a daemon knows to have been made, told apart from any other with its number.
///
/// A server that takes over without it may have gone on, so that another commit has its number by
/// now: that one has another mark.
struct KnownCommit: Hashable, Sendable {
  /// The number of its last change.
  var sequence: SequenceNumber
  /// Random.
  var mark: Int64

  /// A mark for a commit that is to be.
  static func randomMark() -> Int64 { .random(in: .min ... .max) }
}
