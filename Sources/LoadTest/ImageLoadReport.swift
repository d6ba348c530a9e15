package import Base
package import FeedMessages
import RPC

/// How one call of a load ended.
package enum ImageCallOutcome: Hashable, Sendable {
  /// The picture came, after these times since the call's start.
  case received(ReceivedImage, firstBytes: Duration, whole: Duration)
  case failed(LoadFailure)
  /// The load was interrupted before the call ended.
  case givenUp
}

/// What came of the calls of a load.
///
/// Reports of parts of a load add up to the report of the whole, in any order.
package struct ImageLoadReport: Equatable, Sendable {
  /// Failures of one kind.
  package struct Failures: Hashable, Sendable {
    package var count: Int
    /// One of them.
    package var example: LoadFailure
  }

  /// Precise to less than a hundredth.
  private static let precisionBits = 7

  /// Times until the first bytes of a picture, in nanoseconds.
  package private(set) var firstBytes = LogHistogram(precisionBits: precisionBits)
  /// Times until the last byte of a picture, in nanoseconds.
  package private(set) var whole = LogHistogram(precisionBits: precisionBits)
  /// Bytes of all pictures.
  package private(set) var byteCount = 0
  package private(set) var givenUpCount = 0
  private var sources: [ImageSource: Int] = [:]
  private var failuresByKind: [LoadFailure.Kind: Failures] = [:]
  /// How often each content came, by etag: all of one etag should be one.
  private var contents: [String: [ImageContent: Int]] = [:]

  package init() {}

  /// Counts a call.
  package mutating func record(_ outcome: ImageCallOutcome) {
    switch outcome {
    case .received(let image, let firstBytes, let whole):
      self.firstBytes.record(firstBytes.nanoseconds)
      self.whole.record(whole.nanoseconds)
      byteCount += image.content.byteCount
      sources[image.source, default: 0] += 1
      contents[image.etag, default: [:]][image.content, default: 0] += 1
    case .failed(let failure): add(Failures(count: 1, example: failure), of: failure.kind)
    case .givenUp: givenUpCount += 1
    }
  }

  /// Counts all calls of another report.
  package mutating func merge(_ other: ImageLoadReport) {
    firstBytes.merge(other.firstBytes)
    whole.merge(other.whole)
    byteCount += other.byteCount
    givenUpCount += other.givenUpCount
    sources.merge(other.sources, uniquingKeysWith: +)
    for (kind, failures) in other.failuresByKind { add(failures, of: kind) }
    contents.merge(other.contents) { $0.merging($1, uniquingKeysWith: +) }
  }

  private mutating func add(_ more: Failures, of kind: LoadFailure.Kind) {
    failuresByKind[kind, default: Failures(count: 0, example: more.example)].count += more.count
  }
}

// MARK: - Results

extension ImageLoadReport {
  /// Calls that ended by themselves, well or not.
  package var callCount: Int { receivedCount + failures.reduce(0) { $0 + $1.count } }

  /// Pictures that came whole.
  package var receivedCount: Int { Int(whole.count) }

  /// How many pictures came from a source.
  package func count(from source: ImageSource) -> Int { sources[source] ?? 0 }

  /// Pictures whose header names none of the known sources.
  package var countFromUnknown: Int {
    let known: [ImageSource] = [.rendered, .coalesced, .memoryCache, .diskCache]
    return receivedCount - known.reduce(0) { $0 + count(from: $1) }
  }

  /// Failures of each kind, by status code, wrong answers last.
  package var failures: [Failures] {
    failuresByKind.sorted { Self.rank($0.key) < Self.rank($1.key) }.map(\.value)
  }

  /// Pictures whose bytes are others than those of most pictures with their etag.
  package var strayCount: Int {
    contents.values.reduce(0) { sum, counts in
      sum + counts.values.reduce(0, +) - (counts.values.max() ?? 0)
    }
  }

  /// Calls that did not give the picture they should.
  package var failedCount: Int { callCount - receivedCount + strayCount }

  private static func rank(_ kind: LoadFailure.Kind) -> Int32 {
    switch kind {
    case .status(let code): code.rawValue
    case .wrongAnswer: .max
    }
  }
}
