import Base
import CSodium
import Testing

@testable import Rendering

@Suite struct PatternTests {
  private func draw(
    _ seed: String,
    _ width: Int,
    _ height: Int,
    natural: (Int, Int) = (4, 5)
  ) throws -> PixelBuffer {
    let scene = PatternScene(seed: seed, naturalWidth: natural.0, naturalHeight: natural.1)
    return try #require(scene.draw(width: width, height: height, until: StopFlag()))
  }

  private func hash(_ bytes: Bytes) -> String {
    var digest = [UInt8](repeating: 0, count: 16)
    let status = bytes.withUnsafeBytes { bytes in
      let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
      return crypto_generichash(&digest, digest.count, start, UInt64(bytes.count), nil, 0)
    }
    #expect(status == 0)
    return digest.map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  /// One seed of each family.
  static let seeds: [PatternScene.Family: String] = {
    var seeds: [PatternScene.Family: String] = [:]
    for number in 0..<100 {
      let scene = PatternScene(seed: "\(number)", naturalWidth: 1, naturalHeight: 1)
      if seeds[scene.family] == nil { seeds[scene.family] = "\(number)" }
    }
    return seeds
  }()

  static let goldens: [(seed: String, width: Int, height: Int, hash: String)] = [
    ("0", 1, 1, "d5c41b7ddddcc8dde21ac78740699d2b"),
    ("0", 40, 50, "16f169c363192263ac40a41673843558"),
    ("0", 97, 64, "ef8d0a72721242b40749813acabfa185"),
    ("0", 320, 400, "6a57d8f83b7b9f1386e0e4b959bc4f40"),
    ("1", 1, 1, "55c98d1a5c6ca0a12b121e764bb9ecb9"),
    ("1", 40, 50, "e00b82fc557c7a65eda509fb90e2e78c"),
    ("1", 97, 64, "a5048aa3d7386053b6668f4513a2c767"),
    ("1", 320, 400, "5740af6a1bab0cf78c385ee80ea7c549"),
    ("2", 1, 1, "b3c2633719e42faefc9e70f6b65b08e8"),
    ("2", 40, 50, "503ecbac9232e540fb7c3f22d7820595"),
    ("2", 97, 64, "a4b8e134016a529b72abdf53003fd9b2"),
    ("2", 320, 400, "ccafb56487f1acf6f06279763cce63f7"),
    ("3", 1, 1, "d875779baf7cd1bf1e8faf95f5bd1afb"),
    ("3", 40, 50, "d68e511af85d8577e2c19c4c860064db"),
    ("3", 97, 64, "370a87dc4280396c33c842a9eafcf316"),
    ("3", 320, 400, "e61f97f2523c4e55abc69d9f527525e5"),
    ("4", 1, 1, "f73be22805589171a524d9aadf1f90be"),
    ("4", 40, 50, "c1ed8413aa56942763e365e15b44f57f"),
    ("4", 97, 64, "96d89cd23f1624e8f6a6569dd646b2d0"),
    ("4", 320, 400, "6757b5408dcd2ba45dc591c18bc7cc4b"),
    ("5", 1, 1, "977b9df678d6ede3fbb3e803a6f1062b"),
    ("5", 40, 50, "2630a32de0bd2e9cfea7c90de7477675"),
    ("5", 97, 64, "9decf4e5ef819dc9031867408a8c94a8"),
    ("5", 320, 400, "67fd60146cf3ceb3b9b3f3e5ba95bb8d"),
    ("12", 1, 1, "5da0269f81e6467cc0c1dea431523087"),
    ("12", 40, 50, "a5dd6e55e6adb5db839871c1b68a4018"),
    ("12", 97, 64, "dfd241310780a4c72f2c850129db88e7"),
    ("12", 320, 400, "1e15947dd8a88a53def467fe7f8a14cc"),
    ("15", 1, 1, "20c1d73287e4d61d25fd8cc06262edfc"),
    ("15", 40, 50, "87448c3a285b540978cd7c961da6d4f1"),
    ("15", 97, 64, "1a3b45c480ff88b27ad6a524bde67a82"),
    ("15", 320, 400, "59f6fd30d447443235931c27af6d86a9"),
    ("31", 1, 1, "92b733414c61826c63bf83d86afd7693"),
    ("31", 40, 50, "eba5b9c4a66e078cc955d6ce973b9dfd"),
    ("31", 97, 64, "1855e550d38fe4859373abe7cb3a4100"),
    ("31", 320, 400, "f98b8720f928081e1836084377327ede"),
    ("user-7", 1, 1, "a554ba89a79eb80a2fe05277f1ed2c24"),
    ("user-7", 40, 50, "e4f810bb96c8d950a41fd5a776477e0d"),
    ("user-7", 97, 64, "af2323e2a094c110247e732d97335918"),
    ("user-7", 320, 400, "e6af7be2580f4f50ad8f51aff3b8ea41"),
  ]

  @Test(arguments: goldens)
  func aKeyHasTheSameBytesOnEveryMachine(
    golden: (seed: String, width: Int, height: Int, hash: String)
  ) throws {
    let pixels = try draw(golden.seed, golden.width, golden.height)
    #expect(hash(pixels.bytes) == golden.hash, "\(golden.seed) \(golden.width)x\(golden.height)")
  }

  @Test func everyFamilyIsDrawn() {
    #expect(Self.seeds.count == PatternScene.Family.allCases.count)
  }

  @Test(arguments: PatternScene.Family.allCases)
  func theSamePictureIsDrawnAtEverySize(family: PatternScene.Family) throws {
    let seed = try #require(Self.seeds[family])
    let small = try draw(seed, 40, 50)
    let large = try draw(seed, 160, 200)
    // Each small pixel is about the mean of the sixteen in its place.
    var difference = 0
    for y in 0..<50 {
      for x in 0..<40 {
        for part in 0..<3 {
          var sum = 0
          for place in 0..<16 {
            let pixel = (4 * y + place / 4) * 160 + 4 * x + place % 4
            sum += Int(large.bytes[4 * pixel + part])
          }
          difference += abs(sum / 16 - Int(small.bytes[4 * (y * 40 + x) + part]))
        }
      }
    }
    #expect(Double(difference) / (50 * 40 * 3) < 2.5)
  }

  @Test(arguments: PatternScene.Family.allCases)
  func coverCropsTheCentre(family: PatternScene.Family) throws {
    let seed = try #require(Self.seeds[family])
    let whole = try draw(seed, 80, 100)
    let crop = try draw(seed, 80, 60)
    var difference = 0
    for offset in 0..<4 * 80 * 60 {
      difference += abs(Int(crop.bytes[offset]) - Int(whole.bytes[offset + 4 * 80 * 20]))
    }
    // The dither lies elsewhere: less than one step on average.
    #expect(Double(difference) / (4 * 80 * 60) < 1)
  }

  @Test(arguments: PatternScene.Family.allCases)
  func everyPixelIsOpaqueAndThePictureIsNotFlat(family: PatternScene.Family) throws {
    let pixels = try draw(try #require(Self.seeds[family]), 37, 41)
    var darkest = 255
    var lightest = 0
    for pixel in 0..<37 * 41 {
      #expect(pixels.bytes[4 * pixel + 3] == 255)
      let green = Int(pixels.bytes[4 * pixel + 1])
      darkest = min(darkest, green)
      lightest = max(lightest, green)
    }
    #expect(lightest - darkest > 20)
  }

  @Test func seedsAreToldApartAtThumbnailSize() throws {
    let thumbnails = try (0..<60).map { Array(try draw("\($0)", 16, 20).bytes) }
    for number in thumbnails.indices {
      for other in 0..<number {
        let pairs = zip(thumbnails[number], thumbnails[other])
        let difference = pairs.reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        #expect(difference > 5 * 4 * 16 * 20, "\(number) and \(other)")
      }
    }
  }

  @Test(
    arguments: [(1, 1), (1, 200), (200, 1), (7, 9), (8, 8), (9, 7), (15, 2), (16, 2), (17, 2)],
    [(1, 1), (8192, 1), (1, 8192), (4, 5)]
  )
  func everySizeAndAspectRatioIsDrawn(size: (Int, Int), natural: (Int, Int)) throws {
    for number in 0..<12 {
      let pixels = try draw("\(number)", size.0, size.1, natural: natural)
      #expect(pixels.bytes.count == 4 * size.0 * size.1)
    }
  }

  @Test(arguments: PatternScene.Family.allCases)
  func aDrawingThatIsNotWantedStops(family: PatternScene.Family) throws {
    let stop = StopFlag()
    stop.set()
    let seed = try #require(Self.seeds[family])
    let scene = PatternScene(seed: seed, naturalWidth: 4, naturalHeight: 5)
    #expect(scene.draw(width: 2000, height: 2000, until: stop) == nil)
  }
}
