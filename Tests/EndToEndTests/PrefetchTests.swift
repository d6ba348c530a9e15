import FeedClient
import Testing
import Waiting

/// Wishes ahead of a scroll, on a running daemon.
@Suite(.timeLimit(.minutes(10)))
struct PrefetchTests {
  private func wish(_ tag: Int, _ seed: String, side: Int = 64) -> PrefetchItem {
    PrefetchItem(tag: UInt64(tag), variant: Self.variant(seed, side: side))
  }

  private static func variant(_ seed: String, side: Int = 64) -> ImageVariant {
    ImageVariant(imageID: "pattern:\(seed).\(side)x\(side)", format: .rgba8)
  }

  @Test func whatIsWantedIsInTheCacheOnceItIsReady() async throws {
    try await withDaemon { daemon in
      let client = try daemon.client()
      var (requests, responses) = try await client.images.prefetchImages()
      let bad = PrefetchItem(tag: 9, variant: ImageVariant(imageID: "nothing"))
      try await requests.send(PrefetchImagesRequest(wanted: [wish(1, "a"), bad, wish(2, "b")]))
      var told: [UInt64: PrefetchImagesResponse] = [:]
      while told.count < 3, let state = try await responses.next() { told[state.tag] = state }
      #expect(told[1]?.state == .ready && told[2]?.state == .ready)
      #expect(told[9]?.state == .failed && told[9]?.code == 3 && told[9]?.message.isEmpty == false)
      let image = try await client.image(Self.variant("b"))
      #expect(image.header.source == .memoryCache && image.bytes.count == 64 * 64 * 4)
      let trace = try #require(image.header.trace)
      #expect(trace.queuedMicroseconds == 0 && trace.sourceMicroseconds == 0 && trace.waiters == 0)
      await requests.endMessages()
      #expect(try await responses.next() == nil)
    }
  }

  @Test func aVisiblePictureGoesBeforeFiveHundredWishes() async throws {
    try await withDaemon { daemon in
      let client = try daemon.client()
      let (requests, _) = try await client.images.prefetchImages()
      let wanted = (0..<500).map { wish($0, "row\($0)", side: 400) }
      try await requests.send(PrefetchImagesRequest(wanted: wanted))
      try await daemon.untilStats(client) { ($0.images?.rendersStarted ?? 0) > 0 }
      let image = try await client.image(Self.variant("row400", side: 400))
      #expect(image.header.source == .rendered)
      let images = try await client.admin.getStats(GetStatsRequest()).stats?.images
      // A few were done before it was asked for, and a few since it was sent.
      #expect(images.map { $0.rendersFinished < 300 } == true)
      #expect(images.map { $0.queuedPrefetch < 20 } == true)
      requests.call.cancel()
    }
  }

  @Test func aPictureInMemoryIsThereWhileAThousandAreWanted() async throws {
    try await withDaemon(["--log-level", "debug"]) { daemon in
      let client = try daemon.client()
      _ = try await client.image(Self.variant("kept"))
      let (requests, _) = try await client.images.prefetchImages()
      let wanted = (0..<1_000).map { wish($0, "row\($0)", side: 400) }
      try await requests.send(PrefetchImagesRequest(wanted: wanted))
      try await daemon.untilStats(client) { ($0.images?.rendersStarted ?? 0) > 1 }
      // A busy machine may hold up some of them.
      var waits: [Int64] = []
      for _ in 0..<20 {
        let image = try await client.image(Self.variant("kept"))
        guard image.header.source == .memoryCache else {
          // Only where the system was short of memory, and half of the cache went.
          let log = daemon.process.errors.value.lines
          #expect(log.contains { $0.contains("memory_pressure") })
          continue
        }
        waits.append(image.header.trace?.waitedMicroseconds ?? .max)
      }
      #expect(waits.min().map { $0 < 5_000 } == true, "\(waits)")
      requests.call.cancel()
    }
  }

  @Test func aListReplacesTheOneBefore() async throws {
    try await withDaemon { daemon in
      let client = try daemon.client()
      var (requests, responses) = try await client.images.prefetchImages()
      let wanted = (0..<100).map { wish($0, "row\($0)", side: 1_000) }
      try await requests.send(PrefetchImagesRequest(wanted: wanted))
      try await requests.send(PrefetchImagesRequest(wanted: [wish(99, "row99", side: 1_000)]))
      var told: [UInt64: PrefetchState] = [:]
      while told[99] == nil, let next = try await responses.next() { told[next.tag] = next.state }
      #expect(told.count == 100 && told[99] == .ready)
      #expect(told.values.count { $0 == .dropped } > 50)
      await requests.endMessages()
      #expect(try await responses.next() == nil)
    }
  }

  @Test func whatIsWantedIsDroppedWithTheConnection() async throws {
    try await withDaemon { daemon in
      let watcher = try daemon.client()
      let client = try daemon.client()
      let (requests, _) = try await client.images.prefetchImages()
      let wanted = (0..<1_000).map { wish($0, "row\($0)", side: 4_000) }
      try await requests.send(PrefetchImagesRequest(wanted: wanted))
      try await daemon.untilStats(watcher) { ($0.images?.rendersStarted ?? 0) > 0 }
      client.close()
      try await daemon.untilStats(watcher) { stats in
        stats.images?.rendering == 0 && stats.images?.queuedPrefetch == 0
          && stats.callsInFlight(ImageServiceMethods.prefetchImages) == 0
      }
      let images = try await watcher.admin.getStats(GetStatsRequest()).stats?.images
      #expect(images.map { $0.rendersStarted < 100 } == true)
      requests.call.cancel()
    }
  }
}
