import Rendering
import Testing

@Suite struct RenderKeyTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let id: String
    let width: Int
    let height: Int
    let fit: ImageFit
    let output: [Int]

    init(_ id: String, _ width: Int, _ height: Int, _ fit: ImageFit, _ output: [Int]) {
      (self.id, self.width, self.height, self.fit, self.output) = (id, width, height, fit, output)
    }

    var testDescription: String { "\(id) \(width)x\(height) \(fit)" }
  }

  @Test(
    arguments: [
      // Patterns are drawn at any size.
      Case("pattern:a.1080x1350", 0, 0, .cover, [1080, 1350]),
      Case("pattern:a.1080x1350", 320, 320, .cover, [320, 320]),
      Case("pattern:a.1080x1350", 320, 320, .contain, [256, 320]),
      Case("pattern:a.1080x1350", 320, 0, .cover, [320, 400]),
      Case("pattern:a.1080x1350", 0, 400, .contain, [320, 400]),
      Case("pattern:a.100x100", 8192, 8192, .contain, [8192, 8192]),
      Case("pattern:a.100x100", 8192, 1, .cover, [8192, 1]),
      Case("pattern:a.1x8192", 8192, 0, .cover, [1, 8192]),
      Case("pattern:a.8192x1", 10, 0, .cover, [10, 1]),
      Case("pattern:a.3x2", 100, 100, .contain, [100, 67]),
      // Photos are never enlarged.
      Case("photo:a.400x300", 0, 0, .cover, [400, 300]),
      Case("photo:a.400x300", 200, 200, .cover, [200, 200]),
      Case("photo:a.400x300", 400, 300, .cover, [400, 300]),
      Case("photo:a.400x300", 401, 300, .cover, [400, 299]),
      Case("photo:a.400x300", 800, 800, .cover, [300, 300]),
      Case("photo:a.400x300", 800, 200, .cover, [400, 100]),
      Case("photo:a.400x300", 800, 800, .contain, [400, 300]),
      Case("photo:a.400x300", 200, 800, .contain, [200, 150]),
      Case("photo:a.400x300", 800, 0, .cover, [400, 300]),
      Case("photo:a.400x300", 0, 150, .cover, [200, 150]),
      Case("photo:a.16384x8192", 0, 0, .cover, [8192, 4096]),
      Case("photo:a.16384x1", 0, 0, .cover, [8192, 1]),
    ]
  )
  func theOutputHasTheSizeThatWasMeant(of row: Case) throws {
    let key = try RenderKey(
      ImageVariant(imageID: row.id, width: row.width, height: row.height, fit: row.fit)
    )
    #expect([key.width, key.height] == row.output)
  }

  @Test func noOutputIsEverOutOfRange() throws {
    for id in ["pattern:a.8192x1", "photo:a.1x16384", "photo:a.3x7"] {
      for width in [0, 1, 2, 8191, 8192] {
        for height in [0, 1, 2, 8191, 8192] {
          for fit in ImageFit.allCases {
            let key = try RenderKey(
              ImageVariant(imageID: id, width: width, height: height, fit: fit)
            )
            #expect((1...8192).contains(key.width) && (1...8192).contains(key.height))
          }
        }
      }
    }
  }

  static let plain = ImageVariant(imageID: "pattern:a.1080x1350", width: 320, height: 400)

  @Test(
    arguments: [
      ImageVariant(imageID: "pattern:a.1080x1350", width: 320, height: 0),
      ImageVariant(imageID: "pattern:a.1080x1350", width: 0, height: 400),
      ImageVariant(imageID: "pattern:a.1080x1350", width: 320, height: 400, fit: .contain),
      ImageVariant(imageID: "pattern:a.1080x1350", width: 320, height: 400, quality: 82),
      ImageVariant(imageID: "pattern:a.4x5", width: 320, height: 400),
    ]
  )
  func equalPicturesHaveEqualKeys(other: ImageVariant) throws {
    #expect(try RenderKey(other) == RenderKey(Self.plain))
    #expect(try RenderKey(other).etag(codec: "c") == RenderKey(Self.plain).etag(codec: "c"))
  }

  @Test(
    arguments: [
      ImageVariant(imageID: "pattern:b.1080x1350", width: 320, height: 400),
      ImageVariant(imageID: "photo:a.1080x1350", width: 320, height: 400),
      ImageVariant(imageID: "pattern:a.1080x1351", width: 320, height: 400),
      ImageVariant(imageID: "pattern:a.1080x1350", width: 321, height: 400),
      ImageVariant(imageID: "pattern:a.1080x1350", width: 320, height: 401),
      ImageVariant(imageID: "pattern:a.1080x1350", width: 320, height: 400, format: .webp),
      ImageVariant(imageID: "pattern:a.1080x1350", width: 320, height: 400, quality: 83),
    ]
  )
  func otherPicturesHaveOtherKeys(other: ImageVariant) throws {
    #expect(try RenderKey(other) != RenderKey(Self.plain))
    #expect(try RenderKey(other).etag(codec: "c") != RenderKey(Self.plain).etag(codec: "c"))
  }

  @Test func onlyAPatternsPixelsAreTheSameWhateverTheCodec() throws {
    for (id, format, needsCodec) in [
      ("pattern:a.8x8", ImageFormat.rgba8, false), ("pattern:a.8x8", .jpeg, true),
      ("photo:a.8x8", .rgba8, true), ("photo:a.8x8", .png, true),
    ] {
      let key = try RenderKey(ImageVariant(imageID: id, width: 8, height: 8, format: format))
      #expect(key.needsCodec == needsCodec)
      #expect((key.etag(codec: "a") == key.etag(codec: "b")) == !needsCodec)
    }
  }

  @Test(arguments: [ImageFormat.png, .rgba8])
  func qualityIsIgnoredWhereThereIsNone(format: ImageFormat) throws {
    var variant = Self.plain
    variant.format = format
    let key = try RenderKey(variant)
    for quality in [-1, 1, 100, 101] {
      variant.quality = quality
      #expect(try RenderKey(variant) == key)
    }
  }

  @Test(arguments: [ImageFormat.jpeg, .webp], [-1, 101])
  func qualityIsInRange(format: ImageFormat, quality: Int) throws {
    var variant = Self.plain
    variant.format = format
    for good in [0, 1, 100] {
      variant.quality = good
      #expect(try RenderKey(variant).quality == (good == 0 ? RenderLimits.defaultQuality : good))
    }
    variant.quality = quality
    #expect(throws: RenderError.qualityOutOfRange(quality)) { try RenderKey(variant) }
  }

  @Test(arguments: [(-1, 1), (1, -1), (8193, 1), (1, 8193), (0, 8193), (Int.max, Int.min)])
  func sidesAreInRange(width: Int, height: Int) {
    let variant = ImageVariant(imageID: "pattern:a.1x1", width: width, height: height)
    #expect(throws: RenderError.sizeOutOfRange(width: width, height: height)) {
      try RenderKey(variant)
    }
  }

  @Test func originalsAreOfPhotosAtTheirNaturalSize() throws {
    var variant = ImageVariant(imageID: "photo:a.16384x300", format: .original)
    #expect(try RenderKey(variant).width == 16_384)
    variant.imageID = "photo:a.400x300"
    variant.width = 400
    #expect(try RenderKey(variant).height == 300)
    variant.width = 399
    #expect(throws: RenderError.noOriginal) { try RenderKey(variant) }
    variant = ImageVariant(imageID: "pattern:a.400x300", format: .original)
    #expect(throws: RenderError.noOriginal) { try RenderKey(variant) }
  }

  @Test func theCodecIsPartOfTheETagWhereItIsUsed() throws {
    var variant = Self.plain
    #expect(try RenderKey(variant).etag(codec: "a") != RenderKey(variant).etag(codec: "b"))
    variant.format = .rgba8
    #expect(try RenderKey(variant).etag(codec: "a") == RenderKey(variant).etag(codec: "b"))
    variant.imageID = "photo:a.400x300"
    #expect(try RenderKey(variant).etag(codec: "a") != RenderKey(variant).etag(codec: "b"))
    // Fixed: clients hold etags for as long as the renderer's version stays the same.
    let etag = try RenderKey(Self.plain).etag(codec: "a")
    #expect(etag == "0545830b186191c272a9c76915487cb9")
  }
}
