import FeedStore

/// What watching the feed may take.
package struct WatchLimits: Sendable {
  /// Watches open at once; one more is refused with RESOURCE_EXHAUSTED.
  package var watches = 16_384
  /// Those of one connection.
  package var watchesPerConnection = 1_000
  /// Those of one uid other than the owner's and root's.
  package var watchesPerUser = 4_096
  /// Messages that are kept for watchers who are behind; who needs older ones gets a gap.
  package var heldMessages = 4_096
  /// Their bytes.
  package var heldByteCount = 8_388_608
  /// Messages that a watcher takes at once.
  package var messagesPerTurn = 64
  /// Bytes of messages from which on a watcher takes no more at once.
  package var bytesPerTurn = 65_536
  /// Changes that are read from the store at once.
  package var changesPerRead = 256
  /// After so much silence a watcher is told how far it is, at the next look.
  package var progressInterval = Duration.seconds(20)
  /// From one look for silent watchers to the next.
  package var lookInterval = Duration.seconds(5)
  /// How long it takes to try again where the store could not be read.
  package var retryInterval = Duration.milliseconds(100)
  /// How often it is tried in all before watches end with what failed.
  package var readTries = 50

  package init() {}

  /// How often it is tried where reading the store ends with an error: what is damaged stays so.
  func readTries(after error: StoreError) -> Int {
    if case .corrupt = error { 1 } else { readTries }
  }
}
