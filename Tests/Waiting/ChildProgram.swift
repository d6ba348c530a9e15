package import Foundation

/// A program that a test runs in the root folder, with three descriptors of this process at most.
///
/// It is used as Foundation's `Process`, which reads beyond what it was given where very many
/// descriptors are open (`findMaximumOpenFromProcSelfFD`), as while all tests run.
package final class ChildProgram {
  package var executableURL: URL?
  package var arguments: [String] = []
  /// Nil: that of this process.
  package var standardInput: Pipe?
  package var standardOutput: Pipe?
  package var standardError: Pipe?
  /// The exit code, or the number of the signal that ended it; 0 before that.
  package private(set) var terminationStatus: Int32 = 0
  package private(set) var wasSignalled = false

  private var processID: Int32 = 0

  package init() {}

  /// Starts it; the ends of pipes that are its own are closed here.
  package func run() throws {
    processID = try spawn(
      [executableURL?.path ?? ""] + arguments,
      input: standardInput?.fileHandleForReading.fileDescriptor ?? STDIN_FILENO,
      output: standardOutput?.fileHandleForWriting.fileDescriptor ?? STDOUT_FILENO,
      errors: standardError?.fileHandleForWriting.fileDescriptor ?? STDERR_FILENO
    )
    try standardInput?.fileHandleForReading.close()
    try standardOutput?.fileHandleForWriting.close()
    if standardError !== standardOutput { try standardError?.fileHandleForWriting.close() }
  }

  /// Waits for its end; blocks.
  package func waitUntilExit() {
    var status: Int32 = 0
    while waitpid(processID, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    wasSignalled = signal != 0
    terminationStatus = wasSignalled ? signal : status >> 8 & 0xFF
  }
}

/// Starts a program with these as its standard input, output and errors.
private func spawn(
  _ words: [String],
  input: Int32,
  output: Int32,
  errors: Int32
) throws -> Int32 {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  for (number, descriptor) in [input, output, errors].enumerated() {
    posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
  }
  for name in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
    guard let number = Int32(name), number > 2 else { continue }
    posix_spawn_file_actions_addclose(&actions, number)
  }
  let words = ["env", "--chdir=/", "--"] + words
  let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
  defer { for argument in arguments { free(argument) } }
  var processID: pid_t = 0
  let code = posix_spawn(&processID, "/usr/bin/env", &actions, nil, arguments, environ)
  guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO) }
  return processID
}
