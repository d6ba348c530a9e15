import FeedModel
import FeedStore
import FeedStoreConformance
import Foundation
import Testing

@testable import SQLiteStore

/// Random operations on the engine and on its model.
@Suite(.timeLimit(.minutes(10)))
struct ModelTests {
  /// Operations of a walk; `scripts/soak` sets how many.
  private static let stepCount =
    ProcessInfo.processInfo.environment["FEEDRPC_MODEL_STEPS"].flatMap { Int($0) } ?? 10_000

  @Test func theEngineAnswersAsTheModelDoes() async throws {
    let seed = UInt64.random(in: 1 ... .max)
    print("seed=\(seed)")
    // Nothing is cut, but nothing waits for the real disk either.
    let disk = try PowerCutDisk(seed: seed)
    let store = try disk.open()
    let connection = try disk.connection()
    let secret = try secret(on: connection)
    let walk = ModelWalk(store, secret: secret, clock: disk.files.clock, seed: seed)
    try await walk.run(stepCount: Self.stepCount) {
      try wrongCounts(on: connection)
    } findings: {
      try disk.damage()
    }
    await store.close()
    #expect(try disk.damage() == [], "seed \(seed)")
  }

  private func secret(on connection: SQLiteConnection) throws -> [UInt8] {
    let statement = try SQLiteStatement("SELECT token_key FROM feed_head", on: connection)
    return try #require(try statement.first { $0.bytes(0) })
  }

  private func wrongCounts(on connection: SQLiteConnection) throws -> [String] {
    var wrong: [String] = []
    for law in StoreLaw.counts {
      try SQLiteStatement(law.query, on: connection).forEachRow { row in
        wrong.append("\(law.mismatch(row))")
      }
    }
    return wrong
  }
}
