import FeedModel
import FeedStore

extension Feed {
  /// What the feed is called.
  var id: String { store.feedID.text }

  func close() async { await store.close() }
}
