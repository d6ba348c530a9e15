import CommandLineKit
import Testing

@testable import feedrpcd

@Suite struct PrintConfigTests {
  /// What is printed, as cells.
  private func rows(_ outcome: Words.Outcome) -> [[String]] {
    outcome.output.split(separator: "\n").map { line in
      line.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
    }
  }

  @Test func everySettingHasItsValueAndWhereThatCameFrom() async throws {
    let processors = try Words.configuration().renderThreadCount
    let padding = String(repeating: " ", count: 24 - "\(processors)".count)
    let outcome = await Words.run(
      [
        "--print-config", "--io-threads", "2", "--allow-uid=7", "--allow-uid=8",
        "--inject-latency", "StreamImage=1s",
      ],
      environment: [
        "HOME": "/home/a", "FEEDRPCD_DATA_DIR": "/srv/feed", "FEEDRPC_LOG_LEVEL": "debug",
        "FEEDRPCD_MEMORY_CACHE": "65536K", "FEEDRPCD_BENCHMARK_SERVICE": "on",
      ]
    )
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    #expect(
      outcome.output == """
        SETTING            VALUE                   FROM
        socket             /srv/feed/feedrpc.sock  default
        socket-mode        0666                    default
        allow-uid          7 8                     flag --allow-uid
        allow-gid          none                    default
        memory-file-uid    none                    default
        data-dir           /srv/feed               environment variable FEEDRPCD_DATA_DIR
        cache-dir          /home/a/.cache/feedrpc  default
        store              sqlite                  default
        machine            none                    default
        sample-posts       0                       default
        sample-seed        1                       default
        io-threads         2                       flag --io-threads
        busy-poll          20us                    default
        render-threads     \(processors)\(padding)default
        memory-cache       64MiB                   environment variable FEEDRPCD_MEMORY_CACHE
        disk-cache         1GiB                    default
        max-connections    4096                    default
        drain-time         10s                     default
        log-level          debug                   environment variable FEEDRPC_LOG_LEVEL
        log-format         text                    default
        reload-file        none                    default
        inject-latency     StreamImage=1s..1s      flag --inject-latency
        inject-error       none                    default
        inject-seed        1                       default
        benchmark-service  yes                     environment variable FEEDRPCD_BENCHMARK_SERVICE

        """
    )
  }

  /// What is printed comes of the table that the help is made of.
  @Test func theSettingsAreTheOptionsThatAskForNothingElse() async {
    let outcome = await Words.run(["--print-config"])
    let names = DaemonOptions.command.options.map(\.name)
    #expect(
      rows(outcome).dropFirst().map { $0[0] }
        == names.filter {
          !["check", "print-config", "print-man", "print-completion"].contains($0)
        }
    )
  }

  @Test func aValueThatWasPrintedCanBeGivenAgain() async {
    let words = [
      "--store", "sqlite:/x", "--memory-cache", "1500", "--drain-time", "90s", "--socket-mode",
      "640", "--inject-error", "FetchFeedPage=UNAVAILABLE:0.5", "--log-format", "json",
      "--reload-file", "/r",
    ]
    let first = rows(await Words.run(["--print-config"] + words))
    let again = first.dropFirst().filter { $0.contains("flag") }
      .flatMap { ["--\($0[0])", $0[1]] }
    #expect(again.count == words.count)
    #expect(rows(await Words.run(["--print-config"] + again)) == first)
  }

  @Test func noPasswordIsPrinted() async {
    let url = "postgresql://ann:hush@db/feed"
    let environment = ["HOME": "/home/a", "FEEDRPCD_STORE": url]
    let outcome = await Words.run(["--print-config"], environment: environment)
    #expect(outcome.code == 0 && !outcome.output.contains("hush"))
    let row = rows(outcome).first { $0[0] == "store" }
    #expect(row?[1] == "postgresql://ann@db/feed", "who asks is no secret")
    #expect(rows(outcome).contains(["machine", "ab12", "default"]))
  }

  @Test func socketsThatWerePassedAreTheManagers() async {
    let outcome = await Words.run(["--print-config"], passedListeners: [3])
    #expect(rows(outcome)[1] == ["socket", "inherited", "service", "manager"])
    let named = await Words.run(["--print-config", "-s", "/s"], passedListeners: [3])
    #expect(rows(named)[1] == ["socket", "/s", "flag", "--socket"])
  }

  @Test func whatWouldBreakALineIsPrintedWithoutItsPower() async {
    let outcome = await Words.run(["--print-config", "--data-dir", "/a\n\u{1B}[2Jb"])
    #expect(outcome.code == 0)
    #expect(!outcome.output.unicodeScalars.contains("\u{1B}"))
    #expect(rows(outcome).count == 1 + DaemonOptions.command.options.count - 4)
  }

  @Test(
    arguments: [
      (
        ["--io-threads", "0"],
        "feedrpcd: --io-threads: expected a whole number from 1 to 256, found '0'\n"
          + "See 'feedrpcd --help'.\n"
      ),
      (
        ["--store", "postgresql:///feed?port=a%"],
        "feedrpcd: the URL of --store can't be read; write it as "
          + "postgresql://USER@HOST/DATABASE\n"
      ),
    ]
  )
  func wrongSettingsAreNotPrinted(words: [String], errors: String) async {
    let outcome = await Words.run(["--print-config"] + words)
    #expect(outcome.code == 2 && outcome.output.isEmpty)
    #expect(outcome.errors == errors)
  }

  @Test func nothingIsServed() async {
    for word in ["--print-config", "--print-man", "--print-completion=fish"] {
      let outcome = await Words.run([word]) { _ in Issue.record("\(word) serves") }
      #expect(outcome.code == 0 && !outcome.output.isEmpty)
    }
  }
}

@Suite struct ManualTests {
  /// Whole pages are compared of the sample program; here, what is this daemon's.
  @Test func thePageTellsEveryOptionAndIsOfSection8() async {
    let outcome = await Words.run(["--print-man"], environment: [:])
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    #expect(outcome.output.hasPrefix(".TH FEEDRPCD 8 \"\" \"feedrpcd "))
    for option in DaemonOptions.command.options {
      let name = option.name.replacing("-", with: "\\-")
      #expect(outcome.output.contains("\\fB\\-\\-\(name)\\fR"), "--\(option.name)")
    }
    #expect(outcome.output.contains("one for each processor"))
    #expect(outcome.output.contains(".SH SIGNALS\nSIGTERM and SIGINT: "))
  }

  @Test(arguments: CompletionScript.Shell.allCases)
  func theDaemonsOptionsAreCompleted(shell: CompletionScript.Shell) async {
    let outcome = await Words.run(["--print-completion", shell.rawValue], environment: [:])
    #expect(outcome.code == 0)
    #expect(outcome.output.contains("feedrpcd"))
    #expect(outcome.output.contains("memory-file-uid"))
  }
}
