import CommandLineKit
import Testing

@testable import feedrpcd

/// What a daemon is told by words and environment.
enum Words {
  struct NoRun: Error {}

  static func arguments(
    _ words: [String],
    environment: [String: String] = [:]
  ) throws -> ParsedArguments {
    switch try CommandLineParser.parse(DaemonOptions.command, words, environment: environment) {
    case .run(let arguments): return arguments
    case .help, .version: throw NoRun()
    }
  }

  static func configuration(
    _ words: [String] = [],
    environment: [String: String] = ["HOME": "/home/a"],
    userID: UInt32 = 1_000,
    passedListeners: [Int32] = [],
    machineID: String? = "ab12"
  ) throws -> DaemonConfiguration {
    try DaemonConfiguration(
      arguments(words, environment: environment),
      environment: environment,
      userID: userID,
      passedListeners: passedListeners,
      machineID: { machineID }
    )
  }

  struct Outcome {
    var code: Int32
    var output: String
    var errors: String
  }

  /// Runs the program up to its configuration, or with `body` in the place of the daemon.
  static func run(
    _ words: [String],
    environment: [String: String] = ["HOME": "/home/a"],
    passedListeners: [Int32] = [],
    body: (DaemonConfiguration) async throws -> Void = { _ in }
  ) async -> Outcome {
    let output = MemorySink()
    let errors = MemorySink()
    let console = Console(output: output, errors: errors, environment: environment)
    let start = StartWords(
      words: words,
      environment: environment,
      userID: 1_000,
      passedListeners: passedListeners,
      machineID: { "ab12" }
    )
    let code = await DaemonProgram.run(start, console: console) { configuration, _ in
      try await body(configuration)
    }
    return Outcome(code: code.rawValue, output: output.text, errors: errors.text)
  }
}
