import Base
import RPC
import Testing
import Waiting

@testable import feedrpc

@Suite(.timeLimit(.minutes(10)))
struct CallBatchTests {
  @Test func allBeginInOrderBeforeOneIsAnsweredAndAnswersKeepTheirPlaces() async throws {
    let count = TransferLimits.callCount
    let began = Lock<[Int]>([])
    let answered = Watched(0)
    let results = try await CallBatch.run(
      (0..<count).map { number in
        { () async throws -> Int in
          began.withLock { $0.append(number) }
          // The last that begins is the first that is answered.
          try await answered.until { $0 == count - 1 - number ? true : nil }
          answered.change { $0 += 1 }
          return number
        }
      }
    )
    #expect(results == (0..<count).map { .success($0) })
    #expect(began.withLock { $0 } == Array(0..<count))
  }

  @Test func whatIsWrongWithOneIsAComplaintOfItsPlace() async throws {
    let calls: [@Sendable () async throws -> Int] = [
      { 1 }, { throw RPCError(.notFound, "no such post") }, { 3 },
    ]
    let results = try await CallBatch.run(calls)
    #expect(results == [.success(1), .failure(Complaint("no such post")), .success(3)])
    #expect(try await CallBatch.run(Array(calls.prefix(0))).isEmpty)
  }

  @Test func whatWouldEndAllEndsTheBatchAndGivesTheOthersUp() async throws {
    let never = Watched(false)
    let endedCount = Lock(0)
    let wait: @Sendable () async throws -> Void = {
      defer { endedCount.withLock { $0 += 1 } }
      try await never.until { $0 ? true : nil }
    }
    let refusal = RPCError(.permissionDenied, "not you")
    let refuse: @Sendable () async throws -> Void = { throw refusal }
    await #expect(throws: refusal) { try await CallBatch.run([wait, refuse, wait]) }
    #expect(endedCount.withLock { $0 } == 2)
  }
}
