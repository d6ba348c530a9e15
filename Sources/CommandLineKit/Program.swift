import Glibc

/// What a program may read and write: its descriptors, or memory in a test.
package struct Console: Sendable {
  /// Data.
  package let output: any TextSink
  /// All else.
  package let errors: any TextSink
  /// What `output` is.
  package let terminal: Terminal
  /// What `errors` is.
  package let errorsTerminal: Terminal
  package let environment: [String: String]

  package init(
    output: any TextSink,
    errors: any TextSink,
    terminal: Terminal = .none,
    errorsTerminal: Terminal = .none,
    environment: [String: String] = [:]
  ) {
    self.output = output
    self.errors = errors
    self.terminal = terminal
    self.errorsTerminal = errorsTerminal
    self.environment = environment
  }

  /// The process's own, with SIGPIPE ignored so that a reader that goes is an error like others.
  ///
  /// Call it before anything opens a file.
  package static func ofProcess() -> Console {
    signal(SIGPIPE, SIG_IGN)
    occupyStandardDescriptors()
    let environment = processEnvironment()
    return Console(
      output: DescriptorSink(STDOUT_FILENO),
      errors: DescriptorSink(STDERR_FILENO),
      terminal: Terminal(descriptor: STDOUT_FILENO, environment: environment),
      errorsTerminal: Terminal(descriptor: STDERR_FILENO, environment: environment),
      environment: environment
    )
  }

  /// Puts something in the place of standard streams that were closed, so that no file or socket
  /// gets their number and what is printed.
  ///
  /// Using them fails as it does with closed ones: opened is the direction that nobody uses.
  private static func occupyStandardDescriptors() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) == -1 {
      // The lowest free number is given, which is this one.
      _ = open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  private static func processEnvironment() -> [String: String] {
    var variables: [String: String] = [:]
    var next = environ
    while let entry = next.pointee {
      let parts = String(cString: entry).split(
        separator: "=",
        maxSplits: 1,
        omittingEmptySubsequences: false
      )
      if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
      next += 1
    }
    return variables
  }
}

/// The outer frame of a program: from its words to its exit code.
package enum Program {
  /// The words behind the program's name as texts, from `CommandLine.unsafeArgv`.
  ///
  /// `CommandLine.arguments` would have replaced what is no text.
  ///
  /// - Throws: Which word is no UTF-8.
  package static func words(
    _ command: Command,
    from arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  ) throws(UsageError) -> [String] {
    var words: [String] = []
    while let word = arguments[words.count + 1] {
      guard let text = String(validatingCString: word) else {
        throw UsageError(
          command: command.name,
          problem: .notText(place: words.count + 1, text: String(cString: word))
        )
      }
      words.append(text)
    }
    return words
  }

  /// Reads the words behind the program's name, and runs `body` unless they ask for help or the
  /// version or are wrong.
  ///
  /// Errors that `body` throws are told in one sentence on standard error. One whose reader went
  /// away ends quietly.
  package static func run(
    _ command: Command,
    words: [String],
    console: Console,
    body: (ParsedArguments) async throws -> ExitCode
  ) async -> ExitCode {
    do {
      switch try CommandLineParser.parse(command, words, environment: console.environment) {
      case .help(let help): try console.output.write(help.text(width: console.terminal.width))
      case .version(let version): try console.output.write("\(command.name) \(version)\n")
      case .run(let arguments): return try await body(arguments)
      }
      return .done
    } catch {
      return report(error, of: command, to: console.errors)
    }
  }

  /// Tells an error in one sentence; the code to exit with.
  package static func report(
    _ error: any Error,
    of command: Command,
    to errors: any TextSink
  ) -> ExitCode {
    let (text, code): (String, ExitCode) =
      switch error {
      case let error as UsageError: (error.description, .wrongUsage)
      // Sentences may quote what others wrote.
      case let error as CommandFailure:
        ("\(command.name): \(error.message.printableLines)\n", error.exitCode)
      case OutputError.readerGone: ("", .done)
      case OutputError.system(let code):
        ("\(command.name): can't write: \(String(cString: strerror(code)))\n", .failed)
      default: ("\(command.name): \("\(error)".printableLines)\n", .failed)
      }
    do { try errors.write(text) } catch {
      // Nobody is left to tell.
    }
    return code
  }
}
