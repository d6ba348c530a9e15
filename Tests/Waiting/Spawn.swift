import Foundation

/// Starts a program found on PATH, in the root folder, that finds nothing of this process but three
/// descriptors, which stay the caller's.
///
/// Foundation's `Process` reads beyond what it was given where very many descriptors are open
/// (`findMaximumOpenFromProcSelfFD`), as here while all tests run.
///
/// - Returns: Its process id, for `waitpid`.
/// - Throws: `POSIXError` where it can't be started.
package func spawn(
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
