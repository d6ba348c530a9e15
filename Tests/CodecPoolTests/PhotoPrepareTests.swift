import Base
import CodecPool
import Files
import Foundation
import Rendering
import Testing

/// What the real worker keeps of photos.
@Suite(.timeLimit(.minutes(10))) struct PhotoPrepareTests {
  @Test(
    arguments: [
      (
        "large-3000x2000.jpg",
        [[2_048, 2_048, 1_365], [1_440, 1_440, 960], [1_024, 1_024, 683], [512, 512, 341]]
      ),
      (
        "tall-20x3000.png",
        [[2_048, 14, 2_048], [1_440, 10, 1_440], [1_024, 7, 1_024], [512, 3, 512]]
      ),
      ("plain.jpg", []), ("rotated-16x24.heic", []),
    ] as [(String, [[Int]])]
  )
  func aPhotoHasTheCopiesThatAreSmaller(name: String, sizes: [[Int]]) async throws {
    let pool = try shared.get()
    let photo = try await pool.prepare(try Photos.open(name))
    #expect(photo.copies.map { [$0.side, $0.width, $0.height] } == sizes)
    for copy in photo.copies {
      let facts = try await pool.prepare(try Photos.file(of: Data(copy.bytes))).facts
      #expect(facts == PhotoFacts(format: .jpeg, width: copy.width, height: copy.height))
    }
  }

  @Test func copiesAreUprightAndKeepNoMetadata() async throws {
    let pool = try shared.get()
    let small = try Photos.data("orientation-6.jpg")
    let large = try await scaled(small)
    let photo = try await pool.prepare(try Photos.file(of: large))
    #expect(photo.copies.map(\.side) == [1_024, 512])
    for copy in photo.copies {
      let found = try await pool.quarters(of: try Photos.file(of: Data(copy.bytes)), 120, 80)
      #expect(
        found.isLike([Quarters.red, Quarters.green, Quarters.blue, Quarters.white], within: 4)
      )
      #expect(Data(copy.bytes).firstRange(of: Data("Exif".utf8)) == nil)
    }
  }

  /// A larger photo with the EXIF of a small one: its segment is put behind the start of image.
  private func scaled(_ small: Data) async throws -> Data {
    let exif = try #require(small.firstRange(of: Data("Exif".utf8)))
    let start = exif.lowerBound - 4
    let byteCount = Int(small[start + 2]) << 8 | Int(small[start + 3])
    // 800 x 1200 as stored: the quarters as they lie before they are turned.
    let colors: [[UInt8]] = [
      Quarters.green, Quarters.white, Quarters.red, Quarters.blue,
    ]
    let pixels = PixelBuffer.drawn(800, 1_200) { column, row in
      colors[column / 400 + row / 600 * 2]
    }
    let jpeg = try await shared.get().encode(pixels, as: .jpeg, quality: 95)
    return Data(jpeg.prefix(2)) + small[start..<start + 2 + byteCount] + Data(jpeg.dropFirst(2))
  }

  @Test func copiesOfTransparentPhotosKeepThat() async throws {
    let pool = try shared.get()
    let picture = PixelBuffer.gradient(900, 600, isOpaque: false)
    let png = try await pool.encode(picture, as: .png, quality: 100)
    let photo = try await pool.prepare(try Photos.file(of: Data(png)))
    let copy = try #require(photo.copies.first)
    #expect(copy.side == 512)
    let file = try Photos.file(of: Data(copy.bytes))
    #expect(try await pool.prepare(file).facts.format == .png)
    let found = try await pool.quarters(of: file, 512, 341)
    #expect(found.isLike([[0, 0, 0, 63], [0, 0, 0, 191]], within: 255))
    #expect(found.colors.map { Int($0[3]) / 16 } == [3, 11, 3, 11])
  }

  /// The blurhash says the mean colour, and where it is brighter.
  @Test(arguments: ["plain.jpg", "orientation-6.jpg", "plain.png", "plain.avif", "turned.webp"])
  func theBlurhashIsThatOfTheUprightPhoto(name: String) async throws {
    let pool = try shared.get()
    let expected = try await pool.prepare(try Photos.open("plain.png")).blurhash
    let found = try await pool.prepare(try Photos.open(name)).blurhash
    #expect(found.count == 28)
    #expect(found.prefix(1) == expected.prefix(1))
    // The mean may differ in the last bit of a colour.
    let same = zip(found, expected).filter { $0 == $1 }.count
    #expect(same >= 22, "\(found) \(expected)")
  }

  @Test func aTransparentPhotoIsBlurredOnWhite() async throws {
    let pool = try shared.get()
    let clear = try await pool.encode(.plain(64, 64, [0, 0, 0, 0]), as: .png, quality: 100)
    let white = try await pool.encode(.plain(64, 64, Quarters.white), as: .png, quality: 100)
    let found = try await pool.prepare(try Photos.file(of: Data(clear))).blurhash
    #expect(found == (try await pool.prepare(try Photos.file(of: Data(white))).blurhash))
  }
}
