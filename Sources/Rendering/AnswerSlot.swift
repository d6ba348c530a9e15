import Base

/// Where one waiting call gets its answer: exactly one, from whoever comes first.
///
/// The renderer answers it, or the cancellation of the call, which may come from any thread, also
/// before the call waits.
final class AnswerSlot: Sendable {
  typealias Answer = Result<RenderedImage, RenderError>

  private enum State {
    case unregistered
    case waiting(CheckedContinuation<Answer, Never>)
    /// Cancelled before it waited.
    case cancelled
    case answered
  }

  private let state = Lock(State.unregistered)

  /// Waits with `continuation`.
  ///
  /// Returns false where the call is cancelled already: then it has been resumed.
  func register(_ continuation: CheckedContinuation<Answer, Never>) -> Bool {
    let isFirst = state.withLock { state in
      switch state {
      case .unregistered:
        state = .waiting(continuation)
        return true
      case .cancelled:
        state = .answered
        return false
      case .waiting, .answered: preconditionFailure("a call waits once")
      }
    }
    if !isFirst { continuation.resume(returning: .failure(.cancelled)) }
    return isFirst
  }

  /// Answers the call, unless it has been cancelled.
  func answer(_ answer: Answer) {
    let continuation: CheckedContinuation<Answer, Never>? = state.withLock { state in
      switch state {
      case .waiting(let continuation):
        state = .answered
        return continuation
      // The answer and a cancellation may cross.
      case .answered: return nil
      case .unregistered, .cancelled: preconditionFailure("only calls that wait are answered")
      }
    }
    continuation?.resume(returning: answer)
  }

  /// Answers the call with `cancelled`, unless it has been answered.
  func cancel() {
    let continuation: CheckedContinuation<Answer, Never>? = state.withLock { state in
      switch state {
      case .unregistered:
        state = .cancelled
        return nil
      case .waiting(let continuation):
        state = .answered
        return continuation
      case .cancelled, .answered: return nil
      }
    }
    continuation?.resume(returning: .failure(.cancelled))
  }
}
