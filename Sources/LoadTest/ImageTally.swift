import Base
package import FeedMessages

/// What the pictures of a load say of how they were made.
package struct ImageTally: Equatable, Sendable {
  private var sources: [ImageSource: Int] = [:]
  private var deliveries: [ImageDelivery: Int] = [:]
  /// What came first for each etag: all of one etag should be one.
  private var contents: [String: ImageContent] = [:]
  /// The most calls that shared a render.
  package private(set) var mostWaiters = 0

  package init() {}

  /// Counts a picture.
  ///
  /// - Throws: where its bytes are others than those of an earlier one with its etag; then it does
  ///   not count.
  package mutating func record(_ image: ReceivedImage) throws(LoadFailure) {
    if let first = contents[image.etag] {
      guard image.content.mayEqual(first) else { throw .otherBytes }
      // A later one may have been read where the first was not.
      if first.digest == nil { contents[image.etag] = image.content }
    } else {
      contents[image.etag] = image.content
    }
    sources[image.source, default: 0] += 1
    deliveries[image.delivery, default: 0] += 1
    mostWaiters = max(mostWaiters, Int(image.trace.waiters))
  }

  /// Pictures that came whole.
  package var count: Int { sources.values.reduce(0, +) }

  /// How many pictures came from a source.
  package func count(from source: ImageSource) -> Int { sources[source] ?? 0 }

  /// Pictures whose header names none of the known sources.
  package var countFromUnknown: Int {
    let known: [ImageSource] = [.rendered, .coalesced, .memoryCache, .diskCache]
    return count - known.reduce(0) { $0 + count(from: $1) }
  }

  /// How many pictures came in a way.
  package func count(in delivery: ImageDelivery) -> Int { deliveries[delivery] ?? 0 }
}
