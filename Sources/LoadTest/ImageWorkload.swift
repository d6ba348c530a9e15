package import FeedMessages

/// The pictures that a load asks for, and the order in which it does.
///
/// Calls that run at the same time ask for the same pictures. The pictures come in groups of at
/// most half as many as calls run at once; a group is asked for over and over until every running
/// call has had one of it, then comes the next group, and after the last the first again. So each
/// picture is asked for at least twice while it may still be rendered, where calls overlap at all.
package struct ImageWorkload: Hashable, Sendable {
  /// Other seeds are other pictures, which no cache has.
  package let seed: Int
  /// How many different pictures there are.
  package let distinctCount: Int
  /// How many calls run at the same time.
  package let concurrency: Int
  /// Pixels.
  package let width: Int
  /// Pixels.
  package let height: Int
  package let format: ImageFormat

  /// - Precondition: The numbers are within `LoadLimits`.
  package init(
    seed: Int,
    distinctCount: Int,
    concurrency: Int,
    width: Int,
    height: Int,
    format: ImageFormat
  ) {
    precondition(LoadLimits.seed.contains(seed), "a seed within its limits")
    precondition(LoadLimits.distinctCount.contains(distinctCount), "pictures within their limits")
    precondition(LoadLimits.concurrency.contains(concurrency), "calls within their limits")
    precondition(LoadLimits.side.contains(width), "a width within its limits")
    precondition(LoadLimits.side.contains(height), "a height within its limits")
    self.seed = seed
    self.distinctCount = distinctCount
    self.concurrency = concurrency
    self.width = width
    self.height = height
    self.format = format
  }

  /// What the call with this number, from 0, asks for.
  package func request(ofCall number: Int) -> StreamImageRequest {
    let index = pictureIndex(ofCall: number)
    return StreamImageRequest(
      variant: ImageVariant(
        imageID: "pattern:load-\(seed)-\(index).\(width)x\(height)",
        width: Int32(width),
        height: Int32(height),
        fit: .cover,
        format: format
      ),
      priority: .visible,
      delivery: .chunks
    )
  }

  /// Which picture, from 0, the call with this number asks for.
  package func pictureIndex(ofCall number: Int) -> Int {
    let groupSize = min(distinctCount, max(1, concurrency / 2))
    let repeats = max(1, concurrency / groupSize)
    let place = number % (distinctCount * repeats)
    let first = place / (groupSize * repeats) * groupSize
    // The last group may be smaller.
    let size = min(groupSize, distinctCount - first)
    return first + (place - first * repeats) % size
  }
}
