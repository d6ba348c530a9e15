import Base
import Waiting

/// A clock that shows a time when the test says so.
final class HandClock: Sendable {
  private struct State {
    var lookCount = 0
    var looking: CheckedContinuation<Instant, any Error>?
    var isCancelled = false
  }

  private let state = Watched(State())

  /// How often somebody has begun to wait for the next time.
  var lookCount: Int { state.value.lookCount }

  /// What a renderer waits with.
  @Sendable func nextTick() async throws -> Instant {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isCancelled = state.change { state in
          state.lookCount += 1
          if !state.isCancelled { state.looking = continuation }
          return state.isCancelled
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      let looking = state.change { state in
        state.isCancelled = true
        defer { state.looking = nil }
        return state.looking
      }
      looking?.resume(throwing: CancellationError())
    }
  }

  /// Shows `time` to whoever looks, as soon as somebody does.
  func tick(_ time: Instant) async throws {
    try await state.until { $0.looking == nil ? nil : true }
    let looking = state.change { state in
      defer { state.looking = nil }
      return state.looking
    }
    looking?.resume(returning: time)
  }

  /// Waits until somebody has begun to wait that many times.
  func waitForLook(_ count: Int) async throws {
    try await state.until { $0.lookCount >= count ? true : nil }
  }
}
