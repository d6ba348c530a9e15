import Base
import FeedModel
import FeedStore
import FeedStoreConformance
import Foundation
import Testing
import Waiting

@testable import SQLiteStore

/// The queues at their limits, with their threads not yet begun.
@Suite(.timeLimit(.minutes(10)))
struct QueueTests {
  @Test func aFullQueueOfReadsRefusesTheNextAndAnswersTheOthers() async throws {
    let files = try TemporaryStore()
    let reader = try makeReader(files)
    let queue = ReadQueue<FeedReader>()
    let reads = (0..<StoreLimits.queuedReads).map { index in
      Task.immediate {
        try await queue.submit(of: 1) { (reader) throws(StoreError) in
          (index, try reader.head().sequence.number)
        }
      }
    }
    await #expect(throws: StoreError.busy(queuedLimit: StoreLimits.queuedReads)) {
      try await queue.submit(of: 1) { (_) throws(StoreError) in 0 }
    }
    queue.close()
    await #expect(throws: StoreError.closed) {
      try await queue.submit(of: 1) { (_) throws(StoreError) in 0 }
    }
    queue.run(reader)
    for (index, read) in reads.enumerated() { #expect(try await read.value == (index, 0)) }
  }

  @Test func aReadWaitsForATurnAndNotForAllThatAnotherClientQueued() async throws {
    let files = try TemporaryStore()
    let reader = try makeReader(files)
    let queue = ReadQueue<FeedReader>()
    let order = Lock([UInt64]())
    let clients = Array(repeating: UInt64(1), count: 500) + [2]
    let reads = clients.map { client in
      Task.immediate {
        try await queue.submit(of: client) { (_) throws(StoreError) in
          order.withLock { $0.append(client) }
        }
      }
    }
    queue.close()
    queue.run(reader)
    for read in reads { try await read.value }
    #expect(order.withLock { $0.firstIndex(of: 2) } == 1)
  }

  /// Else who packs answers would have a line of its own, in which nobody has turns.
  @Test func readersWaitForCallersThatAreBehind() async throws {
    let files = try TemporaryStore()
    nonisolated(unsafe) let reader = try makeReader(files)
    let queue = ReadQueue<FeedReader>()
    let callers = HeldExecutor()
    let (limit, more) = (StoreLimits.untakenReads, 5)
    let begunCount = Lock(0)
    let reads = (0..<limit + more).map { _ in
      Task(executorPreference: callers) {
        try await queue.submit(of: 1) { (_) throws(StoreError) in
          begunCount.withLock { $0 += 1 }
        }
      }
    }
    callers.run()
    let isOver = Watched(false)
    Thread.detachNewThread {
      queue.run(reader)
      isOver.change { $0 = true }
    }
    try await waitUntil { queue.sleeperCount == 1 }
    #expect(begunCount.withLock { $0 } == limit)
    try await waitUntil {
      callers.run()
      return begunCount.withLock { $0 } == limit + more && queue.sleeperCount == 1
    }
    queue.close()
    try await isOver.until { $0 ? true : nil }
    callers.run()
    for read in reads { try await read.value }
  }

  @Test func aFullQueueOfMutationsRefusesTheNextAndAppliesTheOthersInOrder() async throws {
    let files = try TemporaryStore()
    let reader = try makeReader(files)
    let writer = try FeedWriter(reader: reader, environment: files.clock.environment)
    let queue = WriteQueue<Mutation>()
    let order = Lock([Int]())
    let writes = (0..<StoreLimits.queuedMutations).map { index in
      Task.immediate {
        try await queue.submit { (_) throws(StoreError) in order.withLock { $0.append(index) } }
      }
    }
    await #expect(throws: StoreError.busy(queuedLimit: StoreLimits.queuedMutations)) {
      try await queue.submit { (_) throws(StoreError) in }
    }
    queue.close()
    await #expect(throws: StoreError.closed) {
      try await queue.submit { (_) throws(StoreError) in }
    }
    queue.run(writer, Checkpointer())
    for write in writes { try await write.value }
    #expect(order.withLock { $0 } == Array(0..<StoreLimits.queuedMutations))
    let groups = StoreLimits.queuedMutations / StoreLimits.mutationsPerCommit
    #expect(queue.statistics.commits == groups)
    #expect(queue.statistics.mutations == StoreLimits.queuedMutations)
  }

  private func makeReader(_ files: TemporaryStore) throws -> FeedReader {
    let database = Database(path: files.path)
    let connection = try database.connect()
    let identity = try database.prepare(connection)
    return try FeedReader(
      connection: connection,
      tokenKey: identity.tokenKey,
      blurhash: TestClock.blurhash
    )
  }
}

/// Runs what its tasks have to do when it is told to.
private final class HeldExecutor: TaskExecutor {
  private let jobs = Lock([UnownedJob]())

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  /// Runs what there is.
  func run() {
    let jobs = jobs.withLock { jobs in
      defer { jobs = [] }
      return jobs
    }
    for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
