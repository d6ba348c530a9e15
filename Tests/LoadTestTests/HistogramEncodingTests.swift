import Base
import Foundation
import Testing
import Waiting

@testable import LoadTest

/// The histograms are read by the PyPI package hdrhistogram.
@Suite(.timeLimit(.minutes(10))) struct HistogramEncodingTests {
  /// What hdrhistogram finds in a histogram.
  struct Found: Codable, Equatable {
    var count: Int
    var maximum: Int64
    var percentiles: [Int64]
  }

  static let fractions = [0.001, 0.25, 0.5, 0.75, 0.9, 0.99, 0.999, 1]

  static func readByPython(_ texts: [String]) throws -> [Found] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let given = ProcessInfo.processInfo.environment["FEEDRPC_PYTHON"]
    let process = ChildProgram()
    process.executableURL = URL(
      filePath: given ?? root.appending(path: ".build/python/bin/python").path
    )
    let program = """
      import json, sys
      from hdrh.histogram import HdrHistogram
      found = []
      for text in json.loads(sys.stdin.read()):
          histogram = HdrHistogram.decode(text)
          percentiles = [int(histogram.get_value_at_percentile(100 * part)) for part in \
      \(fractions)]
          found.append({"count": int(histogram.get_total_count()),
                        "maximum": int(histogram.get_max_value()), "percentiles": percentiles})
      print(json.dumps(found))
      """
    process.arguments = ["-c", program]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    // Shorter than what a pipe holds, so writing it first can't block.
    try input.fileHandleForWriting.write(contentsOf: try JSONEncoder().encode(texts))
    try input.fileHandleForWriting.close()
    let answer = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "no hdrhistogram: run scripts/setup --tests")
    return try JSONDecoder().decode([Found].self, from: answer)
  }

  static func histogram(_ values: some Sequence<Int64>) -> LogHistogram {
    var histogram = LogHistogram(precisionBits: LoadReport.precisionBits)
    for value in values { histogram.record(value) }
    return histogram
  }

  static var histograms: [LogHistogram] {
    var random = RandomGenerator(seed: 11)
    let edges = (0..<42).flatMap { [1 << $0 - 1, 1 << $0, 1 << $0 + 1] as [Int64] }
    let spread = (0..<5_000).map { _ in Int64.random(in: 0...1 << 33, using: &random) >> 5 }
    return [
      histogram([]), histogram([0]), histogram([1]), histogram([2_047]), histogram([2_048]),
      histogram(edges), histogram(spread), histogram(repeatElement(1_234_567, count: 70_000)),
    ]
  }

  @Test func theHistogramsAreReadByOthers() throws {
    let histograms = Self.histograms
    let found = try Self.readByPython(histograms.map(HistogramEncoding.text))
    for (histogram, found) in zip(histograms, found) {
      #expect(found.count == Int(histogram.count))
      // They tell bucket ends where we know the largest value itself.
      let tolerance = Double(histogram.maximum) / 1_000
      #expect(abs(Double(found.maximum - histogram.maximum)) <= tolerance)
      for (fraction, value) in zip(Self.fractions, found.percentiles) {
        let ours = histogram.quantile(fraction)
        #expect(abs(Double(value - ours)) <= Double(ours) / 1_000, "\(fraction)")
      }
    }
  }

  @Test func theBytesAreThoseOfTheFormat() {
    let bytes = HistogramEncoding.inner(Self.histogram([2, 2, 2, 5]))
    let header: [UInt8] =
      [0x1C, 0x84, 0x93, 0x13, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 3]
      + [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0x03, 0x46, 0x30, 0xB8, 0xA0, 0x00]
      + [0x3F, 0xF0, 0, 0, 0, 0, 0, 0]
    // Two empty buckets, 3, two empty buckets, 1; zigzag.
    #expect(bytes == header + [3, 6, 3, 2])
  }

  @Test func anEmptyHistogramHasNoCounts() {
    #expect(HistogramEncoding.inner(Self.histogram([])).count == 40)
  }
}
