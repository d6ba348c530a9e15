import Base
import FeedModel
import FeedStore
import RPC
import Testing

@testable import FeedServices

/// What becomes of watches whose changes can't be read.
@Suite(.timeLimit(.minutes(10))) struct WatchFailureTests {
  private typealias WatchID = WatchSchedule.WatchID

  /// A hub on a store whose first reads fail, but where nil is, whose first changes are damaged,
  /// and whose every change is a deletion.
  private struct World {
    let store: RecordingStore
    let hub: WatchHub
    let pauses = Lock<[Duration]>([])

    init(
      _ errors: [StoreError?] = [],
      damagedUpTo lastDamaged: Int64 = 0,
      limits: WatchLimits = WatchLimits()
    ) {
      let failures = Lock(errors)
      store = RecordingStore { (after) throws(StoreError) in
        let failure = failures.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        if let failure { throw failure }
        guard after.number >= lastDamaged else { throw WatchFailureTests.damaged }
        return Events.batch([Events.deletion(after.number + 1)])
      }
      let pause = { @Sendable [pauses] (duration: Duration) async throws in
        pauses.withLock { $0.append(duration) }
        guard duration == limits.lookInterval else { return }
        // Nobody is silent for long.
        for await _ in AsyncStream<Void>.makeStream().stream {}
        throw CancellationError()
      }
      hub = WatchHub(store, limits: limits, pause: pause)
    }

    /// A watch of who knows all changes so far.
    func begin(at sequence: Int64) throws(RPCError) -> WatchID {
      let position = SequenceNumber(sequence)
      return try hub.begin(WatchScheduleTests.subscriber(), at: position, newest: position)
    }

    /// What a watch is told next.
    func told(_ id: WatchID) async throws -> [Told] {
      let viewer = Viewer.account(.init(uid: 1, accountName: nil))
      return try await hub.messages(of: id, viewer).map(Told.init)
    }

    /// The pauses between tries.
    var retries: [Duration] {
      pauses.withLock { $0.filter { $0 == WatchLimits().retryInterval } }
    }
  }

  private static let failed = StoreError.engine(
    EngineFailure(code: 10, message: "I/O", statement: "")
  )
  private static let damaged = StoreError.corrupt(
    EngineFailure(code: 11, message: "malformed", statement: "")
  )

  private func expectEnd(
    _ code: StatusCode,
    _ reason: ErrorReason,
    of id: WatchID,
    _ world: World
  ) async {
    await expectRefusal(code, reason) { () async throws(RPCError) in
      do { return try await world.told(id) } catch let error as RPCError { throw error } catch {
        throw RPCError(.internal, "\(error)")
      }
    }
  }

  @Test func itIsTriedForFiveSeconds() {
    let limits = WatchLimits()
    #expect(limits.retryInterval == .milliseconds(100) && limits.readTries == 50)
  }

  @Test(arguments: [1, 2, 3])
  func nothingIsLostWhereSomeTrySucceeds(failureCount: Int) async throws {
    var limits = WatchLimits()
    limits.readTries = 3
    let world = World(Array(repeating: Self.failed, count: failureCount), limits: limits)
    let watch = try world.begin(at: 5)
    world.store.commit(6)
    if failureCount < 3 {
      #expect(try await world.told(watch) == [.deletion(6)])
    } else {
      await expectEnd(.unavailable, .storeFailed, of: watch, world)
    }
    #expect(world.retries.count == min(failureCount, 2))
    world.hub.end(watch)
    world.hub.close()
  }

  /// The tries of one read are not counted against the next.
  @Test func whatWasReadBeginsTheCountAnew() async throws {
    var limits = WatchLimits()
    limits.readTries = 2
    let world = World([Self.failed, nil, Self.failed], limits: limits)
    let watch = try world.begin(at: 5)
    world.store.commit(7)
    var told: [Told] = []
    while told.count < 2 { told += try await world.told(watch) }
    #expect(told == [.deletion(6), .deletion(7)])
    world.hub.end(watch)
    world.hub.close()
  }

  @Test func whatIsDamagedEndsTheWatchesThatAreOpenAndNoOthers() async throws {
    let world = World(damagedUpTo: 6)
    let open = try (0..<3).map { _ in try world.begin(at: 5) }
    world.store.commit(6)
    await expectEnd(.dataLoss, .storeCorrupt, of: open[0], world)
    #expect(world.retries.isEmpty)
    // Who comes before those have noticed hears what comes behind it.
    let late = try world.begin(at: 6)
    world.store.commit(7)
    #expect(try await world.told(late) == [.deletion(7)])
    for watch in open {
      await expectEnd(.dataLoss, .storeCorrupt, of: watch, world)
      world.hub.end(watch)
    }
    #expect(world.hub.watcherCount == 1)
    world.store.commit(8)
    #expect(try await world.told(late) == [.deletion(8)])
    world.hub.end(late)
    world.hub.close()
  }
}
