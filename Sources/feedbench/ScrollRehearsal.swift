import FeedClient

/// Users who scroll through photos that nobody has seen yet, and how many of them come late.
struct ScrollRehearsal {
  private static let userCount = 2
  private static let rowsOfUser = 80
  private static let rowTime = Duration.milliseconds(100)
  /// Rows that are wished for ahead, and how long before the first is shown.
  private static let rowsAhead = 10
  private static let lead = Duration.milliseconds(500)
  /// One of 60 in a second.
  private static let frameTime = Duration.nanoseconds(16_666_667)

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
    var rows: [[ImageVariant]] = []
    for (user, client) in clients.enumerated() {
      rows.append([])
      for row in 0..<Self.rowsOfUser {
        let id = try await client.upload("\(photos)/\(user * Self.rowsOfUser + row).jpg")
        rows[user].append(ImageVariant(imageID: id, width: 320, height: 320, fit: .cover))
      }
    }
    let start = Instant.now() + Self.lead
    let times = try await withThrowingTaskGroup(of: [Duration].self) { group in
      for (client, rows) in zip(clients, rows) {
        group.addTask { try await scroll(through: rows, of: client, from: start) }
      }
      return try await group.reduce([], +)
    }
    print(
      "scroll users=\(clients.count) pictures=\(times.count)",
      "p50_milliseconds=\(times.median.milliseconds.short)",
      "worst_milliseconds=\(times.quantile(1).milliseconds.short)"
    )
    report.note("scroll late", Double(times.count { $0 > Self.frameTime }), goal: 0)
  }

  /// Shows a row at its time, and wishes for those that follow.
  private func scroll(
    through rows: [ImageVariant],
    of client: FeedClient,
    from start: Instant
  ) async throws -> [Duration] {
    let (wishes, _) = try await client.images.prefetchImages()
    try await wishes.send(Self.wish(for: rows, from: 0))
    let times = try await withThrowingTaskGroup(of: Duration.self) { group in
      for (row, variant) in rows.enumerated() {
        let shown = start + Self.rowTime * row
        try await shown.wait()
        group.addTask {
          _ = try await client.picture(variant)
          return .now() - shown
        }
        try await wishes.send(Self.wish(for: rows, from: row + 1))
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    wishes.call.cancel()
    return times
  }

  private static func wish(for rows: [ImageVariant], from row: Int) -> PrefetchImagesRequest {
    let next = rows.enumerated().dropFirst(row).prefix(rowsAhead)
    return PrefetchImagesRequest(
      wanted: next.map { PrefetchItem(tag: UInt64($0.offset), variant: $0.element) }
    )
  }
}
