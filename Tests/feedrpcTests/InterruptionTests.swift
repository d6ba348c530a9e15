import Glibc
import Testing
import Waiting

@testable import feedrpc

/// One after the other: a process has one way to handle a signal.
@Suite(.serialized, .timeLimit(.minutes(10))) struct InterruptionTests {
  /// True while Ctrl-C is waited for.
  static var isHandled: Bool {
    var action = sigaction()
    sigaction(SIGINT, nil, &action)
    return UInt32(bitPattern: action.sa_flags) & UInt32(SA_RESETHAND) != 0
  }

  static func wait(untilHandled expected: Bool) async throws {
    try await waitUntil { isHandled == expected }
  }

  @Test(arguments: 1...2)
  func aSignalEndsTheWait(time: Int) async throws {
    #expect(!Self.isHandled)
    async let interruption: Void = Interruption.first()
    try await Self.wait(untilHandled: true)
    kill(getpid(), SIGINT)
    await interruption
    #expect(!Self.isHandled)
  }

  @Test func aCancelledWaitLeavesTheSignalAlone() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await Interruption.first() }
      try await Self.wait(untilHandled: true)
      group.cancelAll()
    }
    #expect(!Self.isHandled)
  }
}
