/// One direction of a call: what one peer has said so far.
///
/// A call is two of these, and neither needs to know the other's state. The state only moves
/// forward.
struct HalfStream: Equatable, Sendable {
  /// Something the peer that owns this direction may do.
  enum Input: CaseIterable, Sendable {
    case headers, message, end
  }

  private enum State: Equatable, Sendable { case idle, open, flowing, ended }
  private var state: State

  init() { state = .idle }

  private init(_ state: State) { self.state = state }

  /// A direction in which nothing more comes.
  static var ended: HalfStream { HalfStream(.ended) }

  /// True once the direction has ended; nothing more may be said in it.
  var hasEnded: Bool { state == .ended }

  /// True while headers may come: once, and before the first message.
  var mayHaveHeaders: Bool { state == .idle }

  /// Applies one input; false, changing nothing, where the peer may not do this now.
  @discardableResult
  mutating func receive(_ input: Input) -> Bool {
    switch (state, input) {
    case (.idle, .headers): state = .open
    case (.idle, .message), (.open, .message), (.flowing, .message): state = .flowing
    case (.idle, .end), (.open, .end), (.flowing, .end): state = .ended
    case (.open, .headers), (.flowing, .headers), (.ended, .headers), (.ended, .message),
      (.ended, .end):
      return false
    }
    return true
  }
}
