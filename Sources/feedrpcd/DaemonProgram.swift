import Base
import CommandLineKit
import EventLoop

/// The program around the daemon: does what its words ask for.
enum DaemonProgram {
  /// Reads the words, and serves unless they ask for something else.
  ///
  /// A test puts something else in the place of `serve`.
  static func run(
    _ start: StartWords,
    console: Console,
    serve: (DaemonConfiguration, StartWords) async throws -> Void = Daemon.run
  ) async -> ExitCode {
    await Program.run(DaemonOptions.command, words: start.words, console: console) { arguments in
      if arguments[DaemonOptions.printManual] {
        try console.output.write(DaemonManual.page.text)
        return .done
      }
      if let shell = arguments[DaemonOptions.printCompletion] {
        try console.output.write(CompletionScript(DaemonOptions.command).text(for: shell))
        return .done
      }
      let configuration = try start.configuration(arguments)
      if configuration.printsSettings {
        let table = PrintedSettings.table(arguments, configuration)
        try console.output.write(table.text(for: console.terminal))
        return .done
      }
      if configuration.checksStore {
        // There is nothing to finish: Ctrl-C ends it.
        SignalSource.unblock(StopSignal.blocked)
        return try StoreChecking.run(configuration, output: console.output)
      }
      do { try await serve(configuration, start) } catch {
        // Whoever asked for objects gets one; people are told in a sentence, as of other errors.
        guard configuration.log.format == .json else { throw error }
        let failure = error as? CommandFailure
        configuration.log.note(.error, "not_started", ["reason": failure?.message ?? "\(error)"])
        return failure?.exitCode ?? .failed
      }
      return .done
    }
  }
}
