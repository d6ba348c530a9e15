import FeedClient
import LoadTest

/// How long pictures take, measured at the client.
struct ImageTimes {
  private static let streamCount = 200
  /// Cached pictures whose hand-over is timed: RGBA8 of 15 KB, 1 MB and 36 MB.
  private static let handedOver: [(width: Int32, height: Int32, callCount: Int)] = [
    (64, 60, 300), (512, 512, 300), (3_000, 3_000, 40),
  ]
  private static let unaryCalls = 400
  /// More than render at a time on most machines, so that one always waits.
  private static let loaders = 8

  /// Has a thread of its own.
  private let client: FeedClient
  private let loader: FeedClient
  private let photos: String
  private let roundCount: Int

  init(socket: String, photos: String, roundCount: Int) throws {
    var configuration = FeedClientConfiguration(socket: socket, patience: .seconds(10))
    loader = try FeedClient(configuration)
    // What is timed looks for its answer as long as the daemon looks for a call.
    configuration.thread = .own(busyPoll: .microseconds(20))
    client = try FeedClient(configuration)
    self.photos = photos
    self.roundCount = roundCount
  }

  func run(_ report: inout GoalReport) async throws {
    let id = try await client.upload("\(photos)/large.jpg")
    try await compareRenders(of: id, side: 320, goal: 0.3, &report)
    try await compareRenders(of: id, side: 1080, goal: 0.7, &report)
    try await timeStreams("same") { _ in "bench-same" }
    try await timeStreams("distinct") { "bench-\($0)" }
    for (width, height, callCount) in Self.handedOver {
      try await timeHandOver(width, height, callCount, &report)
    }
    try await compareCalls(whileRendering: id, &report)
  }

  // MARK: - Renders

  /// Renders an uploaded photo and shrinks its original with vipsthumbnail, in turn.
  private func compareRenders(
    of id: String,
    side: Int32,
    goal: Double,
    _ report: inout GoalReport
  ) async throws {
    let thumbnailer = Thumbnailer(folder: photos)
    var (first, whole): ([Duration], [Duration]) = ([], [])
    var (theirs, starts): ([Duration], [Duration]) = ([], [])
    // Another quality is another rendering, which no cache has. The first one is a rehearsal.
    for round in 0...roundCount {
      var variant = ImageVariant(imageID: id, width: side, height: side, fit: .contain)
      variant.quality = Int32(95 - round)
      let picture = try await client.picture(variant)
      let taken = try thumbnailer.time("\(photos)/large.jpg", side: side)
      let start = try thumbnailer.time("\(photos)/tiny.jpg", side: side)
      if round == 0 { continue }
      first.append(picture.firstTime)
      whole.append(picture.wholeTime)
      theirs.append(taken)
      starts.append(start)
    }
    let theirTime = theirs.median.milliseconds - starts.median.milliseconds
    print(
      "render side=\(side) first_chunk_milliseconds=\(first.median.milliseconds.short)",
      "whole_milliseconds=\(whole.median.milliseconds.short)",
      "vipsthumbnail_milliseconds=\(theirTime.short)",
      "its_start_milliseconds=\(starts.median.milliseconds.short)"
    )
    // On a busy machine a start can seem to take longer than a start with a photo.
    let ratio = theirTime > 0 ? whole.median.milliseconds / theirTime : .infinity
    report.note("render side=\(side) ratio", ratio, goal: goal)
  }

  /// Many streams at once.
  private func timeStreams(_ name: String, _ seed: (Int) -> String) async throws {
    let began = Instant.now()
    let pictures = try await withThrowingTaskGroup(of: ReceivedPicture.self) { group in
      for number in 0..<Self.streamCount {
        let variant = ImageVariant(imageID: "pattern:\(seed(number)).4x3", width: 320, height: 240)
        group.addTask { [client] in try await client.picture(variant) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let took = Instant.now() - began
    let first = pictures.map(\.firstTime)
    print(
      "streams count=\(pictures.count) pictures=\(name)",
      "renders=\(pictures.count { $0.header.source == .rendered })",
      "first_chunk_p50_milliseconds=\(first.median.milliseconds.short)",
      "first_chunk_p99_milliseconds=\(first.quantile(0.99).milliseconds.short)",
      "all_milliseconds=\(took.milliseconds.short)"
    )
  }

  // MARK: - Hand-over

  /// A cached picture as chunks, then as a memory file.
  ///
  /// In turn, the end of each would be counted for the other: both processes give back what the
  /// chunks took, and nothing is left in the processor's caches.
  private func timeHandOver(
    _ width: Int32,
    _ height: Int32,
    _ callCount: Int,
    _ report: inout GoalReport
  ) async throws {
    let id = "pattern:hand-over.\(width)x\(height)"
    let variant = ImageVariant(imageID: id, width: width, height: height, format: .rgba8)
    _ = try await client.picture(variant, delivery: .memoryFile)
    var (chunks, files): ([Duration], [Duration]) = ([], [])
    // In the shared pool each picture would wake one more thread, which costs more than itself.
    try await client.onClientThread {
      for _ in 0..<callCount { chunks.append(try await client.picture(variant).wholeTime) }
      for _ in 0..<callCount {
        let picture = try await client.picture(variant, delivery: .memoryFile)
        guard picture.header.memoryFile, picture.header.source == .memoryCache else {
          throw RPCError(.internal, "no memory file of a cached picture")
        }
        files.append(picture.wholeTime)
      }
    }
    let byteCount = Int(width) * Int(height) * 4
    print("hand_over bytes=\(byteCount) chunks_microseconds=\(chunks.median.microseconds.short)")
    report.note(
      "hand_over bytes=\(byteCount) memory_file_microseconds",
      files.median.microseconds,
      goal: 60
    )
  }

  // MARK: - Calls beside renders

  /// Short calls while nothing is rendered and while everything that renders is busy, in turn.
  private func compareCalls(whileRendering id: String, _ report: inout GoalReport) async throws {
    var (idle, busy): ([Duration], [Duration]) = ([], [])
    for round in 0..<roundCount {
      idle += try await unaryTimes()
      busy += try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<Self.loaders {
          let first = (round * Self.loaders + number) * 10_000
          group.addTask { try? await load(photo: id, from: first) }
        }
        try await (Instant.now() + .milliseconds(300)).wait()
        let times = try await unaryTimes()
        group.cancelAll()
        return times
      }
    }
    print(
      "unary idle_p50_microseconds=\(idle.median.microseconds.short)",
      "idle_p99_microseconds=\(idle.quantile(0.99).microseconds.short)",
      "busy_p50_microseconds=\(busy.median.microseconds.short)",
      "busy_p99_microseconds=\(busy.quantile(0.99).microseconds.short)"
    )
    let ratio = busy.quantile(0.99).microseconds / idle.quantile(0.99).microseconds
    report.note("unary p99_ratio", ratio, goal: 2)
  }

  /// On the client's thread: in the shared pool a call also waits for those that load.
  private func unaryTimes() async throws -> [Duration] {
    try await client.onClientThread {
      var times: [Duration] = []
      for _ in 0..<Self.unaryCalls {
        let began = Instant.now()
        _ = try await client.feed.fetchFeedPage(FetchFeedPageRequest(pageSize: 20))
        times.append(.now() - began)
      }
      return times
    }
  }

  /// Asks for one picture after the other until it is cancelled: patterns keep the threads busy
  /// that draw, photos and WebP the workers.
  private func load(photo id: String, from first: Int) async throws {
    var number = first
    while !Task.isCancelled {
      let imageID = number.isMultiple(of: 2) ? id : "pattern:load-\(number).4x3"
      var variant = ImageVariant(imageID: imageID, width: 1200, height: 900, format: .webp)
      variant.quality = Int32(1 + number % 100)
      variant.width -= Int32(number / 100 % 100)
      _ = try await loader.picture(variant)
      number += 1
    }
  }
}
