import Base
import CommandLineKit

/// What a daemon was started with, which can be read more than once.
struct StartWords: Sendable {
  /// Behind the program's name.
  var words: [String]
  var environment: [String: String]
  /// Who runs the process.
  var userID: UInt32
  /// Listening sockets that the service manager passed.
  var passedListeners: [Int32]
  /// Reads what the system calls this machine.
  var machineID: @Sendable () -> String? = MachineID.ofSystem

  /// What words and environment come to.
  ///
  /// - Throws: `CommandFailure` for what can't be meant.
  func configuration(_ arguments: ParsedArguments) throws -> DaemonConfiguration {
    try DaemonConfiguration(
      arguments,
      environment: environment,
      userID: userID,
      passedListeners: passedListeners,
      machineID: machineID
    )
  }

  /// Prints which variables look like settings and are none.
  func noteUnknownVariables(_ log: EventLog) {
    for (name, suggestion) in DaemonOptions.command.unknownVariables(in: environment) {
      if let suggestion {
        log.note(.warning, "unknown_variable", ["name": name, "did_you_mean": suggestion])
      } else {
        log.note(.warning, "unknown_variable", ["name": name])
      }
    }
  }

  /// Reads everything again, with `variables` in the environment, whose own they go before.
  ///
  /// - Throws: `UsageError` or `CommandFailure`.
  func settings(
    with variables: [String: String]
  ) throws -> (configuration: DaemonConfiguration, settings: [Setting]) {
    var start = self
    start.environment.merge(variables) { $1 }
    let invocation = try CommandLineParser.parse(
      DaemonOptions.command,
      words,
      environment: start.environment
    )
    guard case .run(let arguments) = invocation else {
      preconditionFailure("words that started a daemon start one")
    }
    let configuration = try start.configuration(arguments)
    return (configuration, PrintedSettings.settings(arguments, configuration))
  }
}
