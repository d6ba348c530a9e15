import Base

/// Whether a frame that has begun arrives fast enough.
///
/// It has `framePatience` from when it began, and a second more for each `bodyByteCountPerSecond`
/// bytes that it announced. Time in which we did not read does not count.
struct ReceivePace: Sendable {
  private let patience: Duration
  private let nanosecondsPerByte: Int64
  private var start: Instant?
  private var wasPaused = false
  /// When the frame is late; `Instant.never` where none has begun.
  private(set) var deadline = Instant.never

  init(_ limits: HTTP2Limits) {
    patience = limits.framePatience
    nanosecondsPerByte = 1_000_000_000 / Int64(max(1, limits.bodyByteCountPerSecond))
  }

  /// Tells what the bytes that arrived end in, and whether a frame began with them.
  mutating func update(
    _ unfinished: FrameScanner.Unfinished,
    hasBegun: Bool,
    isReading: Bool,
    at now: Instant
  ) {
    wasPaused = !isReading
    switch unfinished {
    case .nothing:
      start = nil
      deadline = .never
      return
    case .header, .payload: if hasBegun || start == nil { start = now }
    }
    setDeadline(unfinished)
  }

  /// True where the frame is late; one that was not read meanwhile gets its time anew.
  mutating func isLate(isReading: Bool, at now: Instant) -> Bool {
    guard now >= deadline else { return false }
    guard wasPaused || !isReading else { return true }
    wasPaused = !isReading
    start = now
    deadline = now + patience
    return false
  }

  private mutating func setDeadline(_ unfinished: FrameScanner.Unfinished) {
    guard let start else { return }
    switch unfinished {
    case .nothing, .header: deadline = start + patience
    case .payload(let byteCount):
      deadline = (start + patience).advanced(byNanoseconds: Int64(byteCount) * nanosecondsPerByte)
    }
  }
}
