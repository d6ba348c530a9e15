import Base

@testable import Rendering

/// A key that differs from others by its seed and side.
func sampleKey(_ seed: String = "a", side: Int = 8, format: ImageFormat = .rgba8) -> RenderKey {
  let variant = ImageVariant(
    imageID: "pattern:\(seed).1x1",
    width: side,
    height: side,
    format: format
  )
  do { return try RenderKey(variant) } catch { fatalError("a sample is well formed: \(error)") }
}

func sampleClient(_ connection: Int, uid: Int = 1) -> RenderClient {
  RenderClient(uid: UInt32(uid), connection: UInt64(connection))
}

extension ImageRenderer {
  /// Waits until it is so; the suite's time limit ends what never comes.
  func wait(until isSo: @Sendable (isolated ImageRenderer) -> Bool) async {
    let changes = changes()
    if isSo(self) { return }
    for await _ in changes where isSo(self) { return }
  }
}

extension Instant {
  static func at(milliseconds: Int) -> Instant {
    Instant(nanoseconds: Int64(milliseconds) * 1_000_000)
  }
}

extension CostEstimate {
  static func lasting(milliseconds: Int, byteCount: Int = 0) -> CostEstimate {
    CostEstimate(time: .milliseconds(milliseconds), byteCount: byteCount)
  }
}
