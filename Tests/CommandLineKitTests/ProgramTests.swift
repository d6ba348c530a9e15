import CommandLineKit
import Glibc
import Testing

@Suite struct ProgramTests {
  struct Gone: TextSink {
    func write(_ bytes: UnsafeRawBufferPointer) throws(OutputError) { throw .readerGone }
  }

  struct Run {
    var code: ExitCode
    var output: String
    var errors: String
  }

  static func run(_ words: [String], body: (ParsedArguments) throws -> ExitCode) async -> Run {
    let output = MemorySink()
    let errors = MemorySink()
    let console = Console(output: output, errors: errors)
    let code = await Program.run(Sample.root, words: words, console: console) { try body($0) }
    return Run(code: code, output: output.text, errors: errors.text)
  }

  @Test func theBodyDecidesTheExitCode() async {
    let run = await Self.run(["show", "f"]) { $0[Sample.file] == "f" ? .thresholdsMissed : .done }
    #expect(run.code.rawValue == 3)
    #expect(run.output.isEmpty && run.errors.isEmpty)
  }

  @Test func aVerdictOutlivesItsReader() async throws {
    let console = Console(output: Gone(), errors: Gone())
    let code = await Program.run(Sample.root, words: ["show", "f"], console: console) { _ in
      try console.output.writeIfRead("news")
      return .thresholdsMissed
    }
    #expect(code == .thresholdsMissed)
    #expect(throws: OutputError.system(EBADF)) { try DescriptorSink(-1).writeIfRead("x") }
  }

  @Test func wordsAreTexts() throws {
    func words(_ texts: [[UInt8]]) throws(UsageError) -> [String] {
      let strings = ([Array("sample".utf8)] + texts).map { text in
        let string = UnsafeMutablePointer<CChar>.allocate(capacity: text.count + 1)
        for (index, byte) in (text + [0]).enumerated() { string[index] = CChar(bitPattern: byte) }
        return Optional(string)
      }
      defer { for string in strings { string?.deallocate() } }
      var arguments = strings + [nil]
      let words = arguments.withUnsafeMutableBufferPointer { buffer in
        Result { () throws(UsageError) in
          guard let base = buffer.baseAddress else { return [String]() }
          return try Program.words(Sample.root, from: base)
        }
      }
      return try words.get()
    }
    #expect(try words([]).isEmpty)
    #expect(try words([[], Array("häh".utf8)]) == ["", "häh"])
    let error = #expect(throws: UsageError.self) { try words([[0x61], [0x68, 0xE4, 0x68]]) }
    #expect(
      error?.description == """
        sample: argument 2 is no text in UTF-8: 'h\u{FFFD}h'
        See 'sample --help'.

        """
    )
  }

  @Test func helpAndVersionGoToStandardOutput() async {
    let version = await Self.run(["--version"]) { _ in .failed }
    #expect(version.output == "sample 1.2.3\n" && version.code == .done)
    let help = await Self.run(["-h"]) { _ in .failed }
    #expect(help.output.hasPrefix("OVERVIEW: ") && help.code == .done && help.errors.isEmpty)
  }

  @Test func wrongUsageGoesToStandardError() async {
    let run = await Self.run(["shw"]) { _ in .done }
    #expect(run.code.rawValue == 2 && run.output.isEmpty)
    #expect(
      run.errors == """
        sample: unknown subcommand 'shw', did you mean show?
        See 'sample --help'.

        """
    )
  }

  @Test func failuresAreToldWithTheProgramsName() async {
    let run = await Self.run(["show"]) { _ in
      throw CommandFailure("NOT_FOUND: no such post", exitCode: .status(5))
    }
    #expect(run.code.rawValue == 69)
    #expect(run.errors == "sample: NOT_FOUND: no such post\n")
    let full = await Self.run(["show"]) { _ in throw OutputError.system(28) }
    #expect(full.code == .failed)
    #expect(full.errors == "sample: can't write: No space left on device\n")
  }

  @Test func failuresDoNotSteerTheTerminal() async {
    let run = await Self.run(["show"]) { _ in throw CommandFailure("one\u{1B}[2J\n  two\u{9B}1m") }
    #expect(run.errors == "sample: one\u{FFFD}[2J\n  two\u{FFFD}1m\n")
  }

  @Test func aReaderThatHasGoneEndsTheProgramQuietly() async {
    let errors = MemorySink()
    let console = Console(output: Gone(), errors: errors)
    let code = await Program.run(Sample.root, words: ["show"], console: console) { _ in
      try console.output.write("x")
      return .failed
    }
    #expect(code == .done && errors.text.isEmpty)
  }
}
