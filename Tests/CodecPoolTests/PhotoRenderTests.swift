import Base
import CodecPool
import Files
import Foundation
import Rendering
import Testing

/// What the real worker makes of photos.
@Suite(.timeLimit(.minutes(10))) struct PhotoRenderTests {
  private static let quarters = [Quarters.red, Quarters.green, Quarters.blue, Quarters.white]

  private static let upright: [String] =
    ["plain.jpg", "progressive.jpg", "plain.png", "plain.webp", "plain.gif", "plain.avif"]
    + (1...8).map { "orientation-\($0).jpg" }
    + ["turned.png", "turned.webp", "turned.avif", "deep.png", "interlaced.png", "palette.png"]
    + ["profile.jpg", "wrong-profile.jpg", "broken-profile.png"]

  @Test(arguments: upright)
  func aPhotoIsUprightAndInSRGB(name: String) async throws {
    let found = try await shared.get().quarters(of: try Photos.open(name), 120, 80)
    #expect(found.isLike(Self.quarters, within: name == "profile.jpg" ? 16 : 4), "\(found)")
  }

  @Test func rotationIsFollowedOnceWhereBoxAndEXIFAskForIt() async throws {
    let file = try Photos.open("rotated-16x24.heic")
    let found = try await shared.get().quarters(of: file, 16, 24)
    let expected = [Quarters.blue, Quarters.red, Quarters.white, Quarters.green]
    #expect(found.isLike(expected, within: 4), "\(found)")
  }

  @Test func inksBecomeColours() async throws {
    let found = try await shared.get().quarters(of: try Photos.open("cmyk.jpg"), 120, 80)
    // What printed inks look like is duller than what a screen shows.
    #expect(found.isLike(Self.quarters, within: 140), "\(found)")
    #expect(!found.isLike(Self.quarters, within: 20), "\(found)")
  }

  @Test func greyStaysGrey() async throws {
    let found = try await shared.get().quarters(of: try Photos.open("grey.jpg"), 120, 80)
    let expected: [[UInt8]] = [76, 150, 29, 255].map { [$0, $0, $0, 255] }
    #expect(found.isLike(expected, within: 3), "\(found)")
  }

  /// The upper half of these is transparent.
  @Test(arguments: ["alpha.png", "alpha.webp", "alpha.gif", "alpha-palette.png"])
  func transparencyIsKeptWhereTheFormatCan(name: String) async throws {
    let pool = try shared.get()
    let file = try Photos.open(name)
    let found = try await pool.quarters(of: file, 120, 80)
    #expect(found.colors.map { $0[3] } == [0, 0, 255, 255], "\(found)")
    #expect(found.isLike(Self.quarters.map { $0.dropLast() }, within: 255))
    for format in [EncodedFormat.png, .webp] {
      let again = try await pool.render(file, width: 120, height: 80, as: format, quality: 90)
      let seen = try await pool.quarters(of: try Photos.file(of: Data(again)), 60, 40)
      #expect(seen.colors.map { $0[3] } == [0, 0, 255, 255], "\(format) \(seen)")
    }
    let jpeg = try await pool.render(file, width: 120, height: 80, as: .jpeg, quality: 90)
    let seen = try await pool.quarters(of: try Photos.file(of: Data(jpeg)), 60, 40)
    let onWhite = [Quarters.white, Quarters.white, Quarters.blue, Quarters.white]
    #expect(seen.isLike(onWhite, within: 4), "\(seen)")
  }

  /// Wide and tall crops lie in the middle: each shows a part of all four quarters.
  @Test(
    arguments: ["plain.jpg", "plain.png", "plain.webp", "plain.gif", "plain.avif"],
    [(240, 160), (239, 160), (240, 159), (120, 80), (77, 51), (160, 160), (24, 160), (240, 16)]
      + [(10, 100), (100, 10), (1, 1), (2, 1)]
  )
  func theSizeIsExact(name: String, size: (Int, Int)) async throws {
    let pool = try shared.get()
    let file = try Photos.open(name)
    let (width, height) = size
    let pixels = try await pool.render(file, width: width, height: height, as: nil, quality: 1)
    #expect(pixels.count == 4 * width * height)
    if width >= 10, height >= 10 {
      let found = Quarters(pixels, width: width, height: height)
      #expect(found.isLike(Self.quarters, within: 12), "\(found)")
    }
  }

  @Test(arguments: [(3_000, 2_000), (2_048, 1_365), (1_501, 1_000), (749, 499), (320, 213), (9, 6)])
  func largePhotosShrinkToTheExactSize(size: (Int, Int)) async throws {
    let file = try Photos.open("large-3000x2000.jpg")
    let png = try await shared.get()
      .render(file, width: size.0, height: size.1, as: .png, quality: 100)
    let head = Array(png.slice(16..<24))
    let sides = [size.0, size.1].flatMap { [0, 0, UInt8($0 >> 8), UInt8($0 & 255)] as [UInt8] }
    #expect(head == sides)
  }

  /// 320 x 13 is not quite as long as 750 x 30; a crop to that shape would lose both ends.
  @Test func aSizeThatHadToBeRoundedShowsTheWholePhoto() async throws {
    let file = try Photos.open("strip-750x30.png")
    let pixels = try await shared.get().render(file, width: 320, height: 13, as: nil, quality: 100)
    let row = Array(pixels.slice(4 * 320 * 6..<4 * 320 * 7))
    #expect(row[0] > 200 && row[2] < 50, "red")
    #expect(row[4 * 319] < 50 && row[4 * 319 + 2] > 200, "blue")
    #expect(row[4 * 160..<4 * 161].allSatisfy { $0 > 250 }, "white")
  }

  @Test func nothingIsEnlarged() async throws {
    let pool = try shared.get()
    let file = try Photos.open("plain.png")
    for size in [(241, 160), (240, 161), (480, 320)] {
      await #expect(throws: PhotoError.damaged) {
        try await pool.render(file, width: size.0, height: size.1, as: nil, quality: 100)
      }
    }
  }

  @Test(
    arguments: [
      "cut-plain.jpg", "cut-progressive.jpg", "cut-deep.png", "cut-plain.webp", "cut-plain.gif",
      "cut-plain.avif", "cut-rotated-16x24.heic",
    ]
  )
  func aPhotoThatIsCutOffIsDamaged(name: String) async throws {
    let pool = try shared.get()
    let file = try Photos.open(name)
    let (width, height) = name.contains("16x24") ? (16, 24) : (240, 160)
    await #expect(throws: PhotoError.damaged) {
      try await pool.render(file, width: width, height: height, as: .jpeg, quality: 80)
    }
    await #expect(throws: PhotoError.damaged) { try await pool.prepare(file) }
    let good = try await pool.quarters(of: try Photos.open("plain.jpg"), 120, 80)
    #expect(good.isLike(Self.quarters, within: 4))
  }

  @Test(arguments: EncodedFormat.allCases)
  func whereItWasTakenStaysUnknown(format: EncodedFormat) async throws {
    let source = try Photos.data("orientation-6.jpg")
    #expect(source.firstRange(of: Data("Exif".utf8)) != nil)
    let file = try Photos.open("orientation-6.jpg")
    let made = try await shared.get()
      .render(file, width: 240, height: 160, as: format, quality: 80)
    for word in ["Exif", "EXIF", "eXIf", "http://ns.adobe.com", "ICC_PROFILE", "iCCP", "ICCP"] {
      #expect(Data(made).firstRange(of: Data(word.utf8)) == nil, "\(word)")
    }
  }

  @Test(arguments: EncodedFormat.allCases)
  func equalWishesGiveEqualBytesInAnyWorker(format: EncodedFormat) async throws {
    let file = try Photos.open("large-3000x2000.jpg")
    let (one, two) = (try shared.get(), try CodecPool.real())
    let first = try await one.render(file, width: 300, height: 200, as: format, quality: 80)
    _ = try await two.render(file, width: 30, height: 20, as: format, quality: 80)
    let second = try await two.render(file, width: 300, height: 200, as: format, quality: 80)
    #expect(first == second)
  }

  @Test func manyRenderingsLeaveNoMemoryBehind() async throws {
    let pool = try CodecPool.real()
    let file = try Photos.open("large-3000x2000.jpg")
    for width in 300..<310 {
      _ = try await pool.render(file, width: width, height: 200, as: .jpeg, quality: 80)
    }
    let process = try #require(pool.workerProcessIDs.first)
    let before = try residentByteCount(of: process)
    for width in 310..<410 {
      _ = try await pool.render(file, width: width, height: 200, as: .jpeg, quality: 80)
    }
    #expect(pool.workerProcessIDs == [process])
    #expect(try residentByteCount(of: process) - before < 60 << 20)
  }
}

/// The memory that a process holds, what it shares included (VmRSS, proc(5)).
private func residentByteCount(of process: pid_t) throws -> Int {
  try byteCount("VmRSS:", of: process)
}
