/// Work that is done for many items at the same time, and used in their order.
enum OrderedWork {
  /// Works on the items, and uses what came of them in their order.
  ///
  /// - Parameters:
  ///   - items: What there is to work on.
  ///   - limit: How many items are begun and not used at most.
  ///   - work: Is called for each item, several at a time.
  ///   - prepare: Is called for each item in order, before what came of it is waited for.
  ///   - use: Is called for each item in order, with what came of it.
  /// - Throws: What one of the three throws; the rest is cancelled.
  static func run<Item: Sendable, Value: Sendable>(
    _ items: [Item],
    limit: Int,
    work: @escaping @Sendable (Item) async throws -> Value,
    prepare: (Item) throws -> Void,
    use: (Value) throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: (Int, Value).self) { group in
      var begunCount = 0
      var values: [Int: Value] = [:]
      for index in items.indices {
        while begunCount < min(index + limit, items.count) {
          let (begun, item) = (begunCount, items[begunCount])
          group.addTask { (begun, try await work(item)) }
          begunCount += 1
        }
        try prepare(items[index])
        while values[index] == nil, let (place, value) = try await group.next() {
          values[place] = value
        }
        if let value = values.removeValue(forKey: index) { try use(value) }
      }
    }
  }
}
