import Base
import CodecPool
import Foundation
import Rendering
import Testing

@testable import feedrpc_codec

/// Runs for as long as `scripts/fuzz probe` says, and is skipped elsewhere.
@Suite struct HeaderFuzzTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let seconds = environment["FEEDRPC_FUZZ_SECONDS"].flatMap(Int.init)
  private static let corpus = environment["FEEDRPC_FUZZ_PHOTOS"]
  /// Larger photos would only take longer.
  private static let photoByteCount = 300_000
  /// What one header may take, also on a busy machine and under a sanitizer.
  private static let patience = Duration.seconds(10)

  @Test(.enabled(if: seconds != nil && corpus != nil, "runs in scripts/fuzz"))
  func everyHeaderIsReadOrRefused() throws {
    try WarmUp.run()
    let photos = try Self.photos(in: try #require(Self.corpus))
    let first = Self.environment["FEEDRPC_FUZZ_SEED"].flatMap(UInt64.init) ?? 1
    let end = Instant.now() + .seconds(try #require(Self.seconds))
    var seed = first
    var readCount = 0
    let last = try Self.lastSeed()
    while Instant.now() < end {
      try last.seek(toOffset: 0)
      try last.write(contentsOf: Data("\(seed)".utf8))
      var garbage = PhotoGarbage(seed: seed)
      let bytes = garbage.photo(of: photos)
      let began = Instant.now()
      if Self.read(bytes, seed) { readCount += 1 }
      let took = Instant.now() - began
      #expect(took < Self.patience, "seed \(seed) took \(took)")
      seed += 1
    }
    print("seeds \(first)..<\(seed), of which \(readCount) were photos")
    #expect(readCount > 0, "a change here and there leaves some photos what they are")
  }

  private static func photos(in folder: String) throws -> [[UInt8]] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    // FileManager leaks a page where a file is empty.
    let files = try names.map { try FileHandle(forReadingAtPath: "\(folder)/\($0)")?.readToEnd() }
    return files.map { Array($0 ?? Data()) }.filter { !$0.isEmpty && $0.count <= photoByteCount }
  }

  /// A file for the seed that is tried, which a crash leaves.
  private static func lastSeed() throws -> FileHandle {
    let path = try #require(environment["FEEDRPC_FUZZ_LAST"])
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    return try #require(FileHandle(forWritingAtPath: path))
  }

  /// Does with the bytes what a worker does before it decodes them; true where they are a photo.
  private static func read(_ bytes: [UInt8], _ seed: UInt64) -> Bool {
    var file = bytes
    let count = file.withUnsafeMutableBytes { WebPContainer.removeMetadata(from: $0) }
    #expect((0...bytes.count).contains(count), "seed \(seed)")
    return bytes.withUnsafeBytes { whole in
      if EXIFScan.isTangled(whole) { return false }
      guard let lean = PNGContainer.withoutMetadata(whole) else { return isPhoto(whole, seed) }
      #expect(lean.count < whole.count, "seed \(seed)")
      return lean.withUnsafeBytes { lean in
        #expect(PNGContainer.withoutMetadata(lean) == nil, "seed \(seed)")
        return isPhoto(lean, seed)
      }
    }
  }

  private static func isPhoto(_ bytes: UnsafeRawBufferPointer, _ seed: UInt64) -> Bool {
    let facts: PhotoFacts
    do throws(PhotoFlaw) { facts = try PhotoReader(bytes).facts } catch { return false }
    let sides = 1...RenderLimits.photoSide
    #expect(sides.contains(facts.width) && sides.contains(facts.height), "seed \(seed)")
    #expect(facts.width * facts.height <= RenderLimits.photoPixels, "seed \(seed)")
    return true
  }
}

/// Photos that were changed in a few places, the same for the same seed.
struct PhotoGarbage {
  private static let mostChanges = 8
  private static let longestPiece = 64
  /// Numbers at the edges of what formats count with.
  private static let edges: [UInt32] = [
    0, 1, 2, 0x7f, 0x80, 0xff, 0x100, 0x7fff, 0x8000, 0xffff, 0x1_0000, 0x7fff_ffff, 0x8000_0000,
    0xffff_fffe, 0xffff_ffff,
  ]

  private var random: RandomGenerator

  init(seed: UInt64) { random = RandomGenerator(seed: seed) }

  /// One of the photos, changed.
  mutating func photo(of photos: [[UInt8]]) -> [UInt8] {
    var bytes = pick(photos)
    for _ in 0..<number(below: Self.mostChanges) + 1 {
      // Headers are at the beginning, mostly.
      let reach = number(below: 2) == 0 ? min(bytes.count, 512) : bytes.count
      change(&bytes, at: number(below: reach), photos)
      if bytes.isEmpty { break }
    }
    return bytes
  }

  private mutating func change(_ bytes: inout [UInt8], at place: Int, _ photos: [[UInt8]]) {
    let end = min(bytes.count, place + 1 + number(below: Self.longestPiece))
    switch number(below: 8) {
    case 0: bytes[place] ^= 1 << number(below: 8)
    case 1: bytes[place] = UInt8(truncatingIfNeeded: random.next())
    case 2, 3: put(pick(Self.edges), byteCount: pick([1, 2, 4]), into: &bytes, at: place)
    case 4: bytes.removeSubrange(place..<end)
    case 5: bytes.insert(contentsOf: bytes[place..<end], at: place)
    case 6: bytes.removeSubrange(place...)
    default:
      let other = pick(photos)
      let start = number(below: other.count)
      let piece = other[start..<min(other.count, start + Self.longestPiece)]
      bytes.replaceSubrange(place..<end, with: piece)
    }
  }

  private mutating func put(
    _ value: UInt32,
    byteCount: Int,
    into bytes: inout [UInt8],
    at place: Int
  ) {
    let isBigEndian = number(below: 2) == 0
    for index in 0..<byteCount where place + index < bytes.count {
      let shift = 8 * (isBigEndian ? byteCount - 1 - index : index)
      bytes[place + index] = UInt8(truncatingIfNeeded: value >> shift)
    }
  }

  private mutating func number(below limit: Int) -> Int {
    Int.random(in: 0..<max(limit, 1), using: &random)
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[number(below: elements.count)]
  }
}
