import FeedClient
import Testing

/// Callers who give up, while others wait for the same picture.
@Suite(.timeLimit(.minutes(10)))
struct ImageCancellationTests {
  /// Takes longer to draw than it takes to join it.
  private static func slow(_ seed: String, side: Int = 1_024) -> ImageVariant {
    ImageVariant(imageID: "pattern:\(seed).\(side)x\(side)", format: .rgba8)
  }

  @Test func theFirstCallersCancelDoesNotHurtTheSecond() async throws {
    try await withDaemon { daemon in
      let client = try daemon.client()
      let occupant = try await Self.occupant(of: daemon, client)
      let first = Task { try await client.image(Self.slow("shared")) }
      try await daemon.untilStats(client) { $0.images?.queuedVisible == 1 }
      let second = Task { try await client.image(Self.slow("shared")) }
      try await daemon.untilStats(client) { $0.images?.requestsCoalesced == 1 }
      first.cancel()
      let error = await #expect(throws: RPCError.self) { try await first.value }
      #expect(error?.code == .cancelled)
      occupant.cancel()
      let image = try await second.value
      #expect(image.header.source == .coalesced && image.bytes.count == 1_024 * 1_024 * 4)
      try await daemon.untilStats(client) { stats in
        stats.images?.rendersStarted == 2 && stats.images?.rendersFinished == 1
          && stats.callsInFlight(ImageServiceMethods.streamImage) == 0
      }
    }
  }

  @Test func theLastWaitersCancelStopsTheWork() async throws {
    try await withDaemon { daemon in
      let client = try daemon.client()
      let running = Task { try await client.image(Self.slow("running", side: 8_192)) }
      try await daemon.untilStats(client) { $0.images?.rendering == 1 }
      let queued = Task { try await client.image(Self.slow("queued", side: 64)) }
      try await daemon.untilStats(client) { $0.images?.queuedVisible == 1 }
      queued.cancel()
      try await daemon.untilStats(client) { $0.images?.queuedVisible == 0 }
      running.cancel()
      try await daemon.untilStats(client) { $0.images?.rendering == 0 }
      for task in [running, queued] {
        let error = await #expect(throws: RPCError.self) { try await task.value }
        #expect(error?.code == .cancelled)
      }
      try await daemon.untilStats(client) { ($0.images?.rendersCancelled ?? 0) >= 1 }
      // Nothing of what was given up is inherited.
      let again = try await client.image(Self.slow("queued", side: 64))
      #expect(again.header.source == .rendered)
    }
  }

  @Test func aDeadlineEndsOneWaiterOnly() async throws {
    try await withDaemon { daemon in
      let client = try daemon.client()
      let occupant = try await Self.occupant(of: daemon, client)
      let patient = Task { try await client.image(Self.slow("deadline")) }
      try await daemon.untilStats(client) { $0.images?.queuedVisible == 1 }
      let error = await status { () async throws(RPCError) in
        try await client.images.streamImage(
          StreamImageRequest(variant: Self.slow("deadline")),
          options: CallOptions(timeout: .milliseconds(1))
        ).reduceAll()
      }
      #expect(error?.code == .deadlineExceeded)
      occupant.cancel()
      let image = try await patient.value
      #expect(image.header.source == .rendered)
    }
  }

  @Test func aReaderThatLeavesEndsItsHandler() async throws {
    try await withDaemon { daemon in
      let client = try daemon.client()
      let request = StreamImageRequest(variant: Self.slow("left"), chunkBytes: 1_024)
      // Four megabytes that are not read: the handler waits for room.
      var stream: ResponseStream? = try await client.images.streamImage(request)
      let first = try await stream?.next()
      #expect(first?.header != nil)
      try await daemon.untilStats(client) {
        $0.callsInFlight(ImageServiceMethods.streamImage) == 1
      }
      stream = nil
      try await daemon.untilStats(client) {
        $0.callsInFlight(ImageServiceMethods.streamImage) == 0
      }
    }
  }

  /// A call whose picture keeps the only render thread until it is cancelled: what comes meanwhile
  /// waits, however slow the machine is.
  private static func occupant(
    of daemon: DaemonProcess,
    _ client: FeedClient
  ) async throws -> Task<Void, any Error> {
    let call = Task { _ = try await client.image(slow("occupant", side: 8_192)) }
    try await daemon.untilStats(client) { $0.images?.rendering == 1 }
    return call
  }
}
