import Base
import FeedMessages
import Testing

@testable import LoadTest

@Suite struct ImageWorkloadTests {
  static func workload(
    _ concurrency: Int,
    _ distinctCount: Int,
    seed: Int = 7,
    cancelling: ImageWorkload.Cancelling? = nil
  ) -> ImageWorkload {
    ImageWorkload(
      seed: seed,
      distinctCount: distinctCount,
      concurrency: concurrency,
      sizes: [.init(width: 40, height: 30)],
      formats: [.png],
      cancelling: cancelling
    )
  }

  @Test(arguments: [
    (concurrency: 1, distinct: 1, [0, 0, 0]),
    (concurrency: 1, distinct: 3, [0, 1, 2, 0, 1]),
    (concurrency: 2, distinct: 3, [0, 0, 1, 1, 2, 2, 0, 0]),
    (concurrency: 3, distinct: 2, [0, 0, 0, 1, 1, 1, 0]),
    (concurrency: 4, distinct: 5, [0, 1, 0, 1, 2, 3, 2, 3, 4, 4, 0, 1]),
    (concurrency: 9, distinct: 3, [0, 1, 2, 0, 1, 2, 0, 1, 2, 0]),
  ])
  func picturesComeInThisOrder(concurrency: Int, distinct: Int, indices: [Int]) {
    let workload = Self.workload(concurrency, distinct)
    #expect(indices.indices.map { workload.pictureIndex(ofCall: $0) } == indices)
  }

  @Test(arguments: [2, 3, 4, 7, 64], [1, 2, 3, 8, 31, 32, 33, 100])
  func callsThatRunTogetherShareTheirPictures(concurrency: Int, distinct: Int) {
    let workload = Self.workload(concurrency, distinct)
    let roundCount = distinct * concurrency
    let indices = (0..<roundCount).map { workload.pictureIndex(ofCall: $0) }
    #expect(Set(indices) == Set(0..<distinct))
    // The last call for each picture and the one before are at most `concurrency` apart.
    var latest: [Int: Int] = [:]
    var shared: Set<Int> = []
    for (number, index) in indices.enumerated() {
      if let before = latest[index], number - before < concurrency { shared.insert(index) }
      latest[index] = number
    }
    #expect(shared == Set(0..<distinct))
  }

  @Test func everyPictureIsAskedForOnceBeforeOneIsAskedForAgain() {
    let indices = (0..<8).map { Self.workload(64, 8).pictureIndex(ofCall: $0) }
    #expect(indices == Array(0..<8))
  }

  @Test func aRequestNamesItsPicture() {
    let request = Self.workload(2, 3).request(ofPicture: 1)
    #expect(
      request
        == StreamImageRequest(
          variant: ImageVariant(
            imageID: "pattern:load-7-1.40x30",
            width: 40,
            height: 30,
            fit: .cover,
            format: .png
          ),
          priority: .visible,
          delivery: .chunks
        )
    )
  }

  @Test func anotherSeedIsOtherPictures() {
    let ids = [1, 2].map { Self.workload(1, 1, seed: $0).request(ofPicture: 0).variant?.imageID }
    #expect(ids == ["pattern:load-1-0.40x30", "pattern:load-2-0.40x30"])
  }

  @Test func sizesAndFormatsTakeTurns() {
    let workload = ImageWorkload(
      seed: 0,
      distinctCount: 7,
      concurrency: 1,
      sizes: [1, 2, 3].map { .init(width: $0, height: $0 + 1) },
      formats: [.jpeg, .webp],
      delivery: .memoryFile
    )
    let requests = (0..<7).map { workload.request(ofPicture: $0) }
    #expect(requests.map { $0.variant?.width } == [1, 2, 3, 1, 2, 3, 1])
    #expect(requests.map { $0.variant?.height } == [2, 3, 4, 2, 3, 4, 2])
    #expect(
      requests.map { $0.variant?.format } == [.jpeg, .jpeg, .jpeg, .webp, .webp, .webp, .jpeg]
    )
    #expect(requests.allSatisfy { $0.delivery == .memoryFile })
  }

  @Test(arguments: [(0.0, 0...0), (0.25, 200...300), (1.0, 1_000...1_000)])
  func aShareOfTheCallsIsGivenUp(share: Double, counts: ClosedRange<Int>) {
    let cancelling = ImageWorkload.Cancelling(share: share, delay: .milliseconds(3))
    let workload = Self.workload(1, 1, cancelling: cancelling)
    let delays = (0..<1_000).compactMap { workload.patience(ofCall: $0) }
    #expect(counts.contains(delays.count) && delays.allSatisfy { $0 == .milliseconds(3) })
    // The same calls each time.
    #expect((0..<1_000).compactMap { workload.patience(ofCall: $0) } == delays)
    #expect(Self.workload(1, 1).patience(ofCall: 0) == nil)
  }
}
