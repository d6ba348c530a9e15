import Testing

@testable import EventLoop

@Suite struct BusyPollTests {
  /// One that has seen enough lone events to look.
  private static func ready() -> BusyPoll {
    var poll = BusyPoll(.microseconds(20))
    for _ in 0..<Limits.loneEventsBeforeLook { poll.waited(eventCount: 1) }
    return poll
  }

  @Test func aLoopWithoutTimeForItNeverLooks() {
    var poll = BusyPoll(.zero)
    for _ in 0..<100 {
      poll.waited(eventCount: 1)
      let begins = poll.begins()
      #expect(!begins)
    }
  }

  @Test func aLookTakesAsManyLoneEvents() {
    var poll = BusyPoll(.microseconds(20))
    for _ in 1..<Limits.loneEventsBeforeLook {
      poll.waited(eventCount: 1)
      let begins = poll.begins()
      #expect(!begins)
    }
    poll.waited(eventCount: 1)
    let begins = poll.begins()
    #expect(begins)
  }

  @Test func waitsThatBringNothingDoNotCount() {
    var poll = BusyPoll(.microseconds(20))
    for _ in 0..<100 { poll.waited(eventCount: 0) }
    let begins = poll.begins()
    #expect(!begins)
    var ready = Self.ready()
    ready.waited(eventCount: 0)
    let goesOn = ready.begins()
    #expect(goesOn)
  }

  @Test func severalEventsAtOnceEndTheLooks() {
    var poll = Self.ready()
    poll.waited(eventCount: 2)
    let begins = poll.begins()
    #expect(!begins)
  }

  @Test func looksInVainBecomeRare() {
    var poll = Self.ready()
    var runs: [Int] = []
    for _ in 0..<9 {
      var run = 0
      while !poll.begins() { run += 1 }
      runs.append(run)
      poll.looked(found: false)
    }
    #expect(runs == [0, 1, 2, 4, 8, 16, 32, 64, 64])
    #expect(runs.last == Limits.longestUnpolledRun)
  }

  @Test func aLookThatFindsSomethingIsFollowedByTheNext() {
    var poll = Self.ready()
    for found in [false, true] {
      while !poll.begins() {}
      poll.looked(found: found)
    }
    let begins = poll.begins()
    #expect(begins)
    poll.looked(found: false)
    let again = (poll.begins(), poll.begins())
    #expect(again == (false, true))
  }
}
