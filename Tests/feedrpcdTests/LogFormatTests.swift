import Base
import CommandLineKit
import Testing

@testable import feedrpcd

@Suite struct LogFormatTests {
  @Test func theFormatComesFromAFlagOrTheEnvironment() throws {
    #expect(try Words.configuration().log.format == .text)
    #expect(try Words.configuration(["--log-format", "json"]).log.format == .json)
    let environment = ["HOME": "/h", "FEEDRPCD_LOG_FORMAT": "json"]
    #expect(try Words.configuration(environment: environment).log.format == .json)
    let both = try Words.configuration(["--log-format", "text"], environment: environment)
    #expect(both.log.format == .text)
  }

  @Test func aFormatThatThereIsNotIsWrongUsage() async {
    let outcome = await Words.run(["--log-format", "jsn"])
    #expect(outcome.code == 2)
    #expect(
      outcome.errors == """
        feedrpcd: --log-format: expected one of text, json (did you mean json?), found 'jsn'
        See 'feedrpcd --help'.

        """
    )
  }

  @Test func whyADaemonDoesNotStartIsASentenceInText() async {
    let outcome = await Words.run([]) { _ in throw CommandFailure("no room") }
    #expect(outcome.code == 1 && outcome.errors == "feedrpcd: no room\n")
  }

  /// The object goes to the standard error of this process.
  @Test func inJSONTheSentenceIsAnEventAndTheCodeIsTheSame() async {
    let outcome = await Words.run(["--log-format=json"]) { _ in throw CommandFailure("no room") }
    #expect(outcome.code == 1 && outcome.errors.isEmpty)
  }
}
