import Base
import Files
import Foundation
import Rendering
import Testing

@testable import PhotoFiles

/// A disk that is really full: a file system of its own in memory, which takes root to mount.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct FullDiskTests {
  static let mayMount = geteuid() == 0 && (try? SmallDisk(kibibytes: 64)) != nil

  @Test(.enabled(if: FullDiskTests.mayMount))
  func aFullDiskLeavesNothingAndRecovers() async throws {
    let disk = try SmallDisk(kibibytes: 512)
    let files = try PhotoFiles(disk.path + "/photos")
    let small = try await files.keep(Bytes([UInt8](repeating: 1, count: 100_000)), copies: [])
    let large = Bytes([UInt8](repeating: 2, count: 500_000))
    await #expect(throws: PhotoStoreError.full) { try await files.keep(large, copies: []) }
    let copy = WorkingCopy(side: 512, width: 1, height: 1, bytes: large)
    await #expect(throws: PhotoStoreError.full) {
      try await files.keep(Bytes("text".utf8), copies: [.sample(2_048), copy])
    }
    #expect(try await files.allPhotos() == [small.photo])
    let incoming = disk.path + "/photos/incoming"
    #expect(try FileManager.default.contentsOfDirectory(atPath: incoming) == [])
    #expect(try await files.original(small.photo).count == 100_000)
    try await files.remove(small.photo)
    let next = try await files.keep(Bytes([UInt8](repeating: 3, count: 100_000)), copies: [])
    #expect(try await files.allPhotos() == [next.photo])
    await files.close()
  }
}

/// A small file system that goes with its owner.
final class SmallDisk: Sendable {
  struct NotMounted: Error {}

  let path: String

  init(kibibytes: Int) throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "feedrpc-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
    let options = ["-t", "tmpfs", "-o", "size=\(kibibytes)k", "none", path]
    guard Self.run("/bin/mount", options) else {
      try? FileManager.default.removeItem(atPath: path)
      throw NotMounted()
    }
  }

  deinit {
    _ = Self.run("/bin/umount", [path])
    try? FileManager.default.removeItem(atPath: path)
  }

  private static func run(_ program: String, _ arguments: [String]) -> Bool {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
