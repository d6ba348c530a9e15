import CommandLineKit
import MessageJSON
import Testing

@testable import feedrpc

@Suite struct CompletionCommandTests {
  /// All commands of the program, as they are typed, with the names of their own options.
  private static let commands = commands(FeedProgram.root, below: [])

  private static func commands(
    _ command: Command,
    below words: [String]
  ) -> [(words: [String], options: [String])] {
    let words = words + [command.name]
    return [(words, command.options.map(\.name))]
      + command.subcommands.flatMap { commands($0, below: words) }
  }

  @Test(arguments: CompletionScript.Shell.allCases)
  func aScriptKnowsEveryCommandOptionAndMethod(shell: CompletionScript.Shell) async {
    let outcome = await Harness().run(["completion", shell.rawValue])
    #expect(outcome.code == 0 && outcome.errors.isEmpty && outcome.calls.isEmpty)
    for (words, options) in Self.commands {
      #expect(outcome.output.contains("'\(words.joined(separator: " "))"))
      for option in options {
        let spelling = shell == .fish ? "-l \(option) " : "--\(option)"
        #expect(outcome.output.contains(spelling))
      }
    }
    for method in BuiltInSchema.names.services.flatMap(\.methods) {
      #expect(outcome.output.contains(method.path))
    }
  }

  @Test func anUnknownShellIsWrongUsage() async {
    let outcome = await Harness().run(["completion", "fsh"])
    #expect(outcome.code == 2)
    #expect(
      outcome.errors == """
        feedrpc completion: SHELL: expected one of bash, zsh, fish (did you mean zsh?), found 'fsh'
        See 'feedrpc completion --help'.

        """
    )
  }

  @Test func aPageIsRoff() async {
    let outcome = await Harness().run(["man", "unlike"])
    let page = outcome.output
    #expect(
      page.hasPrefix(
        #"""
        .TH FEEDRPC\-UNLIKE 1 "" "feedrpc \#(FeedProgram.root.version ?? "")" "feedrpc manual"
        .SH NAME
        feedrpc\-unlike \- Takes the like of a post back
        .SH SYNOPSIS
        \fBfeedrpc unlike\fR [\fIOPTIONS\fR] \fIPOST\fR
        .SH DESCRIPTION
        Takes the like of a post back.
        .SH ARGUMENTS
        .TP
        \fIPOST\fR
        The post, by its id or URL.
        .SH OPTIONS
        .TP
        \fB\-q\fR, \fB\-\-quiet\fR
        Print ids only, one a line.

        """#
      )
    )
    #expect(page.contains(".SH ENVIRONMENT\n.TP\n\\fBFEEDRPC_SOCKET\\fR\n"))
    #expect(page.hasSuffix(".SH SEE ALSO\n\\fBfeedrpc\\fR(1)\n"))
  }

  @Test func everyCommandHasAPage() async {
    for (words, _) in Self.commands {
      let outcome = await Harness().run(["man"] + words.dropFirst())
      #expect(outcome.code == 0 && outcome.output.hasPrefix(".TH "))
    }
    let none = await Harness().run(["man", "nothing"])
    #expect(none.code == 2 && none.errors.contains("there is no page feedrpc-nothing(1)"))
  }
}
