import CommandLineKit
import Testing

@Suite struct CommandLineParserTests {
  @Test func whatIsNotGivenHasItsFallback() throws {
    let arguments = try Sample.parse(["paint", "x"])
    #expect(arguments.commandPath == ["sample", "paint"])
    #expect(arguments[Sample.name] == "x")
    #expect(arguments[Sample.more] == [])
    #expect(arguments[Sample.socket] == nil)
    #expect(arguments[Sample.size] == 64 << 20)
    #expect(arguments[Sample.timeout] == nil)
    #expect(arguments[Sample.tags] == [])
    #expect(!arguments[Sample.quiet])
    #expect(arguments[Sample.colour] == .red)
    #expect(arguments[Sample.count] == 20)
    #expect(arguments.source(of: Sample.count) == .fallback)
    #expect(try Sample.parse(["show"])[Sample.file] == nil)
    #expect(try Sample.parse(["show", "f"])[Sample.file] == "f")
  }

  @Test(arguments: [
    ["--timeout", "2s", "-q", "-n", "7"], ["--timeout=2s", "--quiet", "--count=7"],
    ["-qt", "2s", "-n7"], ["-t2s", "-qn7"],
    ["-n", "3", "--timeout", "1s", "-t", "2s", "-q", "-n7"],
  ])
  func optionsHaveManySpellingsAndTheLastCounts(words: [String]) throws {
    for words in [["paint", "x"] + words, ["paint"] + words + ["x"]] {
      let arguments = try Sample.parse(words)
      #expect(arguments[Sample.timeout] == .seconds(2))
      #expect(arguments[Sample.quiet])
      #expect(arguments[Sample.count] == 7)
      #expect(arguments[Sample.name] == "x")
      #expect(arguments.source(of: Sample.count) == .commandLine)
    }
  }

  @Test func theProgramsOptionsStandBeforeOrBehindTheSubcommand() throws {
    #expect(try Sample.parse(["--socket", "a", "show"])[Sample.socket] == "a")
    #expect(try Sample.parse(["show", "--socket=a=b"])[Sample.socket] == "a=b")
    #expect(try Sample.parse(["-s", "-", "show"])[Sample.socket] == "-")
  }

  @Test func repeatedOptionsAndArgumentsKeepTheirOrder() throws {
    let arguments = try Sample.parse(["paint", "--tag", "a=1", "x", "--tag=b=", "3", "2"])
    #expect(
      arguments[Sample.tags] == [KeyValue(key: "a", value: "1"), KeyValue(key: "b", value: "")]
    )
    #expect(arguments[Sample.more] == [3, 2])
  }

  @Test func twoDashesEndTheOptions() throws {
    let arguments = try Sample.parse(["paint", "-q", "--", "--name"])
    #expect(arguments[Sample.name] == "--name")
    #expect(try Sample.parse(["paint", "-"])[Sample.name] == "-")
  }

  @Test func theEnvironmentIsAskedInOrder() throws {
    func size(_ words: [String], _ environment: [String: String]) throws -> Int {
      try Sample.parse(words + ["show"], environment: environment)[Sample.size]
    }
    let all = ["SAMPLED_SIZE": "2", "SAMPLE_SIZE": "3"]
    #expect(try size(["--size", "1"], all) == 1)
    #expect(try size([], all) == 2)
    #expect(try size([], ["SAMPLE_SIZE": "3"]) == 3)
    #expect(try size([], ["SAMPLED_SIZE": "", "SAMPLE_SIZE": "3"]) == 3)
    #expect(try size([], ["SIZE": "3"]) == 64 << 20)
    let named = try Sample.parse(
      ["show"],
      environment: ["SAMPLE_SOCKET": "s", "SAMPLED_SOCKET": "t"]
    )
    #expect(named[Sample.socket] == "s")
    #expect(named.source(of: Sample.socket) == .environment("SAMPLE_SOCKET"))
  }

  @Test func theEnvironmentHoldsFlagsAndLists() throws {
    let command = Command(
      "sample",
      overview: "",
      options: [Sample.quiet, Sample.tags],
      environmentPrefixes: ["S_"]
    )
    func parse(_ environment: [String: String]) throws -> ParsedArguments {
      guard
        case .run(let arguments) = try CommandLineParser.parse(
          command,
          [],
          environment: environment
        )
      else { throw CommandFailure("not a run") }
      return arguments
    }
    for text in ["1", "true", "YES", "on"] { #expect(try parse(["S_QUIET": text])[Sample.quiet]) }
    for text in ["0", "False", "no", "off"] { #expect(try !parse(["S_QUIET": text])[Sample.quiet]) }
    #expect(try parse(["S_TAG": "a=1  b=2"])[Sample.tags].map(\.key) == ["a", "b"])
    #expect(throws: UsageError.self) { try parse(["S_QUIET": "maybe"]) }
  }

  @Test(arguments: [
    (["--sockt", "x"], "sample: unknown option --sockt, did you mean --socket?"),
    (["--versio"], "sample: unknown option --versio, did you mean --version?"),
    (["paint", "--xyz"], "sample paint: unknown option --xyz"),
    (["paint", "-x"], "sample paint: unknown option -x"),
    (["pant"], "sample: unknown subcommand 'pant', did you mean paint?"),
    (["help", "shwo"], "sample: unknown subcommand 'shwo', did you mean show?"),
    (["frob"], "sample: unknown subcommand 'frob'"),
    ([], "sample: a subcommand is missing"),
    (["paint"], "sample paint: NAME is missing"),
    (["show", "a", "b"], "sample show: unexpected argument 'b'"),
    (
      ["--count", "1", "paint"],
      "sample: --count is an option of paint: write it behind the "
        + "subcommand"
    ),
    (["-n1"], "sample: -n is an option of paint: write it behind the subcommand"),
    (["--socket"], "sample: --socket needs a value: --socket PATH"),
    (["--socket", "--size"], "sample: --socket needs a value: --socket PATH"),
    (["show", "-s"], "sample show: -s needs a value: -s PATH"),
    (["paint", "--quiet=1"], "sample paint: --quiet takes no value"),
    (["paint", "x", "1", "b"], "sample paint: MORE: expected a whole number, found 'b'"),
    (["show", "--socket="], "sample show: --socket: expected a text that is not empty, found ''"),
  ])
  func wrongUsageIsOneSentence(words: [String], sentence: String) throws {
    let error = #expect(throws: UsageError.self) { try Sample.parse(words) }
    let command = sentence.prefix { $0 != ":" }
    #expect(error?.description == "\(sentence)\nSee '\(command) --help'.\n")
  }

  @Test(arguments: [
    ("--count=0", "--count: expected a whole number from 1 to 100, found '0'"),
    ("--count=101", "--count: expected a whole number from 1 to 100, found '101'"),
    ("--count=1.5", "--count: expected a whole number, found '1.5'"),
    (
      "--count=99999999999999999999",
      "--count: expected a whole number from 1 to 100, found '99999999999999999999'"
    ),
    (
      "--timeout=5",
      "--timeout: expected a duration with its unit, such as 250ms, 2s or 1m, found '5'"
    ),
    ("--timeout=0s", "--timeout: expected a duration above zero, found '0s'"),
    ("--timeout=-1s", "--timeout: expected a duration above zero, found '-1s'"),
    ("--timeout=5x", "--timeout: expected a duration such as 250ms, 2s or 1m, found '5x'"),
    ("--size=0", "--size: expected a size from 1 to 1099511627776 bytes, found '0'"),
    ("--size=2TiB", "--size: expected a size from 1 to 1099511627776 bytes, found '2TiB'"),
    ("--size=much", "--size: expected a size such as 4096, 64MiB or 1.5GiB, found 'much'"),
    ("--tag=x", "--tag: expected NAME=VALUE, found 'x'"),
    ("--tag==x", "--tag: expected NAME=VALUE, found '=x'"),
    ("--colour=gren", "--colour: expected one of red, green (did you mean green?), found 'gren'"),
    ("--colour=", "--colour: expected one of red, green, found ''"),
  ])
  func wrongValuesAreOneSentence(word: String, sentence: String) throws {
    let error = #expect(throws: UsageError.self) { try Sample.parse(["paint", "x", word]) }
    #expect(error?.problem.description == sentence)
  }

  /// A command that does something by itself, with a subcommand and arguments.
  private static let own = Command(
    "own",
    overview: "",
    options: [Sample.socket],
    subcommands: [
      Command(
        "shelf",
        overview: "Shows a thing.",
        arguments: [Sample.file],
        options: [Sample.quiet],
        subcommands: [Command("paint", overview: "Paints it.", options: [Sample.count])],
        runsAlone: true,
        extraWordHint: "one thing at a time"
      )
    ]
  )

  private func parseOwn(_ words: [String]) throws -> ParsedArguments {
    switch try CommandLineParser.parse(Self.own, words, environment: [:]) {
    case .run(let arguments): arguments
    case .help, .version: throw CommandFailure("not a run")
    }
  }

  @Test func aCommandMayRunAloneAndHaveSubcommands() throws {
    #expect(try parseOwn(["shelf"]).commandPath == ["own", "shelf"])
    #expect(try parseOwn(["shelf", "-q", "cup"])[Sample.file] == "cup")
    #expect(try parseOwn(["shelf", "--", "paint"])[Sample.file] == "paint")
    let painted = try parseOwn(["--socket", "s", "shelf", "paint", "-n", "3"])
    #expect(painted.commandPath == ["own", "shelf", "paint"] && painted[Sample.count] == 3)
  }

  @Test(arguments: [
    (["shelf", "cup", "paint"], "own shelf: unexpected argument 'paint'; one thing at a time"),
    (["shelf", "-q", "paint"], "own shelf paint: unknown option --quiet"),
    (["shelf", "paint", "-q"], "own shelf paint: unknown option -q"),
    (
      ["shelf", "-n", "3"], "own shelf: -n is an option of paint: write it behind the subcommand"
    ), (["shelf", "paint", "x"], "own shelf paint: unexpected argument 'x'"),
  ])
  func itsSubcommandsHaveOptionsOfTheirOwn(words: [String], sentence: String) throws {
    let error = #expect(throws: UsageError.self) { try parseOwn(words) }
    #expect(error?.description.hasPrefix(sentence + "\n") == true)
  }

  @Test func aWrongVariableIsNamed() throws {
    let error = #expect(throws: UsageError.self) {
      try Sample.parse(["show"], environment: ["SAMPLED_SIZE": "x"])
    }
    #expect(
      error?.problem.description
        == "SAMPLED_SIZE: expected a size such as 4096, 64MiB or 1.5GiB, found 'x'"
    )
  }
}
