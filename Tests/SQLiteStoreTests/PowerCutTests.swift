import FeedModel
import FeedStore
import FeedStoreConformance
import Foundation
import Testing

@testable import SQLiteStore

/// The power goes off in the middle of the work, again and again.
@Suite(.timeLimit(.minutes(10)))
struct PowerCutTests {
  /// Cuts; `scripts/soak` sets how many.
  private static let roundCount =
    ProcessInfo.processInfo.environment["FEEDRPC_SOAK_ROUNDS"].flatMap { Int($0) } ?? 40
  private static let scribeCount = 4
  /// Changes of files in a round at most; a commit takes a few.
  private static let longestRound = 150

  @Test(arguments: 0..<4)
  func whatWasAcknowledgedIsThereOnceAfterEveryCut(_: Int) async throws {
    let seed = UInt64.random(in: 1 ... .max)
    print("seed=\(seed)")
    let (findings, acknowledgedCount) = try await Self.run(seed: seed, ignoresSyncs: false)
    #expect(findings == [], "seed \(seed)")
    print("cuts=\(Self.roundCount) acknowledged=\(acknowledgedCount) wrong=\(findings.count)")
    #expect(acknowledgedCount > Self.roundCount)
  }

  /// The test would see what is lost: a disk that says it has synced and has not loses some.
  @Test func aDiskThatLiesAboutSyncsIsFoundOut() async throws {
    let seed = UInt64.random(in: 1 ... .max)
    print("seed=\(seed)")
    let (findings, _) = try await Self.run(seed: seed, ignoresSyncs: true)
    #expect(findings != [], "seed \(seed)")
  }

  @Test func aStoreThatIsBeingMadeIsThereWholeOrCanBeMade() async throws {
    var changeCount = 0
    var isWhole = false
    while !isWhole {
      changeCount += 1
      let disk = try PowerCutDisk(seed: UInt64(changeCount))
      disk.cut(after: changeCount)
      if let store = try? disk.open() { await store.close() }
      isWhole = !disk.isOff
      try disk.restore()
      let store = try disk.open()
      try await disk.files.fixture(store).post("first")
      await store.close()
      #expect(try disk.damage() == [], "cut at change \(changeCount)")
    }
    #expect(changeCount > 10)
  }

  // MARK: - Rounds

  /// Works, cuts and looks until something is found or the rounds are over.
  private static func run(
    seed: UInt64,
    ignoresSyncs: Bool
  ) async throws -> (findings: [String], acknowledgedCount: Int) {
    var random = SplitMix64(seed: seed)
    let disk = try PowerCutDisk(seed: random.next())
    let first = try disk.open()
    let fixture = disk.files.fixture(first)
    var shared: [PostID] = []
    for index in 0..<3 { shared.append(try await fixture.post("shared \(index)").id) }
    await first.close()
    disk.ignoresSyncs = ignoresSyncs
    var scribes = (0..<scribeCount).map { Scribe($0, shared, seed: random.next()) }
    var findings: [String] = []
    for _ in 0..<roundCount where findings.isEmpty {
      disk.cut(after: 1 + random.number(below: longestRound))
      scribes = try await work(scribes, on: disk)
      #expect(disk.isOff)
      try disk.restore()
      do { findings = try await look(&scribes, disk) } catch { findings = ["\(error)"] }
    }
    return (findings, scribes.reduce(0) { $0 + $1.acknowledgedCount })
  }

  /// Lets the scribes work until the power is off.
  private static func work(_ scribes: [Scribe], on disk: PowerCutDisk) async throws -> [Scribe] {
    // The cut may come while the store is opened.
    guard let store = try? disk.open() else { return scribes }
    let tired = try await withThrowingTaskGroup(of: (Int, Scribe).self) { group in
      for (index, scribe) in scribes.enumerated() {
        group.addTask {
          var scribe = scribe
          while try await scribe.step(store) {}
          return (index, scribe)
        }
      }
      return try await group.reduce(into: scribes) { $0[$1.0] = $1.1 }
    }
    await store.close()
    return tired
  }

  /// Opens the store after a cut, sends again what was not answered, and compares.
  private static func look(
    _ scribes: inout [Scribe],
    _ disk: PowerCutDisk
  ) async throws -> [String] {
    let store = try disk.open()
    var findings: [String] = []
    do {
      for index in scribes.indices where try await !scribes[index].sendPending(store) {
        findings.append("scribe \(index) is refused")
      }
      let fixture = disk.files.fixture(store)
      for scribe in scribes where findings.isEmpty {
        findings += try await scribe.findings(fixture)
      }
    } catch { findings.append("\(error)") }
    await store.close()
    return try findings + disk.damage()
  }
}
