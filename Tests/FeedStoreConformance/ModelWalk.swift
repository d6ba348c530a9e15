import FeedModel
package import FeedStore
import Testing

/// Random operations on an engine and on its model, compared answer by answer, tokens included.
package struct ModelWalk {
  /// Operations that are begun before any is answered, at most.
  private static let batchSize = 6
  /// Batches from one look at the whole store to the next; counts are compared after each.
  private static let batchesPerLook = 100

  private let store: any FeedStore
  private let model: MemoryStore
  private let clock: TestClock
  private let seed: UInt64

  /// - Parameters:
  ///   - store: Empty.
  ///   - secret: What the store makes tokens and names with.
  ///   - clock: The store's.
  ///   - seed: Of the walk.
  package init(_ store: any FeedStore, secret: [UInt8], clock: TestClock, seed: UInt64) {
    self.store = store
    self.clock = clock
    self.seed = seed
    model = MemoryStore(environment: clock.environment, secret: secret)
  }

  /// Walks so many steps.
  ///
  /// - Parameters:
  ///   - stepCount: Operations.
  ///   - countFindings: Gives the counts that are not those of their rows.
  ///   - findings: Gives all that is wrong in the store.
  /// - Throws: Where an answer differs, or something is found.
  package func run(
    stepCount: Int,
    countFindings: () throws -> [String],
    findings: () throws -> [String]
  ) async throws {
    var walk = RandomWalk(seed: seed)
    var step = 0
    var batchCount = 0
    while step < stepCount {
      clock.advance(bySeconds: Int64(walk.random.number(below: 3_600)) - 60)
      let operations = batch(&walk)
      let answers = await run(operations)
      for (operation, answer) in zip(operations, answers) {
        let expected = await operation.run(on: model)
        try #require(answer == expected, "seed \(seed), step \(step): \(operation)")
        walk.learn(from: answer, to: operation)
        step += 1
      }
      batchCount += 1
      try #require(try countFindings() == [], "seed \(seed), step \(step)")
      if batchCount.isMultiple(of: Self.batchesPerLook) {
        try #require(try findings() == [], "seed \(seed), step \(step)")
      }
    }
    try await compareEvents()
    print("steps=\(step) seed=\(seed)")
  }

  /// Reads all changes that are kept, in batches of several sizes.
  private func compareEvents() async throws {
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

  /// A read, or some mutations.
  private func batch(_ walk: inout RandomWalk) -> [StoreOperation] {
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
  private func run(_ operations: [StoreOperation]) async -> [StoreOperation.Answer] {
    let calls = operations.map { operation in
      Task.immediate { [store] in await operation.run(on: store) }
    }
    var answers: [StoreOperation.Answer] = []
    for call in calls { answers.append(await call.value) }
    return answers
  }
}
