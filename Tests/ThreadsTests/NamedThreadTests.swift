import Base
import Foundation
import Testing
import Threads
import Waiting

@Suite(.timeLimit(.minutes(5))) struct NamedThreadTests {
  /// What a thread tells of itself.
  private struct Facts: Sendable {
    var name = ""
    /// Bytes of its stack below what it uses already.
    var stackByteCount = 0
    var blockedSignals = ""
  }

  /// Bytes from the start of the mapping that `place` is in; below a stack is its guard page.
  private static func byteCount(below place: UInt) -> Int {
    let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
    for line in maps.split(separator: "\n") {
      let ends = line.prefix { $0 != " " }.split(separator: "-").compactMap { UInt($0, radix: 16) }
      if ends.count == 2, ends[0] <= place, place < ends[1] { return Int(place - ends[0]) }
    }
    return 0
  }

  private static func facts() -> Facts {
    let folder = "/proc/thread-self"
    var (facts, stackByteCount) = (Facts(), 0)
    facts.name = (try? String(contentsOfFile: "\(folder)/comm", encoding: .utf8)) ?? ""
    let status = (try? String(contentsOfFile: "\(folder)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("SigBlk:") }
    facts.blockedSignals = line.map { String($0.dropFirst(8)) } ?? ""
    withUnsafePointer(to: &facts) { pointer in
      let place = UInt(bitPattern: pointer)
      // What is read while other threads map memory may lack a line.
      for _ in 0..<100 where stackByteCount == 0 { stackByteCount = byteCount(below: place) }
    }
    facts.stackByteCount = stackByteCount
    return facts
  }

  @Test(arguments: [256, NamedThread.standardStackKibibytes])
  func itHasItsNameItsStackAndNoSignals(stackKibibytes: Int) throws {
    let told = Lock(Facts())
    let thread = try NamedThread("a-name-of-16-byt", stackKibibytes: stackKibibytes) {
      told.withLock { $0 = Self.facts() }
    }
    thread.join()
    thread.join()
    let facts = told.withLock { $0 }
    #expect(facts.name == "a-name-of-16-by\n")
    #expect((stackKibibytes << 9..<stackKibibytes << 10).contains(facts.stackByteCount))
    // All but SIGKILL, SIGSTOP and the two that glibc keeps for itself.
    #expect(facts.blockedSignals == "fffffffe7ffbfeff")
    #expect(!thread.isCurrent)
  }

  @Test func aThreadThatNobodyWaitsForRunsAllTheSame() async throws {
    let hasRun = Watched(false)
    NamedThread.start("test") { hasRun.change { $0 = true } }
    try await hasRun.until { $0 ? true : nil }
  }

  @Test(arguments: [(8, EINVAL), (1 << 40, EAGAIN)])
  func aStackThatCanNotBeHadIsAFailure(kibibytes: Int, code: Int32) {
    let failure = #expect(throws: ThreadFailure.self) {
      try NamedThread("test", stackKibibytes: kibibytes) {}
    }
    #expect(failure?.code == code)
  }
}
