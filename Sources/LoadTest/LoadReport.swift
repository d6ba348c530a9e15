package import Base
import FeedMessages
package import RPC

/// How one call of a load went.
package struct CallRecord: Hashable, Sendable {
  /// When it should have started.
  package var intendedAt: Instant
  /// When it did.
  package var startedAt: Instant
  package var endedAt: Instant
  /// When the first message was there; nil: none came.
  package var firstMessageAt: Instant?
  /// Bytes of its messages.
  package var byteCount: Int
  package var code: StatusCode
  /// What the server said of it.
  package var message: String

  package init(
    intendedAt: Instant,
    startedAt: Instant,
    endedAt: Instant,
    firstMessageAt: Instant? = nil,
    byteCount: Int = 0,
    code: StatusCode = .ok,
    message: String = ""
  ) {
    self.intendedAt = intendedAt
    self.startedAt = startedAt
    self.endedAt = endedAt
    self.firstMessageAt = firstMessageAt
    self.byteCount = byteCount
    self.code = code
    self.message = message
  }
}

/// What came of a load, in numbers whose size does not grow with the calls.
///
/// Times are nanoseconds, precise to a thousandth, and those of calls that ended with OK,
/// but for gaps, which count as they come.
package struct LoadReport: Equatable, Sendable {
  /// As many as HdrHistogram needs for three digits.
  package static let precisionBits = 10

  /// From a call's start to its end.
  package private(set) var serviceTimes = LogHistogram(precisionBits: precisionBits)
  /// From when a call should have started to its end.
  package private(set) var responseTimes = LogHistogram(precisionBits: precisionBits)
  /// From a call's start to its first message.
  package private(set) var firstMessageTimes = LogHistogram(precisionBits: precisionBits)
  /// Between the messages of a call.
  package private(set) var gaps = LogHistogram(precisionBits: precisionBits)
  /// How long the renders stood in the queue that calls of the load have started.
  package private(set) var queueTimes = LogHistogram(precisionBits: precisionBits)
  /// How long those renders took: to draw or decode, and to encode.
  package private(set) var renderTimes = LogHistogram(precisionBits: precisionBits)
  /// How pictures were made, where there are some.
  package private(set) var images = ImageTally()
  /// Calls by the status that they ended with.
  package private(set) var codes: [StatusCode: Int] = [:]
  /// What the server said of one call with a status.
  package private(set) var examples: [StatusCode: String] = [:]
  /// Bytes of all messages that came.
  package private(set) var byteCount = 0
  /// Calls that started `LoadLimits.delay` or more after their moment.
  package private(set) var delayedCount = 0
  package private(set) var timeline = LoadTimeline()
  /// What came of each step, where the load has some.
  package var steps: LoadSteps?
  /// Calls that were given up: the load was interrupted, what they were for had gone, or to try
  /// cancelling.
  package var givenUpCount = 0
  /// Calls that an open loop should have started and did not.
  package var droppedCount = 0
  /// From the end of the warm-up to the end of the last call.
  package var elapsed = Duration.zero
  /// What the tester took of the processors meanwhile.
  package var processorTime = Duration.zero

  package init() {}

  /// Counts a call that ended by itself, `start` being the end of the warm-up.
  package mutating func record(_ call: CallRecord, since start: Instant) {
    codes[call.code, default: 0] += 1
    if !call.message.isEmpty, examples[call.code] == nil { examples[call.code] = call.message }
    byteCount += call.byteCount
    if call.startedAt - call.intendedAt >= LoadLimits.delay { delayedCount += 1 }
    let response = call.endedAt.nanoseconds - call.intendedAt.nanoseconds
    let first = call.firstMessageAt.map { $0.nanoseconds - call.startedAt.nanoseconds }
    let isWell = call.code == .ok
    if isWell {
      responseTimes.record(response)
      serviceTimes.record(call.endedAt.nanoseconds - call.startedAt.nanoseconds)
      if let first { firstMessageTimes.record(first) }
    }
    steps?.record(startedAt: call.intendedAt - start, isWell: isWell, response: response)
    count(&timeline[at: call.endedAt - start])

    func count(_ stretch: inout LoadTimeline.Stretch) {
      stretch.callCount += 1
      stretch.byteCount += call.byteCount
      guard isWell else {
        stretch.failedCount += 1
        return
      }
      stretch.responseTimes.record(response)
      if let first { stretch.firstMessageTimes.record(first) }
    }
  }

  /// Counts a picture that came, besides its call.
  ///
  /// - Throws: where its bytes are others than those of an earlier one with its etag.
  package mutating func record(_ image: ReceivedImage) throws(LoadFailure) {
    try images.record(image)
    guard image.source == .rendered else { return }
    let trace = image.trace
    queueTimes.record(trace.queuedMicroseconds.inNanoseconds)
    let (sum, isTooLarge) = trace.sourceMicroseconds.addingReportingOverflow(
      trace.encodeMicroseconds
    )
    renderTimes.record((isTooLarge ? .max : sum).inNanoseconds)
  }

  /// Counts the time between two messages of a call.
  package mutating func recordGap(_ gap: Duration) { gaps.record(gap.nanoseconds) }
}

// MARK: - Results

extension LoadReport {
  /// Calls that ended by themselves, well or not.
  package var callCount: Int { codes.values.reduce(0, +) }

  /// Calls that ended with another status than OK.
  package var failedCount: Int { callCount - (codes[.ok] ?? 0) }

  package var callsPerSecond: Double { perSecond(callCount) }

  package var bytesPerSecond: Double { perSecond(byteCount) }

  /// What part of one processor the tester took.
  package var processorShare: Double { processorTime.seconds / max(elapsed.seconds, 1e-9) }

  private func perSecond(_ count: Int) -> Double { Double(count) / max(elapsed.seconds, 1e-9) }

  /// The times that were taken, with the names that thresholds and reports know them by.
  package var times: [(name: LoadTimes, histogram: LogHistogram)] {
    LoadTimes.allCases.map { ($0, self[$0]) }
  }

  package subscript(times: LoadTimes) -> LogHistogram {
    switch times {
    case .response: responseTimes
    case .service: serviceTimes
    case .first: firstMessageTimes
    case .gap: gaps
    case .queue: queueTimes
    case .render: renderTimes
    }
  }
}

/// What a load takes the time of.
package enum LoadTimes: String, CaseIterable, Sendable {
  case response, service, first, gap, queue, render

  /// What it is, for people.
  package func title(of unit: LoadUnit) -> String {
    switch self {
    case .response: "response"
    case .service: "service"
    case .first: "first \(unit.piece)"
    case .gap: "between \(unit.piece)s"
    case .queue: "render's wait"
    case .render: "render"
    }
  }
}

/// What a load makes many of.
package enum LoadUnit: String, Sendable {
  case call, stream

  /// What comes of one, piece by piece.
  package var piece: String {
    switch self {
    case .call: "message"
    case .stream: "chunk"
    }
  }
}

extension Int64 {
  /// Of microseconds that somebody else says; as many as there can be.
  fileprivate var inNanoseconds: Int64 {
    let (product, isTooLarge) = multipliedReportingOverflow(by: 1_000)
    return isTooLarge ? .max : product
  }
}
