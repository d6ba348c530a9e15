import Base
import FeedModel
package import FeedStore

/// The encoded pages of a feed, kept as long as they are what the store holds.
///
/// It is told of commits by the store, before their callers are: who was answered never finds an
/// older page.
package final class FeedPages: Sendable {
  /// What pages may take together.
  package static let standardByteCount = 33_554_432
  /// The longest request that is looked up.
  static let requestByteCount = 512

  private let cache: Lock<PageCache>

  package init(_ store: any FeedStore, capacityByteCount: Int = standardByteCount) {
    cache = Lock(PageCache(capacityByteCount: capacityByteCount))
    store.observeCommits { [weak self] commit in
      self?.cache.withLock { $0.note(commit) }
    }
  }

  func answer(for key: PageCache.Key) -> FeedPageAnswer? {
    guard key.request.count <= Self.requestByteCount else { return nil }
    return cache.withLock { $0.page(for: key) }
      .map { FeedPageAnswer(sequence: $0.sequence.number, body: $0.body) }
  }

  func insert(_ page: PageCache.Page, for key: PageCache.Key) {
    guard key.request.count <= Self.requestByteCount else { return }
    // What was received may be a slice of a large buffer.
    let request = key.request.withUnsafeBytes { Bytes(copying: $0) }
    cache.withLock { $0.insert(page, for: PageCache.Key(claim: key.claim, request: request)) }
  }
}
