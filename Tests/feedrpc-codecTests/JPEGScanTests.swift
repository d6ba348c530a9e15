import Testing

@testable import feedrpc_codec

@Suite struct JPEGScanTests {
  private static let start: [UInt8] = [0xff, 0xd8]
  private static let end: [UInt8] = [0xff, 0xd9]
  /// A progressive frame of 0x0203 rows of 0x0405.
  private static let frame: [UInt8] = [0xff, 0xc2, 0, 8, 8, 2, 3, 4, 5, 0]
  private static let table: [UInt8] = [0xff, 0xc4, 0, 4, 0xff, 0xda]
  /// A scan whose data has a stuffed 0xff and a restart.
  private static let scan: [UInt8] =
    [0xff, 0xda, 0, 3, 1] + [1, 2, 0xff, 0, 3, 0xff, 0xd0, 4, 5]

  private static func read(_ bytes: [UInt8]) -> JPEGScan? {
    bytes.withUnsafeBytes { JPEGScan($0) }
  }

  private static func scanCount(_ parts: [UInt8]...) -> Int? {
    read(start + parts.flatMap(\.self) + end)?.scanCount
  }

  @Test func theFrameSaysTheSize() {
    let scan = Self.read(Self.start + Self.frame + Self.scan + Self.end)
    #expect(scan?.width == 0x0405)
    #expect(scan?.height == 0x0203)
    #expect(scan?.scanCount == 1)
  }

  @Test func scansAreCounted() {
    #expect(Self.scanCount(Self.frame) == 0)
    #expect(Self.scanCount(Self.frame, Self.scan, Self.table, Self.scan, Self.scan) == 3)
  }

  @Test func whatIsInsideASegmentIsNoMarker() {
    #expect(Self.scanCount(Self.frame, Self.table) == 0)
    let comment: [UInt8] = [0xff, 0xfe, 0, 2 + 14] + Self.scan
    #expect(Self.scanCount(Self.frame, comment, Self.scan) == 1)
  }

  @Test func fillersAndWhatADecoderSkipsAreSkipped() {
    #expect(Self.scanCount(Self.frame, [0xff, 0xff, 0xff], Self.scan) == 1)
    #expect(Self.scanCount([1, 2, 0xff, 0x01], Self.frame, [9, 9], Self.scan) == 1)
  }

  /// A decoder takes a length that does not count itself as that of nothing.
  @Test(arguments: [0, 1] as [UInt8])
  func aSegmentWithoutALengthHidesNothing(count: UInt8) {
    #expect(Self.scanCount(Self.frame, [0xff, 0xfe, 0, count], Self.scan, Self.scan) == 2)
    #expect(Self.scanCount(Self.frame, [0xff, 0xfe, 0, 2], Self.scan, Self.scan) == 2)
    #expect(Self.scanCount([0xff, 0xc2, 0, count], Self.frame) == nil)
  }

  /// Where a decoder looks for a restart, it passes over them and nothing else.
  @Test(arguments: [0x02, 0xbf] as [UInt8])
  func aReservedMarkerHidesNothing(marker: UInt8) {
    #expect(Self.scanCount(Self.frame, [0xff, marker, 0, 20], Self.scan) == 1)
    #expect(Self.scanCount(Self.frame, Self.scan, [0xff, marker, 0, 20], Self.scan) == 2)
  }

  @Test func nothingCountsBehindTheEnd() {
    #expect(Self.read(Self.start + Self.frame + Self.end + Self.scan)?.scanCount == 0)
  }

  @Test func onlyTheFirstFrameCounts() {
    let other: [UInt8] = [0xff, 0xc0, 0, 8, 8, 0, 1, 0, 1, 0]
    let scan = Self.read(Self.start + Self.frame + other + Self.end)
    #expect(scan?.width == 0x0405)
  }

  @Test(arguments: [0xc4, 0xc8, 0xcc] as [UInt8])
  func tablesAmongTheFrameMarkersAreNoFrames(marker: UInt8) {
    var frame = Self.frame
    frame[1] = marker
    #expect(Self.read(Self.start + frame + Self.end) == nil)
  }

  @Test func aShortFrameIsNone() {
    #expect(Self.read(Self.start + [0xff, 0xc0, 0, 6, 8, 2, 3, 4] + Self.end) == nil)
    #expect(Self.read(Self.start + [0xff, 0xc0, 0, 7, 8, 2, 3, 4, 5] + Self.end) != nil)
  }

  @Test func whatIsNoJPEGHasNoFrame() {
    #expect(Self.read([]) == nil)
    #expect(Self.read([0xff, 0xd8]) == nil)
    #expect(Self.read([0x89, 0xd8] + Self.frame) == nil)
  }

  /// Nothing is read past the end, and what is there counts.
  @Test func aPhotoMayEndAnywhere() {
    let whole = Self.start + Self.frame + Self.table + Self.scan + Self.scan + Self.end
    for count in whole.indices {
      let scan = Self.read(Array(whole[..<count]))
      #expect((scan != nil) == (count >= 12), "\(count)")
      if let scan { #expect(0...2 ~= scan.scanCount) }
    }
  }

  @Test(arguments: 1...50 as ClosedRange<UInt64>)
  func randomBytesAreReadToTheirEnd(seed: UInt64) {
    var random = Random(state: seed)
    let markers: [UInt8] = [0xff, 0xff, 0xda, 0xc0, 0xc2, 0xd8, 0xd9, 0, 0, 1, 2]
    let noise = (0..<500).map { _ in
      Bool.random(using: &random) ? markers.randomElement(using: &random) ?? 0 : 7
    }
    let scan = Self.read(Self.start + noise)
    #expect((scan?.scanCount ?? 0) <= 250, "seed \(seed)")
  }

  private struct Random: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 32) | (state << 32)
    }
  }
}
