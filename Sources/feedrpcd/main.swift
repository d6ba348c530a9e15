import CommandLineKit
import EventLoop
import Glibc

/// Runs the daemon on Swift's threads and ends the process with its exit code.
func start(_ console: Console) {
  Task {
    let exitCode = await Program.run(
      DaemonOptions.command,
      words: Array(CommandLine.arguments.dropFirst()),
      console: console
    ) { arguments in
      try await Daemon.run(try DaemonConfiguration(arguments, environment: console.environment))
      return .done
    }
    exit(exitCode.rawValue)
  }
}

ProcessSetup.run()
// Before the first thread, so that every thread leaves the signals to the daemon's loop. This one
// waits here for good: Swift's own main loop would take them.
SignalSource.block([SIGTERM, SIGINT])
start(Console.ofProcess())
while true { pause() }
