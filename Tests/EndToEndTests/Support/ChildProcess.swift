import Base
import CLinux
import Foundation
import Waiting

/// A program that a test started: what it prints and how it ends.
///
/// Nobody's program outlives its test: the last reference kills it.
final class ChildProcess: Sendable {
  /// How a program ended.
  enum Ending: Equatable, Sendable {
    case exit(Int32)
    case signal(Int32)
  }

  /// What a program printed so far.
  struct Text: Sendable {
    var lines: [String] = []
    var hasEnded = false
  }

  let processID: pid_t
  let output = Watched(Text())
  let errors = Watched(Text())
  private let ending: Watched<Ending?>

  /// Starts a program that finds nothing of this process but `passed`, as descriptor 3.
  ///
  /// - Throws: `POSIXError` where it can't be started.
  init(
    _ program: String,
    _ arguments: [String],
    environment: [String: String] = [:],
    passing passed: Int32? = nil
  ) throws {
    let outputPipe = try DescriptorPair()
    let errorsPipe = try DescriptorPair()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, outputPipe.writing, 1)
    posix_spawn_file_actions_adddup2(&actions, errorsPipe.writing, 2)
    if let passed { posix_spawn_file_actions_adddup2(&actions, passed, 3) }
    // Pipes that other tests read to their end may not be marked close-on-exec.
    for name in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
      guard let number = Int32(name), number > (passed == nil ? 2 : 3) else { continue }
      posix_spawn_file_actions_addclose(&actions, number)
    }
    processID = try Self.spawn(program, arguments, environment, &actions)
    let ending = Watched<Ending?>(nil)
    self.ending = ending
    close(outputPipe.writing)
    close(errorsPipe.writing)
    Self.read(outputPipe.reading, into: output)
    Self.read(errorsPipe.reading, into: errors)
    Self.wait(for: processID, ending)
  }

  deinit { signal(SIGKILL) }

  /// Sends a signal, unless the program has ended.
  func signal(_ number: Int32) {
    // Its number is not another's before the ending is known.
    ending.change { ending in
      if ending == nil { kill(processID, number) }
    }
  }

  /// Waits for its end.
  func ended() async throws -> Ending { try await ending.until { $0 } }

  /// True until it has ended.
  var isRunning: Bool { ending.value == nil }

  /// Waits for a line of standard error; nil where it never came.
  func line(where isRight: @escaping @Sendable (String) -> Bool) async throws -> String? {
    try await errors.until { text -> String?? in
      if let line = text.lines.first(where: isRight) { return line }
      return text.hasEnded ? .some(nil) : nil
    }
  }

  /// All that it printed to standard error, once it has closed it.
  func allErrors() async throws -> String {
    try await errors.until { $0.hasEnded ? $0.lines.joined(separator: "\n") : nil }
  }

  /// All that it printed to standard output, once it has closed it.
  func allOutput() async throws -> [String] {
    try await output.until { $0.hasEnded ? $0.lines : nil }
  }
}

/// The two ends of a stream, which children do not inherit.
private struct DescriptorPair {
  let reading: Int32
  let writing: Int32

  init() throws {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw POSIXError(.EMFILE) }
    (reading, writing) = (ends[0], ends[1])
  }
}

extension ChildProcess {
  private static func spawn(
    _ program: String,
    _ arguments: [String],
    _ environment: [String: String],
    _ actions: inout posix_spawn_file_actions_t
  ) throws -> pid_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A child starts as from a shell, whatever this process does with signals.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for number in [SIGPIPE, SIGTERM, SIGINT] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var processID: pid_t = 0
    let status = posix_spawn(&processID, program, &actions, &attributes, &words, &variables)
    guard status == 0 else { throw POSIXError(POSIXErrorCode(rawValue: status) ?? .EIO) }
    return processID
  }

  private static func read(_ descriptor: Int32, into text: Watched<Text>) {
    Thread.detachNewThread {
      var rest: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = Foundation.read(descriptor, &buffer, buffer.count)
        guard count > 0 else { break }
        rest += buffer.prefix(count)
        guard let end = rest.lastIndex(of: UInt8(ascii: "\n")) else { continue }
        let whole = String(decoding: rest[..<end], as: UTF8.self)
        rest.removeSubrange(...end)
        text.change {
          $0.lines += whole.split(separator: "\n", omittingEmptySubsequences: false).map(
            String.init
          )
        }
      }
      close(descriptor)
      text.change { text in
        if !rest.isEmpty { text.lines.append(String(decoding: rest, as: UTF8.self)) }
        text.hasEnded = true
      }
    }
  }

  private static func wait(for processID: pid_t, _ ending: Watched<Ending?>) {
    Thread.detachNewThread {
      var information = siginfo_t()
      _ = waitid(P_PID, id_t(processID), &information, WEXITED | WNOWAIT)
      ending.change { ending in
        var status: Int32 = 0
        waitpid(processID, &status, 0)
        let signal = status & 0x7f
        ending = signal == 0 ? .exit(status >> 8 & 0xff) : .signal(signal)
      }
    }
  }
}

/// Runs `body`, which waits, on a thread of its own.
func onThread<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
  }
}
