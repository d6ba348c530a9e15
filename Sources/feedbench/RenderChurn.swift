import FeedClient

/// Very many renders of every kind, for who looks at what is left of them.
struct RenderChurn {
  private static let photoCount = 8
  private static let callerCount = 4
  private static let formats: [ImageFormat] = [.jpeg, .png, .webp, .rgba8]

  private let client: FeedClient
  private let photos: String

  init(socket: String, photos: String) throws {
    client = try FeedClient(FeedClientConfiguration(socket: socket, patience: .seconds(10)))
    self.photos = photos
  }

  func run(count: Int) async throws {
    var ids: [String] = []
    for number in 0..<Self.photoCount {
      ids.append(try await client.upload("\(photos)/\(number).jpg"))
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for caller in 0..<Self.callerCount {
        group.addTask { [ids] in
          for number in stride(from: caller, to: count, by: Self.callerCount) {
            _ = try await client.picture(Self.variant(number, photos: ids))
          }
        }
      }
      try await group.waitForAll()
    }
    let images = try await client.admin.getStats(GetStatsRequest()).stats?.images
    print("churn renders=\(images?.rendersFinished ?? 0) failed=\(images?.rendersFailed ?? 0)")
  }

  /// No two numbers below a million are the same rendering.
  private static func variant(_ number: Int, photos: [String]) -> ImageVariant {
    let isPhoto = number.isMultiple(of: 2)
    let round = number / (2 * photos.count * formats.count)
    return ImageVariant(
      imageID: isPhoto ? photos[number / 2 % photos.count] : "pattern:churn-\(number).4x3",
      width: Int32(200 + round % 500),
      height: Int32(150 + round / 500),
      fit: .cover,
      format: formats[number / (2 * photos.count) % formats.count]
    )
  }
}
