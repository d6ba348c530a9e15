import FeedStore
import FeedStoreConformance
import Testing

@Suite(.timeLimit(.minutes(10)))
struct MemoryStoreTests {
  @Test(arguments: ConformanceCheck.all)
  func theMemoryEngineConforms(to check: ConformanceCheck) async throws {
    let clock = TestClock()
    let store = MemoryStore(environment: clock.environment)
    try await check.run(StoreFixture(store: store, clock: clock))
    await store.close()
  }
}
