/// What a program tells the one who started it.
package struct ExitCode: Hashable, Sendable {
  package let rawValue: Int32

  private init(_ rawValue: Int32) { self.rawValue = rawValue }

  /// Done.
  package static let done = ExitCode(0)
  /// Failed.
  package static let failed = ExitCode(1)
  /// The command line or what was given with it can't be understood.
  package static let wrongUsage = ExitCode(2)
  /// Done, but slower or less reliably than was asked for.
  package static let thresholdsMissed = ExitCode(3)

  /// A call that ended with a status other than OK: 64 and the status code, 1 to 16.
  package static func status(_ code: Int32) -> ExitCode {
    precondition((1...16).contains(code), "a status code that is not OK")
    return ExitCode(64 + code)
  }
}

/// The end of a command that could not do what was asked, told in a sentence.
package struct CommandFailure: Error, Hashable, Sendable {
  /// What went wrong and what to do, without the program's name; may have several lines.
  package let message: String
  package let exitCode: ExitCode

  package init(_ message: String, exitCode: ExitCode = .failed) {
    self.message = message
    self.exitCode = exitCode
  }
}
