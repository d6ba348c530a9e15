import Base
import CLinux
import CodecPool
import Files
import Foundation
import Rendering
import Testing

/// The real worker, with libvips.
@Suite(.timeLimit(.minutes(10))) struct EncodingTests {
  private static func pool(workers: Int = 1) throws -> CodecPool {
    CodecPool(workerCount: workers, executablePath: try builtProgram("feedrpc-codec"))
  }

  // MARK: What it may use

  /// Sanitizers reserve terabytes, so the limit is off with them.
  private static var isSanitized: Bool {
    dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
  }

  @Test(.enabled(if: !isSanitized))
  func whatIsBeyondAWorkersAddressSpaceCostsNoWorker() async throws {
    var limits = CodecLimits.quick
    limits.addressSpaceByteCount = 1 << 30
    // The worker has to map that much, and has other things in its gigabyte.
    limits.preparedByteCount = 1 << 30
    let watched = WatchedPool(try builtProgram("feedrpc-codec"), limits: limits)
    let photo = try Photos.open("plain.jpg")
    #expect(try await watched.pool.encode(.plain(2, 2), as: .png, quality: 1).count > 20)
    let processes = watched.pool.workerProcessIDs
    for _ in 0..<2 {
      await #expect(throws: PhotoError.exhausted(.memory)) {
        try await watched.pool.prepare(photo)
      }
      #expect(try await watched.pool.encode(.plain(2, 2), as: .png, quality: 1).count > 20)
    }
    #expect(watched.pool.workerProcessIDs == processes)
    await watched.pool.shutdown()
  }

  // MARK: What comes out

  @Test func aPNGHoldsThePixelsExactly() async throws {
    let picture = PixelBuffer.gradient(37, 23, isOpaque: false)
    let png = try PNGReader(try await Self.pool().encode(picture, as: .png, quality: 1))
    #expect(png.width == 37)
    #expect(png.height == 23)
    #expect(png.pixels == Array(picture.bytes))
    #expect(Set(png.chunkTypes).isSubset(of: ["IHDR", "pHYs", "IDAT", "IEND"]))
  }

  @Test func qualityMeansNothingToPNG() async throws {
    let pool = try Self.pool()
    let picture = PixelBuffer.gradient(16, 16)
    let low = try await pool.encode(picture, as: .png, quality: 1)
    #expect(try await pool.encode(picture, as: .png, quality: 100) == low)
    #expect(try await pool.encode(picture, as: .png, quality: 0) == low)
  }

  @Test func aJPEGSaysItsSize() async throws {
    let picture = PixelBuffer.gradient(200, 100)
    let jpeg = Array(try await Self.pool().encode(picture, as: .jpeg, quality: 80))
    let segments = try Self.segments(ofJPEG: jpeg)
    // Baseline, 8 bits, 100 rows of 200, three components, the first sampled 2 x 2.
    #expect(segments[0xc0]?.prefix(8) == [8, 0, 100, 0, 200, 3, 1, 0x22])
    #expect(segments[0xc2] == nil)
    #expect((1_000...8_000).contains(jpeg.count))
    // Neither EXIF, XMP (APP1) nor a colour profile (APP2).
    #expect(segments[0xe1] == nil && segments[0xe2] == nil)
  }

  @Test func aJPEGHasWhiteWhereThePictureIsTransparent() async throws {
    let pool = try Self.pool()
    let clear = PixelBuffer.plain(32, 32, [0, 0, 0, 0])
    let white = PixelBuffer.plain(32, 32, [255, 255, 255, 255])
    let expected = try await pool.encode(white, as: .jpeg, quality: 80)
    #expect(try await pool.encode(clear, as: .jpeg, quality: 80) == expected)
    let black = PixelBuffer.plain(32, 32, [0, 0, 0, 255])
    #expect(try await pool.encode(black, as: .jpeg, quality: 80) != expected)
  }

  @Test(arguments: [EncodedFormat.jpeg, .webp])
  func betterQualityTakesMoreBytes(format: EncodedFormat) async throws {
    let pool = try Self.pool()
    let picture = PixelBuffer.gradient(200, 100)
    let sizes = try await [1, 50, 80, 100].asyncMap {
      try await pool.encode(picture, as: format, quality: $0).count
    }
    #expect(sizes == sizes.sorted())
    #expect(Set(sizes).count == 4)
  }

  @Test(arguments: [true, false])
  func aWebPSaysItsSizeAndKeepsAlpha(isOpaque: Bool) async throws {
    let picture = PixelBuffer.gradient(200, 100, isOpaque: isOpaque)
    let webp = Array(try await Self.pool().encode(picture, as: .webp, quality: 80))
    #expect(webp.prefix(4) == Array("RIFF".utf8)[...])
    #expect(webp[8..<12] == Array("WEBP".utf8)[...])
    #expect((500...20_000).contains(webp.count))
    let chunk = String(decoding: webp[12..<16], as: UTF8.self)
    if isOpaque {
      // A bare lossy picture: its frame's header has 14 bits for each side.
      #expect(chunk == "VP8 ")
      #expect(webp[26..<30] == [200, 0, 100, 0])
    } else {
      // Extended: the flag for alpha, then each side less one in 24 bits.
      #expect(chunk == "VP8X")
      #expect(webp[20] == 0x10)
      #expect(webp[24..<30] == [199, 0, 0, 99, 0, 0])
    }
  }

  @Test(arguments: EncodedFormat.allCases, [(1, 1), (1, 300), (300, 1), (17, 33)])
  func oddSizesWork(format: EncodedFormat, size: (Int, Int)) async throws {
    let picture = PixelBuffer.gradient(size.0, size.1)
    #expect(try await Self.pool().encode(picture, as: format, quality: 80).count > 20)
  }

  @Test func whatAFormatCanNotHoldIsRefusedInTheLibrarysWords() async throws {
    let pool = try Self.pool()
    let picture = PixelBuffer.plain(16_384, 1)
    do {
      _ = try await pool.encode(picture, as: .webp, quality: 80)
      Issue.record("WebP ends at 16,383")
    } catch {
      guard case .refused(let text) = error else { throw error }
      #expect(text.contains("webp"))
    }
    let processes = pool.workerProcessIDs
    #expect(try await pool.encode(picture, as: .jpeg, quality: 80).count > 100)
    #expect(pool.workerProcessIDs == processes)
  }

  // MARK: The same bytes everywhere

  @Test(arguments: EncodedFormat.allCases)
  func equalPicturesGiveEqualBytesInAnyWorker(format: EncodedFormat) async throws {
    let one = try Self.pool()
    let two = try Self.pool(workers: 2)
    let expected = try await (0..<10).asyncMap {
      try await one.encode(.gradient(64, 64, seed: $0, isOpaque: false), as: format, quality: 80)
    }
    #expect(Set(expected).count == 10)
    try await withThrowingTaskGroup { group in
      for index in 0..<100 {
        group.addTask {
          let picture = PixelBuffer.gradient(64, 64, seed: index % 10, isOpaque: false)
          return (index % 10, try await two.encode(picture, as: format, quality: 80))
        }
      }
      for try await (index, bytes) in group { #expect(bytes == expected[index]) }
    }
    #expect(one.buildIdentity == two.buildIdentity)
    #expect(one.buildIdentity.wholeMatch(of: /vips-[0-9.]+-options-[0-9]+-[0-9a-f]{32}/) != nil)
  }

  @Test func theIdentityIsThereOnceAWorkerHasWorked() async throws {
    let pool = try Self.pool()
    let identity = try await pool.awaitBuildIdentity()
    #expect(identity.hasPrefix("vips-"))
    #expect(pool.buildIdentity == identity)
  }

  @Test func largeAndSmallPicturesShareAWorker() async throws {
    let pool = try Self.pool()
    let small = PixelBuffer.gradient(8, 8)
    let expected = try await pool.encode(small, as: .png, quality: 1)
    let processes = pool.workerProcessIDs
    for side in [600, 8, 1_500, 8] {
      let bytes = try await pool.encode(.plain(side, side), as: .png, quality: 1)
      #expect(try PNGReader(bytes).width == side)
      #expect(try await pool.encode(small, as: .png, quality: 1) == expected)
    }
    #expect(pool.workerProcessIDs == processes)
  }

  // MARK: Help

  /// The segments of a JPEG before its picture, by marker (ITU-T T.81 B.1.1.4).
  private static func segments(ofJPEG bytes: [UInt8]) throws -> [UInt8: [UInt8]] {
    try #require(bytes.starts(with: [0xff, 0xd8]) && bytes.suffix(2) == [0xff, 0xd9])
    var segments: [UInt8: [UInt8]] = [:]
    var position = 2
    while bytes[position] == 0xff, bytes[position + 1] != 0xda {
      let count = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
      segments[bytes[position + 1]] = Array(bytes[position + 4..<position + 2 + count])
      position += 2 + count
    }
    return segments
  }
}

extension Sequence {
  func asyncMap<Result>(_ transform: (Element) async throws -> Result) async throws -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}
