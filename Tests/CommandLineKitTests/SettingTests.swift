import CommandLineKit
import Testing

@Suite struct SettingTests {
  private func settings(
    _ words: [String],
    environment: [String: String] = [:]
  ) throws -> [Setting] {
    let arguments = try Sample.parse(["paint", "x"] + words, environment: environment)
    return arguments.settings(of: Sample.paint)
  }

  @Test func whatNobodyGaveIsItsDefault() throws {
    #expect(
      try settings([]) == [
        Setting(name: "timeout", value: nil, source: .fallback),
        Setting(name: "tag", value: nil, source: .fallback),
        Setting(name: "quiet", value: "no", source: .fallback),
        Setting(name: "colour", value: "red", source: .fallback),
        Setting(name: "count", value: "20", source: .fallback),
      ]
    )
  }

  @Test func whatSomebodyGaveIsWrittenAsItCanBeGiven() throws {
    let words = ["-q", "--tag", "a=b", "--tag", "c=", "-t", "1500ms", "--count=7"]
    #expect(
      try settings(words) == [
        Setting(name: "timeout", value: "1500ms", source: .commandLine),
        Setting(name: "tag", value: "a=b c=", source: .commandLine),
        Setting(name: "quiet", value: "yes", source: .commandLine),
        Setting(name: "colour", value: "red", source: .fallback),
        Setting(name: "count", value: "7", source: .commandLine),
      ]
    )
  }

  @Test func aValueNamesTheVariableThatItCameFrom() throws {
    let environment = ["SAMPLE_SOCKET": "/s", "SAMPLED_SIZE": "1KiB", "SAMPLE_SIZE": "2KiB"]
    let arguments = try Sample.parse(["show"], environment: environment)
    #expect(
      arguments.settings(of: Sample.root) == [
        Setting(name: "socket", value: "/s", source: .environment("SAMPLE_SOCKET")),
        Setting(name: "size", value: "1KiB", source: .environment("SAMPLED_SIZE")),
      ]
    )
  }

  @Test func variablesOfItsOwnThatStandForNothingAreKnown() {
    let environment = [
      "SAMPLED_SIZE": "1KiB", "SAMPLED_SOKCET": "/s", "SAMPLED_WHATEVER": "x",
      "SAMPLED_EMPTY": "", "SAMPLE_SIZES": "another's", "PATH": "/bin",
    ]
    let unknown = Sample.root.unknownVariables(in: environment)
    #expect(unknown.map(\.name) == ["SAMPLED_SOKCET", "SAMPLED_WHATEVER"])
    #expect(unknown.map(\.suggestion) == ["SAMPLED_SOCKET", nil])
    #expect(Sample.paint.unknownVariables(in: environment).isEmpty)
  }

  @Test(
    arguments: [
      (.fallback, "default"), (.commandLine, "flag --size"),
      (.environment("SIZE"), "environment variable SIZE"),
    ] as [(ParsedArguments.Source, String)]
  )
  func anOriginIsToldInWords(source: ParsedArguments.Source, words: String) {
    #expect(Setting(name: "size", value: nil, source: source).origin == words)
  }
}
