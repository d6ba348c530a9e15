import Base
import Foundation
import Testing
import Threads
import Waiting

@Suite(.timeLimit(.minutes(5))) struct NamedThreadTests {
  /// What a thread tells of itself.
  private struct Facts: Sendable {
    var name = ""
    var stackByteCount = 0
    var blockedSignals = ""
  }

  /// pthread_getattr_np(3), which Glibc's module leaves out.
  private typealias GetAttributes =
    @convention(c) (
      pthread_t, UnsafeMutablePointer<pthread_attr_t>
    ) -> CInt

  private static func facts() -> Facts {
    let folder = "/proc/thread-self"
    var facts = Facts()
    facts.name = (try? String(contentsOfFile: "\(folder)/comm", encoding: .utf8)) ?? ""
    let status = (try? String(contentsOfFile: "\(folder)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("SigBlk:") }
    facts.blockedSignals = line.map { String($0.dropFirst(8)) } ?? ""
    let symbol = dlsym(nil, "pthread_getattr_np")
    let getAttributes = unsafeBitCast(symbol, to: GetAttributes?.self)
    var attributes = pthread_attr_t()
    guard getAttributes?(pthread_self(), &attributes) == 0 else { return facts }
    pthread_attr_getstacksize(&attributes, &facts.stackByteCount)
    pthread_attr_destroy(&attributes)
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
    // glibc gives the stack of a thread that has ended to the next, up to four times what it asks.
    let stackSizes = stackKibibytes << 10...4 * stackKibibytes << 10
    #expect(stackSizes.contains(facts.stackByteCount))
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
