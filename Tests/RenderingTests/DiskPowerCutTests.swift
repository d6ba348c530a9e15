import Base
import Files
import ForgetfulDisk
import Foundation
import Testing

@testable import Rendering

/// The power goes off after each change of a file of the disk cache.
@Suite(.timeLimit(.minutes(10)))
struct DiskPowerCutTests {
  /// What a power cut leaves is tried so often for each change.
  private static let trialCount = 4
  private static let name = "a"
  private static let photo = DiskAddress.picture(.photo, name)
  /// In the same directory as the photo, and elsewhere.
  private static let others = [photo ^ 1, photo ^ (1 << 60)]
  private static let keys = 1...2

  private let trial: DiskTrial
  private let place: RestorePlace
  /// Whether the photo is gone.
  private let record: ChangeRecord<Bool>

  init() async throws {
    trial = try DiskTrial()
    place = try RestorePlace()
    record = ChangeRecord(root: place.before)
    try await live()
  }

  @Test func nothingFalseAndNothingPurgedIsThereAfterAnyCut() async throws {
    let findings = try await findings(lie: nil)
    #expect(findings == [])
  }

  /// The test would see what comes back.
  @Test func aDiskThatLiesAboutSyncsIsFoundOut() async throws {
    let findings = try await findings(lie: .directories)
    #expect(findings != [])
  }

  private static func bytes(_ picture: UInt64, _ key: Int) -> Bytes {
    sampleBytes(3_000 + key, UInt8(truncatingIfNeeded: picture))
  }

  private func live() async throws {
    let cache = try trial.open(in: place.before, files: record.files)
    await cache.settle()
    for picture in Self.others + [Self.photo] {
      for key in Self.keys {
        cache.keep(Self.bytes(picture, key), at: sampleAddress(picture, key))
        await cache.settle()
      }
      // Some of the photo is on the disk for long when it goes, some is not.
      if picture == Self.photo { record.rest() }
    }
    cache.keep(Self.bytes(Self.photo, 3), at: sampleAddress(Self.photo, 3))
    await cache.settle()
    await cache.purge(.photo, name: Self.name)
    record.promise(true)
    cache.keep(Self.bytes(Self.others[0], 3), at: sampleAddress(Self.others[0], 3))
    await cache.close()
  }

  // MARK: - After the cut

  /// What is wrong after a cut, at the first change where something is.
  private func findings(lie: ForgetfulDisk.Lie?) async throws -> [String] {
    let seed = UInt64.random(in: 1 ... .max)
    print("seed=\(seed)")
    var random = RandomGenerator(seed: seed)
    for changeCount in 0...record.changeCount {
      for _ in 0..<Self.trialCount {
        try record.restore(after: changeCount, lie: lie, random: &random, in: place)
        let isPurged = record.promise(after: changeCount) ?? false
        let findings = try await look(in: place.after, isPurged: isPurged)
        if !findings.isEmpty { return findings + ["after change \(changeCount), seed \(seed)"] }
      }
    }
    return []
  }

  private func look(in path: String, isPurged: Bool) async throws -> [String] {
    let cache = try trial.open(in: path, files: FileSystem())
    await cache.settle()
    var findings: [String] = []
    for picture in Self.others + [Self.photo] {
      for key in Self.keys {
        let bytes = await cache.bytes(at: sampleAddress(picture, key))
        if let bytes, bytes != Self.bytes(picture, key) { findings.append("false bytes") }
      }
    }
    // It serves what it is given from now on, whatever is left of it.
    let address = sampleAddress(Self.others[1], 9)
    cache.keep(sampleBytes(10), at: address)
    await cache.settle()
    if await cache.bytes(at: address) != sampleBytes(10) { findings.append("nothing is kept") }
    await cache.close()
    let names = try FileManager.default.subpathsOfDirectory(atPath: path)
    findings += names.filter { $0.hasSuffix(NewFile.temporarySuffix) }
    if isPurged { findings += names.filter { $0.contains(Self.photo.hexadecimal) } }
    return findings
  }
}
