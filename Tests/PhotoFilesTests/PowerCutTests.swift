import Base
import Files
import ForgetfulDisk
import Foundation
import Rendering
import Testing

@testable import PhotoFiles

/// The power goes off after each change of a file.
@Suite(.timeLimit(.minutes(10)))
struct PowerCutTests {
  /// A photo that was kept, with the hashes that its row has.
  private struct Kept: Hashable {
    let photo: [UInt8]
    let copies: [[UInt8]]
  }

  /// What a power cut leaves is tried so often for each change.
  private static let trialCount = 2
  private static let sides = [2_048, 512]

  private let place: RestorePlace
  private let record: ChangeRecord<Set<Kept>>

  init() async throws {
    place = try RestorePlace()
    record = ChangeRecord(root: place.before)
    try await live()
  }

  @Test func aPhotoThatWasKeptOutlastsEveryCut() async throws {
    let findings = try await findings(lie: nil)
    #expect(findings == [])
  }

  /// The test would see what is lost.
  @Test(arguments: [ForgetfulDisk.Lie.files, .directories])
  func aDiskThatLiesAboutSyncsIsFoundOut(_ lie: ForgetfulDisk.Lie) async throws {
    let findings = try await findings(lie: lie)
    #expect(findings != [])
  }

  /// Photos come, go and come again, in two lives of the process.
  private func live() async throws {
    let first = try PhotoFiles(folder(in: place.before), files: record.files)
    record.promise([])
    let oak = try await keep("oak", in: first, beside: [])
    let elm = try await keep("elm", in: first, beside: [oak])
    // From the first moment on nobody counts on it.
    record.promise([elm])
    try await first.remove(oak.photo)
    _ = try await keep("oak", in: first, beside: [elm])
    _ = try await keep("oak", in: first, beside: [elm, oak])
    await first.close()
    let second = try PhotoFiles(folder(in: place.before), files: record.files)
    let ash = try await keep("ash", in: second, beside: [elm, oak])
    record.promise([oak, ash])
    try await second.remove(elm.photo)
    await second.close()
  }

  private func folder(in path: String) -> String { "\(path)/photos/feed" }

  private func keep(
    _ name: String,
    in files: PhotoFiles,
    beside others: Set<Kept>
  ) async throws -> Kept {
    let bytes = Bytes(Array(repeating: name, count: 700).joined().utf8)
    let (photo, copies) = try await files.keep(bytes, copies: Self.sides.map { .sample($0) })
    let kept = Kept(photo: photo, copies: copies)
    record.promise(others.union([kept]))
    return kept
  }

  // MARK: - After the cut

  /// What is wrong after a cut, at the first change where something is.
  private func findings(lie: ForgetfulDisk.Lie?) async throws -> [String] {
    let seed = UInt64.random(in: 1 ... .max)
    print("seed=\(seed)")
    var random = RandomGenerator(seed: seed)
    for changeCount in 0...record.changeCount {
      let promised = record.promise(after: changeCount)
      // The directories are made one like the other.
      guard promised != nil || changeCount % 60 < 2 else { continue }
      for _ in 0..<Self.trialCount {
        try record.restore(after: changeCount, lie: lie, random: &random, in: place)
        let findings = try await look(promised ?? [], in: folder(in: place.after))
        if !findings.isEmpty { return findings + ["after change \(changeCount), seed \(seed)"] }
      }
    }
    return []
  }

  private func look(_ promised: Set<Kept>, in path: String) async throws -> [String] {
    let files = try PhotoFiles(path)
    var findings: [String] = []
    for kept in promised {
      let hashes = [kept.photo] + kept.copies
      for (part, hash) in zip([.original] + Self.sides.map(PhotoPart.copy), hashes) {
        do { _ = try await files.open(part, ofPhoto: kept.photo, contentHash: hash) } catch {
          findings.append("\(part): \(error)")
        }
      }
    }
    // What was on its way is removed or can be found by a sweep.
    let found = Set(try await files.allPhotos().map(\.hexadecimal))
    let paths = try FileManager.default.subpathsOfDirectory(atPath: path)
    for file in paths.map({ $0.split(separator: "/") }) where file.count == 2 {
      let isFound = found.contains(String(file[1].prefix(64)))
      if !isFound { findings.append("nobody finds \(file.joined(separator: "/"))") }
    }
    await files.close()
    return findings
  }
}
