import Base
import FeedClient

/// What a running feed serves in a second, measured call by call over the sockets of its daemons.
struct FeedTimes {
  /// Calls made at the same time, of each mutation.
  private static let callerCounts = [1, 50, 500]
  private static let connectionsPerDaemon = 10
  /// Pairs of a first page and one far down that are compared.
  private static let comparedPages = 400
  private static let pageSize: Int32 = 20
  /// Likes whose way to another daemon's watcher is timed.
  private static let timedEvents = 1_000

  /// A client of each daemon, and again so many times.
  private let clients: [FeedClient]
  private let daemonCount: Int
  private let duration: Duration

  init(sockets: [String], secondCount: Int) throws {
    clients = try (0..<Self.connectionsPerDaemon * sockets.count).map { number in
      let socket = sockets[number % sockets.count]
      return try FeedClient(FeedClientConfiguration(socket: socket, patience: .seconds(10)))
    }
    daemonCount = sockets.count
    duration = .seconds(secondCount)
  }

  /// Prints a line for everything that one daemon does.
  func run() async throws {
    let postIDs = try await newestPosts()
    guard !postIDs.isEmpty else { return }
    try await timePages()
    try await compareDepths(clients[0])
    try await timeLikes(of: postIDs)
    try await timeMutation("AddComment") { client, number in
      let post = postIDs[number % postIDs.count]
      _ = try await client.feed.addComment(AddCommentRequest(postID: post, text: "Hello"))
    }
  }

  /// Prints a line for what several daemons do together, or one does for another.
  func runShared() async throws {
    let postIDs = try await newestPosts()
    guard let postID = postIDs.first else { return }
    try await timePages()
    try await timeLikes(of: postIDs)
    try await timeEvents(of: postID)
  }

  private func newestPosts() async throws -> [String] {
    let request = FetchFeedPageRequest(pageSize: 100)
    return try await clients[0].feed.fetchFeedPage(request).posts.map(\.id)
  }

  // MARK: - Pages

  /// The first page, again and again over one connection to each daemon.
  private func timePages() async throws {
    let page = FetchFeedPageRequest(pageSize: Self.pageSize)
    for inFlight in [1, 64] {
      let clients = Array(clients.prefix(daemonCount))
      let count = try await callsASecond(callers: inFlight, on: clients) { client, _ in
        _ = try await client.feed.fetchFeedPage(page)
      }
      print("FetchFeedPage page_size=\(Self.pageSize) in_flight=\(inFlight) a_second=\(count)")
    }
  }

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

  // MARK: - Events

  /// From sending a like to one daemon until a watcher of another hears of its counts.
  private func timeEvents(of postID: String) async throws {
    let (writer, reader) = (clients[0], clients[daemonCount - 1])
    var stream = try await reader.feed.watchFeed(WatchFeedRequest())
    _ = try await stream.next()
    var times: [Duration] = []
    for _ in 0..<Self.timedEvents {
      let began = Instant.now()
      let request = ToggleLikeRequest(postID: postID, intent: .toggle)
      async let answer = writer.feed.toggleLike(request)
      while let message = try await stream.next() {
        if case .countsChanged = message.event { break }
      }
      times.append(Instant.now() - began)
      _ = try await answer
    }
    print(
      "WatchFeed at_another_daemon likes=\(times.count) "
        + "p50_microseconds=\(times.median.microseconds.short) "
        + "p99_microseconds=\(times.quantile(0.99).microseconds.short)"
    )
  }

  // MARK: - Mutations

  private func timeLikes(of postIDs: [String]) async throws {
    try await timeMutation("ToggleLike") { client, number in
      let request = ToggleLikeRequest(postID: postIDs[number % postIDs.count], intent: .toggle)
      _ = try await client.feed.toggleLike(request)
    }
  }

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

  /// Of all daemons.
  private func storeStats() async throws -> (mutations: Int64, commits: Int64) {
    var sums: (mutations: Int64, commits: Int64) = (0, 0)
    for client in clients.prefix(daemonCount) {
      let store = try await client.admin.getStats(GetStatsRequest()).stats?.store
      sums.mutations += store?.mutations ?? 0
      sums.commits += store?.commits ?? 0
    }
    return sums
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
