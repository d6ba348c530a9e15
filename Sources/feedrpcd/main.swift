import CommandLineKit
import EventLoop
import Glibc

// Before the first thread, so that every thread leaves the signals to the daemon's loop.
SignalSource.block([SIGTERM, SIGINT])

let console = Console.ofProcess()
let exitCode = await Program.run(
  DaemonOptions.command,
  words: Array(CommandLine.arguments.dropFirst()),
  console: console
) { arguments in
  try await Daemon.run(try DaemonConfiguration(arguments, environment: console.environment))
  return .done
}
exit(exitCode.rawValue)
