import Base
import FeedMessages
import RPC
import Testing

@testable import LoadTest

@Suite(.timeLimit(.minutes(10))) struct ImageLoadTests {
  static func load(_ extent: LoadExtent, concurrency: Int, distinct: Int = 3) -> ImageLoad {
    let workload = ImageWorkload(
      seed: 1,
      distinctCount: distinct,
      concurrency: concurrency,
      width: 4,
      height: 3,
      format: .rgba8
    )
    let options = CallOptions(metadata: Metadata(), timeout: .seconds(9))
    return ImageLoad(workload, extent: extent, options: options)
  }

  @Test(arguments: [(1, 1), (1, 7), (4, 1), (4, 20)])
  func everyCallOfThePlanIsMadeAndCounted(concurrency: Int, callCount: Int) async {
    let server = FakeImages { .success(FakeImages.picture($0)) }
    let load = Self.load(.calls(callCount), concurrency: concurrency)
    let told = Lock<[LoadProgress]>([])
    let result = await load.run(
      through: [server],
      interruption: cancellation,
      progress: { progress in told.withLock { $0.append(progress) } }
    )
    let asked = server.seen.requests.map { $0.variant?.imageID ?? "" }
    let planned = (0..<callCount).map { load.workload.request(ofCall: $0).variant?.imageID ?? "" }
    #expect(asked.sorted() == planned.sorted())
    #expect(server.seen.options.allSatisfy { $0.timeout == .seconds(9) })
    let report = result.report
    #expect(report.callCount == callCount && report.receivedCount == callCount)
    #expect(report.count(from: .rendered) == callCount && report.failedCount == 0)
    #expect(report.byteCount == planned.reduce(0) { $0 + $1.utf8.count + 1 })
    #expect(Set(told.withLock { $0 }.map(\.endedCount)) == Set(1...callCount))
  }

  @Test func asManyCallsRunAtOnceAsWereAskedFor() async {
    let everybody = MeetingPoint(6)
    let servers = (0..<3).map { _ in
      FakeImages {
        await everybody.arrive()
        return .success(FakeImages.picture($0))
      }
    }
    let load = Self.load(.calls(6), concurrency: 6)
    let result = await load.run(through: servers, interruption: cancellation)
    #expect(result.report.receivedCount == 6)
    #expect(servers.map(\.seen.requests.count) == [2, 2, 2])
  }

  @Test(arguments: [LoadExtent.calls(100), .duration(.seconds(1_000))])
  func anInterruptedLoadGivesUpWhatRuns(extent: LoadExtent) async {
    let everybody = MeetingPoint(5)
    let server = FakeImages { _ in
      await everybody.arrive()
      await cancellation()
      return .failure(RPCError(.cancelled, "given up"))
    }
    let load = Self.load(extent, concurrency: 4)
    let result = await load.run(through: [server], interruption: { await everybody.arrive() })
    #expect(result.report.givenUpCount == 4)
    #expect(result.report.callCount == 0 && result.report.failedCount == 0)
    #expect(server.seen.requests.count == 4)
  }

  @Test func aStatusIsAFailureAndTheLoadGoesOn() async {
    let server = FakeImages { request in
      request.variant?.imageID == "pattern:load-1-0.4x3"
        ? .failure(RPCError(.resourceExhausted, "too much")) : .success(FakeImages.picture(request))
    }
    let load = Self.load(.calls(9), concurrency: 1)
    let report = await load.run(through: [server], interruption: cancellation).report
    #expect(report.callCount == 9 && report.receivedCount == 6 && report.failedCount == 3)
    #expect(
      report.failures == [
        .init(count: 3, example: .status(RPCError(.resourceExhausted, "too much")))
      ]
    )
  }

  @Test func aWrongAnswerIsGivenUp() async {
    let server = FakeImages { request in
      .success([StreamImageResponse(chunk: [1])] + FakeImages.picture(request))
    }
    let load = Self.load(.calls(2), concurrency: 1)
    let report = await load.run(through: [server], interruption: cancellation).report
    #expect(report.failures == [.init(count: 2, example: .headerMissing)])
    #expect(server.seen.givenUpCount == 2)
  }

  @Test func otherBytesForOneEtagAreFound() async {
    let callCount = Lock(0)
    let server = FakeImages { request in
      var messages = FakeImages.picture(request)
      let number = callCount.withLock { count in
        defer { count += 1 }
        return count
      }
      if number == 3 { messages[1].chunk = [1] }
      return .success(messages)
    }
    let load = Self.load(.calls(8), concurrency: 2, distinct: 1)
    let report = await load.run(through: [server], interruption: cancellation).report
    #expect(report.strayCount == 1 && report.failedCount == 1 && report.callCount == 8)
  }
}
