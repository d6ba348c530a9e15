import CommandLineKit

/// A program with one of everything, for the tests.
enum Sample {
  enum Colour: String, CaseIterable, Sendable { case red, green }

  static let socket = Option(
    "socket",
    short: "s",
    .path,
    environment: ["SAMPLE_SOCKET"],
    help: "The socket."
  )
  static let size = Option(
    "size",
    .byteCount(in: 1...1 << 40),
    default: 64 << 20,
    help: "How large."
  )
  static let timeout = Option("timeout", short: "t", .duration(), help: "How long.")
  static let tags = Option(repeating: "tag", .keyValue, help: "A tag.")
  static let quiet = Option(flag: "quiet", short: "q", help: "Print ids only.")
  static let colour = Option(
    "colour",
    .choice(of: Colour.self),
    default: .red,
    help: "The colour of all that is painted, which is a long story that needs two lines."
  )
  static let count = Option(
    "count",
    short: "n",
    .integer(in: 1...100),
    default: 20,
    help: "How many."
  )
  static let name = Argument("NAME", .text, help: "A name.")
  static let more = Argument(repeating: "MORE", .integer(), help: "Numbers.")
  static let file = Argument(optional: "FILE", .path, help: "A file.")

  static let paint = Command(
    "paint",
    overview: "Paints things.\nWith a brush.",
    arguments: [name, more],
    options: [timeout, tags, quiet, colour, count]
  )
  static let show = Command("show", overview: "Shows a file.", arguments: [file])
  static let root = Command(
    "sample",
    overview: "A sample of a program.",
    options: [socket, size],
    subcommands: [paint, show],
    version: "1.2.3",
    environmentPrefixes: ["SAMPLED_", "SAMPLE_"]
  )

  static func parse(
    _ words: [String],
    environment: [String: String] = [:]
  ) throws -> ParsedArguments {
    switch try CommandLineParser.parse(root, words, environment: environment) {
    case .run(let arguments): arguments
    case .help, .version: throw CommandFailure("not a run")
    }
  }

  static func help(_ words: [String], width: Int = 80) throws -> String {
    switch try CommandLineParser.parse(root, words, environment: [:]) {
    case .help(let help): help.text(width: width)
    case .run, .version: throw CommandFailure("not help")
    }
  }
}
