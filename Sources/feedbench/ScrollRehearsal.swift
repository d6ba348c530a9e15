import FeedClient
import LoadTest

/// Users who scroll through photos that nobody has seen yet, and how many of them come late.
struct ScrollRehearsal {
  private static let userCount = 2
  private static let course = ScrollCourse(
    rowsPerSecond: 10,
    rowCount: 80,
    rowsOnScreen: 50,
    rowsAhead: 10
  )

  private let clients: [FeedClient]
  private let photos: String

  init(socket: String, photos: String) throws {
    clients = try (0..<Self.userCount).map { user in
      var metadata = Metadata()
      metadata.add("scroller\(user)", for: "feedrpc-viewer")
      return try FeedClient(
        FeedClientConfiguration(socket: socket, patience: .seconds(10), metadata: metadata)
      )
    }
    self.photos = photos
  }

  func run(_ report: inout GoalReport) async throws {
    let rowCount = Self.course.rowCount
    var users: [ScrollLoad.User] = []
    for (user, client) in clients.enumerated() {
      var rows: [ImageVariant] = []
      for row in 0..<rowCount {
        let id = try await client.upload("\(photos)/\(user * rowCount + row).jpg")
        rows.append(ImageVariant(imageID: id, width: 320, height: 320, fit: .cover))
      }
      users.append(ScrollLoad.User(rows, through: client.transport))
    }
    let seen = try await ScrollLoad(Self.course).run(users)
    let times = seen.calls.responseTimes
    print(
      "scroll users=\(clients.count) pictures=\(times.count)",
      "p50_milliseconds=\((Double(times.quantile(0.5)) / 1e6).short)",
      "worst_milliseconds=\((Double(times.maximum) / 1e6).short)"
    )
    report.note("scroll late", Double(seen.lateCount(.hertz60)), goal: 0)
  }
}
