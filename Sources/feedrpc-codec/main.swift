import Base
import CLinux
import Glibc

guard let options = WorkerOptions(CommandLine.arguments.dropFirst()),
  linux_is_message_socket(linux_worker_socket) != 0
else {
  say(WorkerOptions.explanation)
  exit(2)
}

do throws(WorkerFailure) {
  try Confinement.prepareMemory()
  try Confinement.enter(options)
  try WarmUp.run()
  // Looked at while files can be.
  let identity = BuildIdentity.current()
  try Confinement.seal()
  var session = WorkerSession(socket: linux_worker_socket, options: options)
  try session.run(identity)
  // Nothing is to be flushed, and libraries need not tidy up.
  _exit(0)
} catch {
  let log = EventLog(level: .error, format: options.logFormat)
  log.note(.error, "codec_failed", error.fields)
  _exit(1)
}

/// Writes to standard error, at once and whole.
func say(_ text: String) {
  var text = text
  // Where nobody listens there is nothing else to be done.
  text.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
}
