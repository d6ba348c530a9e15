import Base
import FeedMessages
import RPC
import Rendering

@testable import FeedServices

/// A handler of image calls with a renderer whose source the test holds.
struct ImageStudio {
  let source: FakeSource
  let renderer: ImageRenderer
  let handler: ImageHandler

  /// With no `encoder` there is none that could name itself, and with no `feed` no photo;
  /// `laterEncoder` has come in its place when a picture is rendered.
  init(
    _ source: FakeSource = FakeSource(),
    encoder: String? = "build 1",
    laterEncoder: String? = nil,
    feed: Feed? = nil,
    deliveryBudget: DeliveryBudget = DeliveryBudget(),
    memoryFiles: MemoryFileAccess = .nobody
  ) {
    self.source = source
    renderer = ImageRenderer(
      ImageRenderer.Configuration(slots: 1, memoryCacheByteCount: 64 << 20),
      sources: feed == nil ? [.pattern: source] : [.pattern: source, .photo: source],
      codec: { laterEncoder ?? encoder ?? "" },
      // No time passes for renders: a slow test must not make them late.
      nextTick: { throw CancellationError() }
    )
    handler = ImageHandler(
      renderer,
      photos: (feed ?? Feed()).directory,
      viewers: Feed.viewers,
      deliveryBudget: deliveryBudget,
      memoryFiles: memoryFiles
    ) { () async throws(EncodingError) in
      guard let encoder else { throw .unavailable }
      return encoder
    }
  }

  static func request(
    _ id: String = "pattern:a.8x8",
    width: Int32 = 8,
    height: Int32 = 8,
    format: FeedMessages.ImageFormat = .jpeg,
    quality: Int32 = 0
  ) -> StreamImageRequest {
    StreamImageRequest(
      variant: FeedMessages.ImageVariant(
        imageID: id,
        width: width,
        height: height,
        format: format,
        quality: quality
      )
    )
  }

  /// What a call answers.
  func stream(
    _ request: StreamImageRequest = request(),
    _ call: FakeCall = FakeCall()
  ) async throws(RPCError) -> [StreamImageResponse] {
    try await handler.streamImage(request, ResponseWriter(call), call)
    do { return try call.responses() } catch { throw RPCError(.internal, "\(error)") }
  }

  /// The header of what a call answers.
  func header(
    _ request: StreamImageRequest = request(),
    _ call: FakeCall = FakeCall()
  ) async throws(RPCError) -> ImageHeader {
    guard let header = try await stream(request, call).first?.header else {
      throw RPCError(.internal, "no header")
    }
    return header
  }

  /// What the renderer does now.
  struct Work: Equatable {
    var rendering = 0
    var coalesced = 0
    var queuedVisible = 0
    var queuedPrefetch = 0
  }

  /// Waits until the renderer does that; the suite's time limit ends what never comes.
  func wait(until work: Work) async {
    let changes = await renderer.changes()
    if await self.work() == work { return }
    for await _ in changes where await self.work() == work { return }
  }

  private func work() async -> Work {
    let numbers = await renderer.statistics()
    return Work(
      rendering: numbers.rendering,
      coalesced: numbers.requestsCoalesced,
      queuedVisible: numbers.queuedVisible,
      queuedPrefetch: numbers.queuedPrefetch
    )
  }

  func shutDown() async { await renderer.shutDown() }
}
