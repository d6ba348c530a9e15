import Base
import Files
import Foundation
import Testing

@testable import Rendering

@Suite(.timeLimit(.minutes(10))) struct PhotoSourceTests {
  /// Holds one photo of 3,000 x 2,000, whose parts are files with their own names in them.
  private struct OnePhoto: PhotoLibrary {
    var failure: RenderError?
    var copySides = [2_048, 1_440, 1_024, 512]

    func photo(named name: String) async throws(RenderError) -> StoredPhoto? {
      if let failure { throw failure }
      guard name == "known" else { return nil }
      return StoredPhoto(
        name: name,
        facts: PhotoFacts(format: .jpeg, width: 3_000, height: 2_000),
        copySides: copySides
      )
    }

    func open(_ part: PhotoPart, of photo: StoredPhoto) async throws(RenderError) -> OpenFile {
      let text =
        switch part {
        case .original: "original"
        case .copy(let side): "copy\(side)"
        }
      guard let file = tmpfile() else { throw .unknownImage }
      defer { fclose(file) }
      fputs(text, file)
      fflush(file)
      return OpenFile(adopting: dup(fileno(file)))
    }
  }

  /// Answers with a description of what it was asked.
  private struct DescribingCodec: PhotoCodec {
    var failure: PhotoError?

    func prepare(_ file: OpenFile) async throws(PhotoError) -> PreparedPhoto { throw .unavailable }

    func render(
      _ file: OpenFile,
      width: Int,
      height: Int,
      as format: EncodedFormat?,
      quality: Int
    ) async throws(PhotoError) -> Bytes {
      if let failure { throw failure }
      let text = file.readBytes(file.byteCount ?? 0).map { String(decoding: $0, as: UTF8.self) }
      let asked = "\(width)x\(height) \(format.map(\.rawValue) ?? "pixels") \(quality)"
      return Bytes("\(text ?? "") \(asked)".utf8)
    }
  }

  private static func source(
    _ library: OnePhoto = OnePhoto(),
    _ codec: DescribingCodec = DescribingCodec()
  ) -> PhotoSource {
    PhotoSource(library: library, codec: codec)
  }

  private static func key(
    _ width: Int,
    _ height: Int = 0,
    format: ImageFormat = .jpeg,
    imageID: String = "photo:known.3000x2000"
  ) throws -> RenderKey {
    let variant = ImageVariant(imageID: imageID, width: width, height: height, format: format)
    return try RenderKey(variant)
  }

  private static func text(_ source: PhotoSource, _ key: RenderKey) async throws -> String {
    String(decoding: try await source.render(key).bytes, as: UTF8.self)
  }

  @Test(
    arguments: [
      (320, 0, "copy512 320x213"), (512, 0, "copy512 512x341"), (513, 0, "copy1024 513x342"),
      (1_024, 0, "copy1024 1024x683"), (1_025, 0, "copy1440 1025x683"),
      (1_440, 0, "copy1440 1440x960"), (1_441, 0, "copy2048 1441x961"),
      (2_048, 0, "copy2048 2048x1365"), (2_049, 0, "original 2049x1366"),
      (0, 0, "original 3000x2000"), (341, 341, "copy512 341x341"), (342, 342, "copy1024 342x342"),
      (10, 960, "copy1440 10x960"), (10, 961, "copy2048 10x961"),
      (10, 1_365, "copy2048 10x1365"), (10, 1_366, "original 10x1366"),
    ] as [(Int, Int, String)]
  )
  func theSmallestFileThatIsLargeEnoughIsRead(
    width: Int,
    height: Int,
    expected: String
  ) async throws {
    let text = try await Self.text(Self.source(), try Self.key(width, height))
    #expect(text == "\(expected) jpeg \(RenderLimits.defaultQuality)")
  }

  @Test func aCopyThatIsNotStoredIsNotRead() async throws {
    let library = OnePhoto(copySides: [2_048])
    let text = try await Self.text(Self.source(library), try Self.key(320))
    #expect(text.hasPrefix("copy2048 "))
    let none = OnePhoto(copySides: [])
    #expect(try await Self.text(Self.source(none), try Self.key(320)).hasPrefix("original "))
  }

  @Test(arguments: [(ImageFormat.png, "png 100"), (.webp, "webp 82"), (.rgba8, "pixels 100")])
  func theCodecGetsTheFormat(format: ImageFormat, expected: String) async throws {
    let text = try await Self.text(Self.source(), try Self.key(320, format: format))
    #expect(text == "copy512 320x213 \(expected)")
  }

  @Test(arguments: ["photo:other.3000x2000", "photo:known.3000x2001", "photo:known.2999x2000"])
  func aPhotoIsKnownByItsNameAndSize(imageID: String) async throws {
    let key = try Self.key(320, imageID: imageID)
    await #expect(throws: RenderError.unknownImage) { try await Self.source().render(key) }
  }

  @Test func aLibrarysFailureIsTold() async throws {
    let error = RenderError.libraryFailed(.failed("disk I/O error"))
    let key = try Self.key(320)
    await #expect(throws: error) { try await Self.source(OnePhoto(failure: error)).render(key) }
  }

  @Test(
    arguments: [
      (.unknownFormat, .sourceDamaged), (.damaged, .sourceDamaged),
      (.aboveLimit(.pixels, found: 1), .sourceRefused), (.cancelled, .cancelled),
      (.unavailable, .encoderUnavailable), (.crashed, .encodingFailed(.crashed)),
      (.timedOut, .encodingFailed(.timedOut)),
    ] as [(PhotoError, RenderError)]
  )
  func aCodecsFailureIsTold(failure: PhotoError, error: RenderError) async throws {
    let key = try Self.key(320)
    await #expect(throws: error) {
      try await Self.source(OnePhoto(), DescribingCodec(failure: failure)).render(key)
    }
  }

  /// What is read counts: the original here has six megapixels, the copy a fifth of one.
  @Test func anEstimateCountsWhatIsRead() throws {
    let source = Self.source()
    let (small, large) = (try Self.key(320), try Self.key(2_049))
    #expect(source.estimate(small).byteCount == 4 * 512 * 341 + 8 * 320 * 213)
    #expect(source.estimate(large).byteCount == 4 * 3_000 * 2_000 + 8 * 2_049 * 1_366)
    #expect(source.estimate(small).time < source.estimate(large).time)
  }

  // MARK: Sizes of copies

  @Test(
    arguments: [
      (3_000, 2_000, 2_048, 2_048, 1_365), (2_000, 3_000, 512, 341, 512), (513, 1, 512, 512, 1),
      (4_000, 3_000, 1_440, 1_440, 1_080),
      (16_384, 16_384, 1_024, 1_024, 1_024), (2_049, 2_049, 2_048, 2_048, 2_048),
    ]
  )
  func aCopyKeepsTheAspectRatio(
    width: Int,
    height: Int,
    side: Int,
    copyWidth: Int,
    copyHeight: Int
  ) throws {
    let size = try #require(WorkingCopy.size(side: side, ofWidth: width, height: height))
    #expect(size == (copyWidth, copyHeight))
  }

  @Test(arguments: [(512, 512, 512), (1, 2_048, 2_048), (3_000, 2_000, 700), (3_000, 2_000, 0)])
  func thereIsNoOtherCopy(width: Int, height: Int, side: Int) {
    #expect(WorkingCopy.size(side: side, ofWidth: width, height: height) == nil)
  }
}
