import CommandLineKit
import EventLoop
import Glibc
import Transport

/// Runs the daemon on Swift's threads and ends the process with its exit code.
func start(_ console: Console) {
  Task {
    let exitCode = await Program.run(
      DaemonOptions.command,
      words: Array(CommandLine.arguments.dropFirst()),
      console: console
    ) { arguments in
      var environment = console.environment
      if environment["HOME", default: ""].isEmpty {
        environment["HOME"] = Accounts.home(of: geteuid())
      }
      let configuration = try DaemonConfiguration(
        arguments,
        environment: environment,
        userID: geteuid(),
        passedListeners: ServiceManager.passedDescriptors()
      )
      if configuration.checksStore {
        return try StoreChecking.run(configuration, output: console.output)
      }
      try await Daemon.run(configuration)
      return .done
    }
    exit(exitCode.rawValue)
  }
}

ProcessSetup.run()
// Before the first thread, so that every thread leaves the signals to the daemon's loop. This one
// waits here for good: Swift's own main loop would take them.
SignalSource.block(StopSignal.signals)
start(Console.ofProcess())
while true { pause() }
