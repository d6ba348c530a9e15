import Base
import Rendering
import Waiting

/// A source of pictures of a known number of bytes, whose renders can be held.
final class FakeSource: PictureSource {
  private struct State {
    var byteCount = 10
    var failure: RenderError?
    var isHeld = false
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  }

  private let state = Lock(State())
  private let names = Watched<[String]>([])

  init(byteCount: Int = 10, failure: RenderError? = nil, isHeld: Bool = false) {
    state.withLock { state in
      state.byteCount = byteCount
      state.failure = failure
      state.isHeld = isHeld
    }
  }

  /// One whose pictures are no more what they were.
  static func damaged() -> FakeSource { FakeSource(failure: .sourceDamaged) }

  /// Renders that have begun.
  var startCount: Int { started.count }

  /// The names of the pictures whose renders have begun, in order.
  var started: [String] { names.value }

  /// Waits until so many renders have begun.
  func wait(untilStarted count: Int) async throws {
    try await names.until { $0.count >= count ? true : nil }
  }

  /// Holds the renders that begin from here on.
  func hold() { state.withLock { $0.isHeld = true } }

  /// Lets all renders go on.
  func release() {
    let waiting = state.withLock { state in
      state.isHeld = false
      defer { state.waiting = [:] }
      return state.waiting.values
    }
    for continuation in waiting { continuation.resume() }
  }

  func estimate(_: RenderKey) -> CostEstimate { CostEstimate(time: .seconds(1_000), byteCount: 1) }

  func render(_ key: RenderKey) async throws(RenderError) -> RenderProduct {
    let number = names.change { names in
      names.append(key.name)
      return names.count
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isHeld = state.withLock { state in
          let isHeld = state.isHeld && !Task.isCancelled
          if isHeld { state.waiting[number] = continuation }
          return isHeld
        }
        if !isHeld { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: number) }?.resume()
    }
    if Task.isCancelled { throw .cancelled }
    let (byteCount, failure) = state.withLock { ($0.byteCount, $0.failure) }
    if let failure { throw failure }
    return RenderProduct(
      bytes: Bytes((0..<byteCount).map { UInt8(truncatingIfNeeded: $0) }),
      width: key.width,
      height: key.height,
      sourceTime: .microseconds(30),
      encodeTime: .microseconds(20)
    )
  }
}
