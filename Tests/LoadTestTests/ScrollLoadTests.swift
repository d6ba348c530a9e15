import Base
import FeedMessages
import RPC
import Testing

@testable import LoadTest

@Suite(.timeLimit(.minutes(10))) struct ScrollLoadTests {
  static let course = ScrollCourse(
    rowsPerSecond: 500,
    rowCount: 12,
    rowsOnScreen: 100,
    rowsAhead: 3
  )

  static func user(_ name: String, _ server: FakeImages) -> ScrollLoad.User {
    ScrollLoad.User(
      (0..<course.rowCount).map { ImageVariant(imageID: "\(name)\($0)") },
      through: server
    )
  }

  @Test func everyRowIsAskedForAndWhatFollowsIsWishedFor() async throws {
    let servers = (0..<2).map { _ in FakeImages { .success(FakeImages.picture($0)) } }
    let users = servers.enumerated().map { Self.user("u\($0.offset)-", $0.element) }
    let options = CallOptions(metadata: ["a": "b"], timeout: .milliseconds(1))
    let report = try await ScrollLoad(Self.course, options: options)
      .run(users, interruption: cancellation)
    #expect(report.rowCount == 24 && report.goneCount == 0 && report.calls.codes == [.ok: 24])
    #expect(report.calls.firstMessageTimes.count == 24)
    for (user, server) in servers.enumerated() {
      let seen = server.seen
      let asked = seen.requests.compactMap { $0.variant?.imageID }
      #expect(asked.sorted() == (0..<12).map { "u\(user)-\($0)" }.sorted())
      #expect(seen.requests.allSatisfy { $0.priority == .visible })
      #expect(seen.options.allSatisfy { $0.timeout == .milliseconds(200) })
      // Which last as long as the load.
      #expect(seen.prefetchOptions.map(\.timeout) == [nil])
      #expect(seen.prefetchOptions.allSatisfy { $0.metadata == options.metadata })
      let tags = seen.wishes.map { $0.wanted.map { Int($0.tag) } }
      #expect(tags == (-1..<12).map { Array(Self.course.wishes(atRow: $0)) })
      #expect(seen.wishes[0].wanted[2].variant?.imageID == "u\(user)-2")
      #expect(seen.endedPrefetchCount >= 1)
    }
  }

  @Test func whatDoesNotComeWhileItsRowIsSeenIsGivenUp() async throws {
    let server = FakeImages { request in
      switch request.variant?.imageID {
      case "u3": .failure(RPCError(.deadlineExceeded, "too late"))
      case "u4": .failure(RPCError(.notFound, "none"))
      case "u5": .failure(RPCError(.resourceExhausted, "the renderer is busy"))
      default: .success(FakeImages.picture(request))
      }
    }
    let report = try await ScrollLoad(Self.course).run(
      [Self.user("u", server)],
      interruption: cancellation
    )
    #expect(report.rowCount == 12 && report.goneCount == 1 && report.refusedCount == 1)
    #expect(report.calls.codes == [.ok: 9, .notFound: 1] && report.calls.givenUpCount == 1)
    #expect(report.lateCount(.hertz60) >= 3)
  }

  @Test func anInterruptedUserStops() async throws {
    let everybody = MeetingPoint(2)
    let server = FakeImages { _ in
      await everybody.arrive()
      await cancellation()
      return .failure(RPCError(.cancelled, "given up"))
    }
    let report = try await ScrollLoad(Self.course).run(
      [Self.user("u", server)],
      interruption: { await everybody.arrive() }
    )
    #expect(report.rowCount == 0 && report.calls.givenUpCount >= 1)
  }
}
