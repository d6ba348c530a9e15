import CodecPool
import Rendering
import Testing

@testable import feedrpc_codec

@Suite struct PhotoHeaderTests {
  // MARK: Times

  @Test(
    arguments: [
      ("1970:01:01 00:00:00", 0), ("1970:01:01 00:00:01", 1), ("1969:12:31 23:59:59", -1),
      ("2000:02:29 12:34:56", 951_827_696), ("2019:01:02 03:04:05", 1_546_398_245),
      ("2038:01:19 03:14:08", 2_147_483_648), ("0001:01:01 00:00:00", -62_135_596_800),
      ("9999:12:31 23:59:59", 253_402_300_799),
    ] as [(String, Int64)]
  )
  func aTimeIsReadAsUTC(text: String, seconds: Int64) {
    #expect(EXIFTime.microseconds(text) == seconds * 1_000_000)
  }

  @Test(arguments: [
    "", "    :  :     :  :  ", "0000:00:00 00:00:00", "2019:13:01 00:00:00", "2019:00:01 00:00:00",
    "2019:02:29 00:00:00", "1900:02:29 00:00:00", "2019:04:31 00:00:00", "2019:01:00 00:00:00",
    "2019:01:01 24:00:00", "2019:01:01 00:60:00", "2019:01:01 00:00:60", "2019-01-01 00:00:00",
    "2019:01:01T00:00:00", "2019:01:01 00:00:0", "2019:01:01 00:00:000", "+019:01:01 00:00:00",
  ])
  func whatIsNoTimeIsNone(text: String) {
    #expect(EXIFTime.microseconds(text) == nil)
  }

  // MARK: First bytes

  private static func box(_ brands: String, size: UInt8? = nil) -> [UInt8] {
    [0, 0, 0, size ?? UInt8(8 + brands.utf8.count)] + Array("ftyp\(brands)".utf8)
  }

  @Test(
    arguments: [
      ([0xff, 0xd8, 0xff, 0xe0], .jpeg),
      (
        Array("\u{89}".unicodeScalars.map { UInt8($0.value) })
          + Array("PNG\r\n\u{1a}\n".utf8), .png
      ),
      (Array("RIFF1234WEBPVP8 ".utf8), .webp), (Array("GIF87a".utf8), .gif),
      (Array("GIF89a".utf8), .gif), (box("heic0000"), .heif), (box("avif0000"), .heif),
      (box("isom0000mif1heic"), .heif), (box("mif10000avif"), .heif),
    ] as [([UInt8], PhotoKind)]
  )
  func theFirstBytesSayTheKind(bytes: [UInt8], kind: PhotoKind) {
    #expect(bytes.withUnsafeBytes { PhotoKind($0) } == kind)
    #expect(Array(bytes.prefix(2)).withUnsafeBytes { PhotoKind($0) } == nil)
  }

  @Test(
    arguments: [
      [], Array("%PDF-1.7".utf8), Array("II*\0".utf8), Array("<svg ".utf8), Array("BM".utf8),
      Array("RIFF1234WAVE".utf8), Array("GIF88a".utf8), box("mp420000isom"), box("heic"),
      // The brand lies behind the box.
      box("isom0000heic", size: 16),
    ] as [[UInt8]]
  )
  func otherFilesAreNoPhotos(bytes: [UInt8]) {
    #expect(bytes.withUnsafeBytes { PhotoKind($0) } == nil)
  }

  @Test func soManyBrandsAreLookedAt() {
    for (place, kind) in [(1, .heif), (64, .heif), (65, nil)] as [(Int, PhotoKind?)] {
      let others = String(repeating: "isom", count: place - 1)
      let brands = Array("ftypisom0000\(others)heic".utf8)
      let size = 4 + brands.count
      let bytes = [0, 0, UInt8(size >> 8), UInt8(size & 255)] + brands
      #expect(bytes.withUnsafeBytes { PhotoKind($0) } == kind, "\(place)")
    }
  }

  // MARK: Limits

  @Test(
    arguments: [
      (16_384, 1, 1, nil), (16_385, 1, 1, .tooLong(side: 16_385)), (1, 16_384, 1, nil),
      (1, 16_385, 1, .tooLong(side: 16_385)), (10_000, 10_000, 1, nil),
      (10_000, 10_001, 1, .tooManyPixels(100_010_000)), (10_000, 10_000, 4, nil),
      (10_000, 10_000, 5, .tooManyScans(500_000_000)), (1, 1, 400_000_000, nil),
      (1, 1, 400_000_001, .tooManyScans(400_000_001)), (0, 1, 1, .damaged), (1, 0, 1, .damaged),
    ] as [(Int, Int, Int, PhotoFlaw?)]
  )
  func theLimitsHold(width: Int, height: Int, scanCount: Int, flaw: PhotoFlaw?) {
    let found = Result { () throws(PhotoFlaw) in
      try PhotoBounds.check(width: width, height: height, scanCount: scanCount)
    }
    #expect(found.flaw == flaw)
  }

  @Test(
    arguments: [(0, .damaged), (1, nil), (1_000, nil), (1_001, .tooManyFrames(1_001))]
      as [(Int, PhotoFlaw?)]
  )
  func framesHaveALimit(count: Int, flaw: PhotoFlaw?) {
    let found = Result { () throws(PhotoFlaw) in try PhotoBounds.check(frameCount: count) }
    #expect(found.flaw == flaw)
  }
}

extension Result<Void, PhotoFlaw> {
  fileprivate var flaw: PhotoFlaw? {
    if case .failure(let flaw) = self { flaw } else { nil }
  }
}
