import Base
import Files
import ForgetfulDisk
import Foundation
import Rendering
import Testing

@testable import PhotoFiles

/// A disk that is really full: a file system of its own in memory, which takes root to mount.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct FullDiskTests {
  @Test(.enabled(if: SmallDisk.mayMount))
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
