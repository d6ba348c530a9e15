import CommandLineKit
import EventLoop
import Glibc
import Transport

/// Runs the daemon on Swift's threads and ends the process with its exit code.
func start(_ console: Console) {
  // Of itself a task that the main thread starts has a higher priority, for which Swift's threads
  // ask for a niceness that only root may have, and complain to syslog.
  Task(priority: .medium) {
    var environment = console.environment
    if environment["HOME", default: ""].isEmpty {
      environment["HOME"] = Accounts.home(of: geteuid())
    }
    let words: [String]
    do { words = try Program.words(DaemonOptions.command, from: CommandLine.unsafeArgv) } catch {
      exit(Program.report(error, of: DaemonOptions.command, to: console.errors).rawValue)
    }
    let start = StartWords(
      words: words,
      environment: environment,
      userID: geteuid(),
      passedListeners: ServiceManager.passedDescriptors()
    )
    exit(await DaemonProgram.run(start, console: console).rawValue)
  }
}

ProcessSetup.run()
// Before the first thread, so that every thread leaves the signals to the daemon's loop. This one
// waits here for good: Swift's own main loop would take them.
SignalSource.block(StopSignal.blocked)
start(Console.ofProcess())
while true { pause() }
