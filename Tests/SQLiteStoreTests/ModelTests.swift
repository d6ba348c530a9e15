import FeedModel
import FeedStore
import FeedStoreConformance
import Foundation
import Testing

@testable import SQLiteStore

/// Random operations on the engine and on its model, compared answer by answer, tokens included.
@Suite(.timeLimit(.minutes(10)))
struct ModelTests {
  /// Operations of a walk; `scripts/soak` sets how many.
  private static let stepCount =
    ProcessInfo.processInfo.environment["FEEDRPC_MODEL_STEPS"].flatMap { Int($0) } ?? 10_000
  /// Operations that are begun before any is answered, at most.
  private static let batchSize = 6
  /// Batches from one look at the whole file to the next; counts are compared after each.
  private static let batchesPerLook = 100

  @Test func theEngineAnswersAsTheModelDoes() async throws {
    let seed = UInt64.random(in: 1 ... .max)
    print("seed=\(seed)")
    // Nothing is cut, but nothing waits for the real disk either.
    let disk = try PowerCutDisk(seed: seed)
    let store = try disk.open()
    let connection = try disk.connection()
    let clock = disk.files.clock
    let model = MemoryStore(environment: clock.environment, secret: try secret(on: connection))
    var walk = RandomWalk(seed: seed)
    var step = 0
    var batchCount = 0
    while step < Self.stepCount {
      clock.advance(bySeconds: Int64(walk.random.number(below: 3_600)) - 60)
      let operations = batch(&walk)
      let answers = await run(operations, on: store)
      for (operation, answer) in zip(operations, answers) {
        let expected = await operation.run(on: model)
        try #require(answer == expected, "seed \(seed), step \(step): \(operation)")
        walk.learn(from: answer, to: operation)
        step += 1
      }
      batchCount += 1
      try #require(try wrongCounts(on: connection) == [], "seed \(seed), step \(step)")
      if batchCount.isMultiple(of: Self.batchesPerLook) {
        try #require(try disk.damage() == [], "seed \(seed), step \(step)")
      }
    }
    try await compareEvents(store, model, clock)
    await store.close()
    #expect(try disk.damage() == [], "seed \(seed)")
    print("steps=\(step) seed=\(seed)")
  }

  private func secret(on connection: SQLiteConnection) throws -> [UInt8] {
    let statement = try SQLiteStatement("SELECT token_key FROM feed_head", on: connection)
    return try #require(try statement.first { $0.bytes(0) })
  }

  /// Reads all changes that are kept, in batches of several sizes.
  private func compareEvents(
    _ store: SQLiteStore,
    _ model: MemoryStore,
    _ clock: TestClock
  ) async throws {
    let left = StoreFixture(store: store, clock: clock)
    let right = StoreFixture(store: model, clock: clock)
    for limit in [7, 1_000] {
      #expect(try await left.events(by: limit) == right.events(by: limit))
    }
    let newest = try await left.feed().sequence
    for number in stride(from: Int64(0), through: newest.number, by: 131) {
      let sequence = SequenceNumber(number)
      let batch = try await store.events(after: sequence, limit: 5)
      #expect(try await model.events(after: sequence, limit: 5) == batch)
    }
  }

  private func wrongCounts(on connection: SQLiteConnection) throws -> [StoreReport.Mismatch] {
    var wrong: [StoreReport.Mismatch] = []
    for law in StoreCheck.counts {
      try SQLiteStatement(law.query, on: connection).forEachRow { wrong.append(law.mismatch($0)) }
    }
    return wrong
  }

  /// A read, or some mutations.
  private func batch(_ walk: inout RandomWalk) -> [Operation] {
    var operations = [walk.next()]
    let count = 1 + walk.random.number(below: Self.batchSize)
    while operations.count < count, operations[0].isMutation {
      let next = walk.next()
      guard next.isMutation else { break }
      operations.append(next)
    }
    return operations
  }

  /// Begins all before any is answered; mutations are applied in the order they were begun.
  private func run(_ operations: [Operation], on store: SQLiteStore) async -> [Operation.Answer] {
    let calls = operations.map { operation in Task.immediate { await operation.run(on: store) } }
    var answers: [Operation.Answer] = []
    for call in calls { answers.append(await call.value) }
    return answers
  }
}
