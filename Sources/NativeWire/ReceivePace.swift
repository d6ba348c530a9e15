import Base

/// Whether a frame that has begun arrives fast enough.
///
/// A frame has `headerPatience` from its first byte, and a second more for each
/// `bodyByteCountPerSecond` bytes of its body that arrived. Time in which we did not read does not
/// count.
struct ReceivePace: Sendable {
  private let patienceNanoseconds: Int64
  private let nanosecondsPerByte: Int64
  private var start: Instant?
  private var wasPaused = false
  /// When the frame is late, `Instant.never` where none has begun.
  private(set) var deadline = Instant.never

  init(_ limits: NativeLimits) {
    patienceNanoseconds = limits.headerPatience.nanoseconds
    nanosecondsPerByte = 1_000_000_000 / Int64(max(1, limits.bodyByteCountPerSecond))
  }

  /// A frame is complete, so the next bytes belong to another.
  mutating func frameEnded() {
    guard start != nil else { return }
    start = nil
    wasPaused = false
    deadline = .never
  }

  /// Notes what is there of a frame once all input was looked at.
  mutating func update(_ unfinished: FrameDecoder.Unfinished, isReading: Bool, at now: Instant) {
    if !isReading { wasPaused = true }
    switch unfinished {
    case .none: frameEnded()
    case .header: setDeadline(receivedByteCount: 0, at: now)
    case .body(let receivedByteCount): setDeadline(receivedByteCount: receivedByteCount, at: now)
    }
  }

  /// True where a frame is late.
  ///
  /// Where reading was paused meanwhile it gets its time anew.
  mutating func isLate(isReading: Bool, at now: Instant) -> Bool {
    guard now >= deadline else { return false }
    guard wasPaused || !isReading else { return true }
    wasPaused = !isReading
    start = now
    deadline = now.advanced(byNanoseconds: patienceNanoseconds)
    return false
  }

  private mutating func setDeadline(receivedByteCount: Int, at now: Instant) {
    let begin = start ?? now
    start = begin
    let earned = Int64(receivedByteCount) * nanosecondsPerByte
    deadline = begin.advanced(byNanoseconds: patienceNanoseconds + earned)
  }
}
