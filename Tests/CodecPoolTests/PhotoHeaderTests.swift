import Base
import CodecPool
import Files
import Foundation
import Rendering
import Testing

/// What the real worker finds in headers.
@Suite(.timeLimit(.minutes(10))) struct PhotoHeaderTests {
  private static let taken: Int64 = 1_546_398_245_000_000

  @Test(
    arguments: [
      ("plain.jpg", .jpeg, 240, 160, nil), ("progressive.jpg", .jpeg, 240, 160, nil),
      ("plain.png", .png, 240, 160, nil), ("plain.webp", .webp, 240, 160, nil),
      ("plain.gif", .gif, 240, 160, nil), ("plain.avif", .avif, 240, 160, nil),
      ("orientation-3.jpg", .jpeg, 240, 160, taken), ("orientation-6.jpg", .jpeg, 240, 160, taken),
      ("turned.png", .png, 240, 160, taken), ("turned.webp", .webp, 240, 160, taken),
      // Pillow drops the time where it has turned a picture.
      ("turned.avif", .avif, 240, 160, nil), ("rotated-16x24.heic", .heic, 16, 24, taken),
      ("frames-1000.gif", .gif, 50, 40, nil), ("frames-5.webp", .webp, 50, 40, nil),
      ("large-3000x2000.jpg", .jpeg, 3_000, 2_000, nil),
    ] as [(String, PhotoFormat, Int, Int, Int64?)]
  )
  func aHeaderSaysWhatThePhotoIs(
    name: String,
    format: PhotoFormat,
    width: Int,
    height: Int,
    takenAt: Int64?
  ) async throws {
    let facts = try await shared.get().prepare(try Photos.open(name)).facts
    let expected = PhotoFacts(format: format, width: width, height: height, takenAt: takenAt)
    #expect(facts == expected)
  }

  @Test(
    arguments: [
      ("liar.jpg", .aboveLimit(.side, found: 64_250)),
      ("liar-progressive.jpg", .aboveLimit(.side, found: 64_250)),
      ("wide.jpg", .aboveLimit(.side, found: 16_385)),
      ("pixels.jpg", .aboveLimit(.pixels, found: 100_020_001)),
      ("frames-1001.gif", .aboveLimit(.frames, found: 1_001)),
      ("zero.jpg", .unknownFormat), ("text.jpg", .unknownFormat), ("vector.png", .unknownFormat),
      ("document.jpg", .unknownFormat), ("scan.jpg", .unknownFormat),
      ("bitmap.jpg", .unknownFormat),
    ] as [(String, PhotoError)]
  )
  func whatCanNotBeAPhotoIsRefusedFromItsHeader(name: String, error: PhotoError) async throws {
    let pool = try shared.get()
    let file = try Photos.open(name)
    await #expect(throws: error) { try await pool.prepare(file) }
    guard name != "zero.jpg" else { return }
    await #expect(throws: error) {
      try await pool.render(file, width: 8, height: 8, as: .jpeg, quality: 80)
    }
  }

  @Test func scansCountWithThePixels() async throws {
    let pool = try shared.get()
    let file = try Photos.open("scans.jpg")
    do {
      _ = try await pool.prepare(file)
      Issue.record("a hundred million pixels may be passed over four times")
    } catch {
      guard case .aboveLimit(.scans, let found) = error else { throw error }
      #expect(found > 400_000_000 && found.isMultiple(of: 100_000_000))
    }
  }

  @Test(arguments: [(64 << 20, true), (64 << 20 + 1, false)])
  func aFileHasALimitToo(byteCount: Int, isRead: Bool) async throws {
    var data = try Photos.data("plain.jpg")
    data.append(Data(count: 64 << 20 - data.count))
    let file = try Photos.file(of: data)
    #expect(ftruncate(file.descriptor, off_t(byteCount)) == 0)
    let pool = try shared.get()
    guard !isRead else {
      #expect(try await pool.prepare(file).facts.width == 240)
      return
    }
    let error = PhotoError.aboveLimit(.bytes, found: byteCount)
    await #expect(throws: error) { try await pool.prepare(file) }
  }

  /// What decodes first takes gigabytes for the second of them.
  @Test(arguments: ["liar.jpg", "liar-progressive.jpg"])
  func aLyingHeaderCostsNothing(name: String) async throws {
    let pool = try CodecPool.real()
    _ = try await pool.prepare(try Photos.open("plain.jpg"))
    let process = try #require(pool.workerProcessIDs.first)
    let before = try peakByteCount(of: process)
    let file = try Photos.open(name)
    await #expect(throws: PhotoError.self) { try await pool.prepare(file) }
    #expect(try peakByteCount(of: process) - before < 50 << 20)
    #expect(pool.workerProcessIDs == [process])
  }

  /// A reader joins the parts, so that what was seen to be harmless need not be what it gets.
  @Test func exifInPartsIsRefusedBeforeItIsRead() async throws {
    let pool = try CodecPool.real()
    let whole = try await pool.prepare(try Photos.open("rotated-16x24.heic"))
    #expect(whole.facts.takenAt == Self.taken)
    let processes = pool.workerProcessIDs
    let file = try Photos.open("split-exif.heic")
    await #expect(throws: PhotoError.damaged) { try await pool.prepare(file) }
    await #expect(throws: PhotoError.damaged) {
      try await pool.render(file, width: 8, height: 12, as: .jpeg, quality: 80)
    }
    #expect(pool.workerProcessIDs == processes)
  }

  @Test func aFolderIsNoPhoto() async throws {
    let folder = OpenFile(adopting: open("/", O_RDONLY | O_CLOEXEC))
    let pool = try shared.get()
    await #expect(throws: PhotoError.damaged) { try await pool.prepare(folder) }
  }
}

/// The most memory that a process has held.
private func peakByteCount(of process: pid_t) throws -> Int {
  try byteCount("VmHWM:", of: process)
}

/// A size in a process's status (proc(5)).
func byteCount(_ name: String, of process: pid_t) throws -> Int {
  let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
  let line = try #require(status.split(separator: "\n").first { $0.hasPrefix(name) })
  let words = line.split(whereSeparator: \.isWhitespace)
  return try #require(Int(words[1])) << 10
}
