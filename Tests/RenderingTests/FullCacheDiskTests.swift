import Base
import Files
import ForgetfulDisk
import Foundation
import Testing

@testable import Rendering

/// A cache on a disk that is really full.
@Suite(.timeLimit(.minutes(10)), .serialized) struct FullCacheDiskTests {
  @Test(.enabled(if: SmallDisk.mayMount)) func aFullDiskLosesNothingAndRecovers() async throws {
    let disk = try SmallDisk(kibibytes: 512)
    let trial = try DiskTrial()
    let directory = disk.path + "/cache"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    let cache = try trial.open(in: directory, files: FileSystem())
    let bytes = sampleBytes(100_000)
    let pictures = (1...8).map { sampleAddress(UInt64($0)) }
    for picture in pictures { cache.keep(bytes, at: picture) }
    await cache.settle()
    guard case .paused(let error) = try #require(trial.events.first) else {
      Issue.record("not paused")
      return
    }
    #expect(error.isFull && trial.events.count == 1)
    let unfinished = try FileManager.default.contentsOfDirectory(
      atPath: "\(directory)/\(DiskFileName.directory)/unfinished"
    )
    #expect(unfinished == [])
    let kept = pictures.filter(cache.mayHold)
    #expect((1..<pictures.count).contains(kept.count))
    for picture in kept { #expect(await cache.bytes(at: picture) == bytes) }
    // What lies there needs no room to be handed out, and what does not gets none.
    #expect(await cache.path(of: bytes, at: kept[0]) != nil)
    #expect(await cache.path(of: bytes, at: sampleAddress(9)) == nil)
    trial.pass(RenderLimits.diskPause)
    #expect(await cache.path(of: bytes, at: sampleAddress(9)) == nil)
    #expect(trial.events.count == 1, "it is told once")
    // Another program makes room.
    try FileManager.default.removeItem(
      atPath: try #require(await cache.path(of: bytes, at: kept[1]))
    )
    trial.pass(RenderLimits.diskPause)
    #expect(await cache.path(of: bytes, at: sampleAddress(9)) != nil)
    #expect(await cache.bytes(at: sampleAddress(9)) == bytes)
    #expect(trial.events.last == .resumed)
    await cache.close()
  }
}
