import CodecPool
import Testing

@testable import feedrpc_codec

/// What a photo is refused for before libvips sees any of it.
@Suite struct PhotoReaderTests {
  /// A progressive JPEG with a frame of that size and so many scans without data.
  private static func jpeg(_ width: Int, _ height: Int, scanCount: Int = 1) -> [UInt8] {
    let sides = [height, width].flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    let frame: [UInt8] = [0xff, 0xc2, 0, 8, 8] + sides + [0]
    let scans = (0..<scanCount).flatMap { _ in [0xff, 0xda, 0, 3, 1] as [UInt8] }
    return [0xff, 0xd8] + frame + scans + [0xff, 0xd9]
  }

  /// What becomes of a photo, and how often libvips was asked for its header.
  private static func read(_ bytes: [UInt8]) -> (flaw: PhotoFlaw?, askedCount: Int) {
    var askedCount = 0
    let flaw = bytes.withUnsafeBytes { bytes -> PhotoFlaw? in
      do throws(PhotoFlaw) {
        _ = try PhotoReader(bytes) { (_, _) throws(PhotoFlaw) in
          askedCount += 1
          throw .damaged
        }
        return nil
      } catch { return error }
    }
    return (flaw, askedCount)
  }

  @Test(
    arguments: [
      (jpeg(64_250, 64_250), .tooLong(side: 64_250)),
      (jpeg(64_250, 64_250, scanCount: 300_000), .tooLong(side: 64_250)),
      (jpeg(10_001, 10_000), .tooManyPixels(100_010_000)),
      (jpeg(10_000, 10_000, scanCount: 5), .tooManyScans(500_000_000)),
      (jpeg(0, 10_000), .damaged), ([0xff, 0xd8, 0xff, 0xd9], .damaged),
      (Array("<svg ".utf8), .unknownFormat),
    ] as [([UInt8], PhotoFlaw)]
  )
  func whatItsOwnBytesSayIsRefusedWithoutADecoder(bytes: [UInt8], flaw: PhotoFlaw) {
    let (found, askedCount) = Self.read(bytes)
    #expect(found == flaw && askedCount == 0)
  }

  @Test func withinTheLimitsADecoderIsAsked() {
    for bytes in [Self.jpeg(10_000, 10_000, scanCount: 4), Array("GIF89a".utf8)] {
      let (found, askedCount) = Self.read(bytes)
      #expect(found == .damaged && askedCount == 1)
    }
  }
}
