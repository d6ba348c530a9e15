import Base
import RPC
import Testing

@testable import NativeWire

@Suite struct PingPolicyTests {
  @Test func aBurstThenOneAnInterval() {
    var policy = PingPolicy(NativeLimits())
    for _ in 0..<10 { #expect(policy.pingArrived(at: .start) == true) }
    #expect(policy.pingArrived(at: .start) == false)
    #expect(policy.pingArrived(at: .after(.milliseconds(999))) == false)
    #expect(policy.pingArrived(at: .after(.seconds(1))) == true)
    #expect(policy.pingArrived(at: .after(.seconds(1))) == false)
  }

  @Test func silenceFillsTheBurstAgainAndNoMore() {
    var policy = PingPolicy(NativeLimits())
    for _ in 0..<10 { #expect(policy.pingArrived(at: .start) == true) }
    let later = Instant.after(.seconds(3_600))
    for _ in 0..<10 { #expect(policy.pingArrived(at: later) == true) }
    #expect(policy.pingArrived(at: later) == false)
  }

  @Test func theFirstUnansweredPingCounts() {
    var policy = PingPolicy(NativeLimits())
    #expect(!policy.awaitsPong)
    policy.pingSent(at: .start)
    policy.pingSent(at: .after(.seconds(5)))
    #expect(policy.pongDeadline == .after(.seconds(20)))
    policy.pongArrived()
    #expect(!policy.awaitsPong)
    #expect(policy.pongDeadline == .never)
  }
}

@Suite struct ReceivePaceTests {
  @Test func aHeaderHasItsTimeFromTheFirstByte() {
    var pace = ReceivePace(NativeLimits())
    #expect(pace.deadline == .never)
    pace.update(.header, isReading: true, at: .start)
    pace.update(.header, isReading: true, at: .after(.seconds(9)))
    #expect(pace.isLate(isReading: true, at: .after(.milliseconds(9_999))) == false)
    #expect(pace.isLate(isReading: true, at: .after(.seconds(10))) == true)
  }

  @Test func aBodyEarnsASecondForEveryKibibyte() {
    var pace = ReceivePace(NativeLimits())
    pace.update(.body(receivedByteCount: 10_240), isReading: true, at: .start)
    #expect(pace.isLate(isReading: true, at: .after(.milliseconds(19_990))) == false)
    #expect(pace.isLate(isReading: true, at: .after(.seconds(20))) == true)
  }

  @Test func theNextFrameStartsAnew() {
    var pace = ReceivePace(NativeLimits())
    pace.update(.header, isReading: true, at: .start)
    pace.frameEnded()
    pace.update(.header, isReading: true, at: .after(.seconds(5)))
    #expect(pace.deadline == .after(.seconds(15)))
    pace.update(.none, isReading: true, at: .after(.seconds(6)))
    #expect(pace.deadline == .never)
  }

  @Test func timeInWhichWeDidNotReadDoesNotCount() {
    var pace = ReceivePace(NativeLimits())
    pace.update(.header, isReading: false, at: .start)
    #expect(pace.isLate(isReading: false, at: .after(.seconds(10))) == false)
    #expect(pace.isLate(isReading: true, at: .after(.seconds(20))) == false)
    #expect(pace.isLate(isReading: true, at: .after(.seconds(30))) == true)
  }
}

@Suite struct EventQueueTests {
  @Test func eventsKeepTheirOrderAndACallsCanBeTakenOut() {
    var queue = EventQueue()
    #expect(queue.popFirst() == nil)
    queue.append(.message(1, [1]))
    queue.append(.writable(3))
    queue.append(.endOfMessages(1))
    queue.append(.draining)
    queue.removeAll(of: 1)
    var words: [String] = []
    while let event = queue.popFirst() { words.append(Words.event(event)) }
    #expect(words == ["writable 3", "draining"])
    #expect(queue.isEmpty)
  }

  @Test func everyEventKnowsItsCall() {
    let events: [SessionEvent] = [
      .opened(5, CallHead(route: 0, isEnded: true)), .cancelled(5, .cancelled), .message(5, []),
      .endOfMessages(5), .writable(5), .headers(5, [:]),
      .finished(5, nil, trailers: [:], isUnprocessed: false),
    ]
    for event in events { #expect(event.call == 5) }
    #expect(SessionEvent.draining.call == nil)
    #expect(SessionEvent.failed(SessionFailure(.internal, "")).call == nil)
  }
}
