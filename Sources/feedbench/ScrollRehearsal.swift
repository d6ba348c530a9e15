import FeedClient
import LoadTest

/// Users who scroll through photos that nobody has seen yet, and how many of them come late.
struct ScrollRehearsal {
  /// Two users, each with photos of their own, in small cells.
  static let onOwnPhotos = ScrollRehearsal(
    name: "own photos",
    userCount: 2,
    side: 320,
    sharesPhotos: false
  )
  /// Ten users of one feed, whose photos are as wide as their screens.
  static let onOneFeed = ScrollRehearsal(
    name: "one feed",
    userCount: 10,
    side: 1_080,
    sharesPhotos: true
  )

  private static let course = ScrollCourse(
    rowsPerSecond: 10,
    rowCount: 80,
    rowsOnScreen: 50,
    rowsAhead: 10
  )

  let name: String
  let userCount: Int
  /// Pixels of a cell, in both directions.
  let side: Int32
  /// Whether all users see the same photos.
  let sharesPhotos: Bool

  func run(socket: String, photos: String, _ report: inout GoalReport) async throws {
    var users: [ScrollLoad.User] = []
    var clients: [FeedClient] = []
    for user in 0..<userCount {
      var metadata = Metadata()
      metadata.add("scroller\(user)", for: "feedrpc-viewer")
      let client = try FeedClient(
        FeedClientConfiguration(socket: socket, patience: .seconds(10), metadata: metadata)
      )
      clients.append(client)
      let rows =
        if sharesPhotos, let first = users.first { first.pictures } else {
          try await pictures(ofUser: user, photos, through: client)
        }
      users.append(ScrollLoad.User(rows, through: client.transport))
    }
    let seen = try await ScrollLoad(Self.course).run(users)
    let times = seen.calls.responseTimes
    print(
      "scroll \(name) users=\(clients.count) side=\(side) pictures=\(times.count)",
      "p50_milliseconds=\((Double(times.quantile(0.5)) / 1e6).short)",
      "worst_milliseconds=\((Double(times.maximum) / 1e6).short)"
    )
    report.note("scroll \(name) late", Double(seen.lateCount(.hertz60)), goal: 0)
  }

  /// Uploads a photo for each row.
  private func pictures(
    ofUser user: Int,
    _ photos: String,
    through client: FeedClient
  ) async throws -> [ImageVariant] {
    var rows: [ImageVariant] = []
    for row in 0..<Self.course.rowCount {
      let id = try await client.upload("\(photos)/\(user * Self.course.rowCount + row).jpg")
      rows.append(ImageVariant(imageID: id, width: side, height: side, fit: .cover))
    }
    return rows
  }
}
