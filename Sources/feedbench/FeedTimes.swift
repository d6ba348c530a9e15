import Base
import FeedClient

/// What a running feed serves in a second, measured call by call over its socket.
struct FeedTimes {
  /// Calls made at the same time, of each mutation.
  private static let callerCounts = [1, 50, 500]
  private static let connectionCount = 10
  /// Pairs of a first page and one far down that are compared.
  private static let comparedPages = 400
  private static let pageSize: Int32 = 20

  private let clients: [FeedClient]
  private let duration: Duration

  init(socket: String, secondCount: Int) throws {
    clients = try (0..<Self.connectionCount).map { _ in
      try FeedClient(FeedClientConfiguration(socket: socket, patience: .seconds(10)))
    }
    duration = .seconds(secondCount)
  }

  func run() async throws {
    let client = clients[0]
    let first = try await client.feed.fetchFeedPage(FetchFeedPageRequest(pageSize: 100))
    let postIDs = first.posts.map(\.id)
    guard !postIDs.isEmpty else { return }
    let page = FetchFeedPageRequest(pageSize: Self.pageSize)
    for inFlight in [1, 64] {
      let count = try await callsASecond(callers: inFlight, on: [client]) { client, _ in
        _ = try await client.feed.fetchFeedPage(page)
      }
      print("FetchFeedPage page_size=\(Self.pageSize) in_flight=\(inFlight) a_second=\(count)")
    }
    try await compareDepths(client)
    try await timeMutation("ToggleLike") { client, number in
      let request = ToggleLikeRequest(postID: postIDs[number % postIDs.count], intent: .toggle)
      _ = try await client.feed.toggleLike(request)
    }
    try await timeMutation("AddComment") { client, number in
      let post = postIDs[number % postIDs.count]
      _ = try await client.feed.addComment(AddCommentRequest(postID: post, text: "Hello"))
    }
  }

  // MARK: - Pages

  /// The first page and the one furthest down, in turn.
  private func compareDepths(_ client: FeedClient) async throws {
    var walk = FetchFeedPageRequest(pageSize: 100)
    var last = walk
    var postCount = 0
    while true {
      let page = try await client.feed.fetchFeedPage(walk)
      postCount += page.posts.count
      if page.nextPageToken.isEmpty { break }
      last = walk
      walk.pageToken = page.nextPageToken
    }
    last.pageSize = Self.pageSize
    var times: (first: [Int64], last: [Int64]) = ([], [])
    for _ in 0..<Self.comparedPages {
      let page = FetchFeedPageRequest(pageSize: Self.pageSize)
      times.first.append(try await time { _ = try await client.feed.fetchFeedPage(page) })
      times.last.append(try await time { _ = try await client.feed.fetchFeedPage(last) })
    }
    let (first, far) = (times.first.median, times.last.median)
    let pageNumber = postCount / Int(Self.pageSize)
    print(
      "FetchFeedPage page=1 microseconds=\(first / 1_000) page=\(pageNumber) "
        + "microseconds=\(far / 1_000) ratio=\(far * 100 / max(first, 1))%"
    )
  }

  private func time(_ body: () async throws -> Void) async throws -> Int64 {
    let began = Instant.now()
    try await body()
    return (Instant.now() - began).nanoseconds
  }

  // MARK: - Mutations

  private func timeMutation(
    _ name: String,
    _ body: @escaping @Sendable (FeedClient, Int) async throws -> Void
  ) async throws {
    for callerCount in Self.callerCounts {
      let before = try await storeStats()
      let count = try await callsASecond(callers: callerCount, on: clients, body)
      let after = try await storeStats()
      print(
        "\(name) callers=\(callerCount) a_second=\(count) "
          + "mutations=\(after.mutations - before.mutations) "
          + "commits=\(after.commits - before.commits)"
      )
    }
  }

  private func storeStats() async throws -> StoreStats {
    try await clients[0].admin.getStats(GetStatsRequest()).stats?.store ?? StoreStats()
  }

  /// Has each caller call until the time is over, and counts.
  private func callsASecond(
    callers: Int,
    on clients: [FeedClient],
    _ body: @escaping @Sendable (FeedClient, Int) async throws -> Void
  ) async throws -> Int {
    let began = Instant.now()
    let end = began + duration
    let count = try await withThrowingTaskGroup(of: Int.self) { group in
      for caller in 0..<callers {
        let client = clients[caller % clients.count]
        group.addTask {
          var count = 0
          while Instant.now() < end {
            try await body(client, caller + count * callers)
            count += 1
          }
          return count
        }
      }
      return try await group.reduce(0, +)
    }
    return Int(Int64(count) * 1_000_000_000 / max((Instant.now() - began).nanoseconds, 1))
  }
}

extension [Int64] {
  fileprivate var median: Int64 { sorted()[count / 2] }
}
