import Foundation
import Sandbox
import Testing
import Waiting

/// The filter in a process of its own, since nothing ends it but the process.
@Suite(.timeLimit(.minutes(10))) struct SystemCallFilterTests {
  /// Sanitizers make system calls that no worker makes.
  private static var isSanitized: Bool {
    dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
  }

  /// Runs the probe: the exit code, or the negative number of the signal that ended it.
  private static func probe(_ attempt: String) throws -> CInt {
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let program = ChildProgram()
    program.executableURL = URL(filePath: own).deletingLastPathComponent()
      .appending(path: "sandbox-probe")
    program.arguments = [attempt]
    try program.run()
    program.waitUntilExit()
    let status = program.terminationStatus
    return program.wasSignalled ? -status : status
  }

  @Test(
    .enabled(if: !isSanitized),
    arguments: [
      "nothing", "allocate", "start a thread", "write to standard error",
      "limit its processor time",
    ]
  )
  func whatAWorkerNeedsIsAllowed(attempt: String) throws {
    #expect(try Self.probe(attempt) == 0)
  }

  @Test(
    .enabled(if: !isSanitized),
    arguments: [
      "open a file", "read a folder", "look at a file", "remove a file", "make a folder",
      "make a socket", "connect a socket", "become another program", "start a program",
      "look at another process", "send a signal", "make executable memory",
      "make memory executable",
      "write to standard output", "copy a descriptor", "change its user",
    ]
  )
  func anythingElseEndsTheProcess(attempt: String) throws {
    #expect(try Self.probe(attempt) == -SIGSYS)
  }

  @Test func noRuleIsThereTwice() {
    let names = SystemCallRule.worker.map(\.name)
    #expect(Set(names).count == names.count)
  }
}
