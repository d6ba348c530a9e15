import CommandLineKit
import Testing

@Suite struct HelpTextTests {
  @Test(arguments: [["--help"], ["-h"], ["help"], ["--socket", "x", "-h"]])
  func theProgramExplainsItself(words: [String]) throws {
    #expect(
      try Sample.help(words) == """
        OVERVIEW: A sample of a program.

        USAGE: sample [OPTIONS] SUBCOMMAND

        OPTIONS:
          -s, --socket PATH       The socket. (environment: SAMPLE_SOCKET)
          --size BYTES            How large. (default: 64MiB)
          --version               Print the version.
          -h, --help              Print this help.

        SUBCOMMANDS:
          paint                   Paints things.
          show                    Shows a file.

        See 'sample help SUBCOMMAND' for one of them.

        """
    )
  }

  @Test(arguments: [
    ["paint", "--help"], ["paint", "-qh"], ["help", "paint"], ["paint", "x", "-h"],
  ])
  func aSubcommandExplainsItselfWithTheOptionsOfTheProgram(words: [String]) throws {
    #expect(
      try Sample.help(words) == """
        OVERVIEW: Paints things.
        With a brush.

        USAGE: sample paint [OPTIONS] NAME [MORE ...]

        ARGUMENTS:
          NAME                    A name.
          MORE                    Numbers.

        OPTIONS:
          -t, --timeout DURATION  How long.
          --tag NAME=VALUE        A tag. (may be repeated)
          -q, --quiet             Print ids only.
          --colour red|green      The colour of all that is painted, which is a long
                                  story that needs two lines. (default: red)
          -n, --count N           How many. (default: 20)
          -s, --socket PATH       The socket. (environment: SAMPLE_SOCKET)
          --size BYTES            How large. (default: 64MiB)
          -h, --help              Print this help.

        """
    )
  }

  @Test func aNarrowTerminalKeepsReadableTexts() throws {
    #expect(
      try Sample.help(["show", "-h"], width: 30) == """
        OVERVIEW: Shows a file.

        USAGE: sample show [OPTIONS]
        [FILE]

        ARGUMENTS:
          FILE                    A file.

        OPTIONS:
          -s, --socket PATH       The socket.
                                  (environment:
                                  SAMPLE_SOCKET)
          --size BYTES            How large. (default:
                                  64MiB)
          -h, --help              Print this help.

        """
    )
  }

  @Test func aLabelThatReachesTheTextHasALineOfItsOwn() throws {
    let command = Command(
      "x",
      overview: "X.",
      options: [
        Option(flag: "a-rather-long-name-xx", help: "A."),
        Option(flag: "a-rather-long-name-x", help: "B."),
      ]
    )
    guard case .help(let help) = try CommandLineParser.parse(command, ["-h"], environment: [:])
    else {
      Issue.record("not help")
      return
    }
    #expect(
      help.text(width: 80) == """
        OVERVIEW: X.

        USAGE: x [OPTIONS]

        OPTIONS:
          --a-rather-long-name-xx A.
          --a-rather-long-name-x  B.
          -h, --help              Print this help.

        """
    )
  }
}
