import FeedMessages
import Testing

@testable import LoadTest

@Suite struct ImageWorkloadTests {
  static func workload(_ concurrency: Int, _ distinctCount: Int, seed: Int = 7) -> ImageWorkload {
    ImageWorkload(
      seed: seed,
      distinctCount: distinctCount,
      concurrency: concurrency,
      width: 40,
      height: 30,
      format: .png
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
    let request = Self.workload(2, 3).request(ofCall: 2)
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
    let ids = [1, 2].map { Self.workload(1, 1, seed: $0).request(ofCall: 0).variant?.imageID }
    #expect(ids == ["pattern:load-1-0.40x30", "pattern:load-2-0.40x30"])
  }
}
