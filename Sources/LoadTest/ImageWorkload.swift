import Base
package import FeedMessages

/// The pictures that a load asks for, and the order in which it does.
///
/// Calls that run at the same time ask for the same pictures. The pictures come in groups of at
/// most half as many as calls run at once; a group is asked for over and over until every running
/// call has had one of it, then comes the next group, and after the last the first again. So each
/// picture is asked for at least twice while it may still be rendered, where calls overlap at all.
package struct ImageWorkload: Hashable, Sendable {
  /// Pixels of the sides of a picture.
  package struct Size: Hashable, Sendable {
    package let width: Int
    package let height: Int

    /// - Precondition: The sides are within `LoadLimits`.
    package init(width: Int, height: Int) {
      precondition(LoadLimits.side.contains(width), "a width within its limits")
      precondition(LoadLimits.side.contains(height), "a height within its limits")
      self.width = width
      self.height = height
    }
  }

  /// Calls that are given up before they have ended.
  package struct Cancelling: Hashable, Sendable {
    /// Which part of the calls, 0 to 1.
    package let share: Double
    /// How long each of them runs at most.
    package let delay: Duration

    /// - Precondition: The share is within `LoadLimits`.
    package init(share: Double, delay: Duration) {
      precondition(LoadLimits.share.contains(share), "a share within its limits")
      self.share = share
      self.delay = delay
    }
  }

  /// Other seeds are other pictures, which no cache has.
  package let seed: Int
  /// How many different pictures there are.
  package let distinctCount: Int
  /// How many calls run at the same time.
  package let concurrency: Int
  /// They take turns, from picture to picture.
  package let sizes: [Size]
  /// Each lasts for one round of the sizes.
  package let formats: [ImageFormat]
  package let delivery: ImageDelivery
  package let cancelling: Cancelling?

  /// - Precondition: The numbers are within `LoadLimits`, and there is a size and a format.
  package init(
    seed: Int,
    distinctCount: Int,
    concurrency: Int,
    sizes: [Size],
    formats: [ImageFormat],
    delivery: ImageDelivery = .chunks,
    cancelling: Cancelling? = nil
  ) {
    precondition(LoadLimits.seed.contains(seed), "a seed within its limits")
    precondition(LoadLimits.distinctCount.contains(distinctCount), "pictures within their limits")
    precondition(concurrency > 0 && !sizes.isEmpty && !formats.isEmpty, "something to ask for")
    self.seed = seed
    self.distinctCount = distinctCount
    self.concurrency = concurrency
    self.sizes = sizes
    self.formats = formats
    self.delivery = delivery
    self.cancelling = cancelling
  }

  /// What a call asks for that wants the picture with this number, from 0.
  package func request(ofPicture index: Int) -> StreamImageRequest {
    let size = sizes[index % sizes.count]
    return StreamImageRequest(
      variant: ImageVariant(
        imageID: "pattern:load-\(seed)-\(index).\(size.width)x\(size.height)",
        width: Int32(size.width),
        height: Int32(size.height),
        fit: .cover,
        format: formats[index / sizes.count % formats.count]
      ),
      priority: .visible,
      delivery: delivery
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

  /// How long the call with this number runs at most before it is given up; nil: until it ends.
  ///
  /// It follows from the seed.
  package func patience(ofCall number: Int) -> Duration? {
    guard let cancelling else { return nil }
    var mixer = RandomGenerator(seed: UInt64(truncatingIfNeeded: number))
    var random = RandomGenerator(seed: UInt64(truncatingIfNeeded: seed) ^ mixer.next())
    return random.nextFraction() < cancelling.share ? cancelling.delay : nil
  }
}
