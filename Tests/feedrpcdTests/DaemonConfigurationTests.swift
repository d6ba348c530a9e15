import Base
import CommandLineKit
import FeedServices
import RPC
import Testing
import Transport

@testable import feedrpcd

@Suite struct DaemonConfigurationTests {
  @Test func whatNobodySaysHasADefault() throws {
    let configuration = try Words.configuration()
    #expect(configuration.paths.dataDirectory == "/home/a/.local/state/feedrpc")
    #expect(configuration.paths.cacheDirectory == "/home/a/.cache/feedrpc")
    #expect(configuration.store == .file("/home/a/.local/state/feedrpc/feed.sqlite"))
    #expect(configuration.policy.ownerID == 1_000 && configuration.policy.fileMode == 0o600)
    #expect(configuration.samplePostCount == 0 && configuration.sampleSeed == 1)
    #expect(configuration.busyPoll == .microseconds(20))
    #expect(configuration.loopCount == 1 && configuration.renderThreadCount >= 1)
    #expect(configuration.memoryCacheByteCount == 256 << 20)
    #expect(configuration.limits.connections == 4_096)
    #expect(configuration.limits.drainTimeout == .seconds(10))
    #expect(configuration.log.level == .info && configuration.faults.isEmpty)
    #expect(!configuration.servesBenchmark)
  }

  @Test func everyOptionIsHeard() throws {
    let configuration = try Words.configuration([
      "--data-dir", "/d", "--cache-dir", "/c", "--sample-posts", "7", "--sample-seed", "8",
      "--io-threads", "2", "--busy-poll", "1ms", "--render-threads", "3",
      "--memory-cache", "64MiB",
      "--max-connections", "9", "--drain-time", "250ms", "--log-level", "debug",
      "--socket-mode", "0660", "--allow-uid", "4", "--allow-uid", "5", "--allow-gid", "6",
      "--memory-file-uid", "5", "--memory-file-uid", "8",
      "--inject-latency", "1ms", "--benchmark-service",
    ])
    #expect(configuration.paths.dataDirectory == "/d" && configuration.paths.cacheDirectory == "/c")
    #expect(configuration.samplePostCount == 7 && configuration.sampleSeed == 8)
    #expect(configuration.busyPoll == .milliseconds(1))
    #expect(configuration.loopCount == 2 && configuration.renderThreadCount == 3)
    #expect(configuration.memoryCacheByteCount == 64 << 20)
    #expect(configuration.limits.connections == 9)
    #expect(configuration.limits.drainTimeout == .milliseconds(250))
    #expect(configuration.log.level == .debug && configuration.policy.fileMode == 0o660)
    #expect(configuration.policy.allowedUserIDs == [4, 5])
    #expect(configuration.policy.allowedGroupIDs == [6])
    #expect(configuration.memoryFileUserIDs == [5, 8])
    #expect(!configuration.faults.isEmpty && configuration.servesBenchmark)
  }

  @Test(
    arguments: [
      (["HOME": "/h"], 1_000, "/h/.local/state/feedrpc/feedrpc.sock"),
      (
        ["HOME": "/h", "XDG_RUNTIME_DIR": "/run/user/1"], 1_000, "/run/user/1/feedrpc/feedrpc.sock"
      ),
      (["HOME": "/h", "XDG_RUNTIME_DIR": "run"], 1_000, "/h/.local/state/feedrpc/feedrpc.sock"),
      (["HOME": "/h", "XDG_RUNTIME_DIR": ""], 1_000, "/h/.local/state/feedrpc/feedrpc.sock"),
      (["XDG_STATE_HOME": "/s"], 1_000, "/s/feedrpc/feedrpc.sock"),
      (["HOME": "/h", "XDG_STATE_HOME": "s"], 1_000, "/h/.local/state/feedrpc/feedrpc.sock"),
      (["HOME": "/root", "XDG_RUNTIME_DIR": "/run/user/0"], 0, "/run/feedrpc/feedrpc.sock"),
    ] as [([String: String], UInt32, String)]
  )
  func theSocketIsWhereItsClientsLook(
    environment: [String: String],
    userID: UInt32,
    path: String
  ) throws {
    let configuration = try Words.configuration(environment: environment, userID: userID)
    #expect(configuration.entrance == .address(.path(path)))
  }

  @Test(arguments: [[:], ["HOME": ""], ["HOME": "home"]] as [[String: String]])
  func whereThereIsNoHomeADirectoryMustBeNamed(environment: [String: String]) async throws {
    let outcome = await Words.run([], environment: environment)
    #expect(outcome.code == 2)
    #expect(
      outcome.errors == """
        feedrpcd: there is no home directory to keep the feed in: name one with --data-dir

        """
    )
    let paths = try Words.configuration(["--data-dir", "/d"], environment: environment).paths
    #expect(paths.dataDirectory == "/d" && paths.socket == "/d/feedrpc.sock")
  }

  @Test func aHomeIsKnownOfEveryAccountWithAnEntry() {
    #expect(Accounts.home(of: 0) == "/root" && Accounts.name(of: 0) == "root")
    #expect(Accounts.home(of: 4_294_967_294) == nil)
  }

  @Test func rootKeepsItsFilesWithTheSystems() throws {
    let environment = ["HOME": "/root", "XDG_STATE_HOME": "/s", "XDG_CACHE_HOME": "/c"]
    let paths = try Words.configuration(environment: environment, userID: 0).paths
    #expect(paths.dataDirectory == "/var/lib/feedrpc")
    #expect(paths.cacheDirectory == "/var/cache/feedrpc")
    let users = try Words.configuration(environment: environment).paths
    #expect(users.dataDirectory == "/s/feedrpc" && users.cacheDirectory == "/c/feedrpc")
  }

  @Test func aSocketWithoutARuntimeDirectoryIsWithTheData() throws {
    let configuration = try Words.configuration(["--data-dir", "/d"])
    #expect(configuration.entrance == .address(.path("/d/feedrpc.sock")))
  }

  @Test func aFlagGoesBeforeTheEnvironmentAndThatBeforeWhatSystemdPassed() throws {
    let both = ["HOME": "/h", "FEEDRPCD_SOCKET": "/own", "FEEDRPC_SOCKET": "/shared"]
    let shared = ["HOME": "/h", "FEEDRPC_SOCKET": "/shared"]
    func entrance(
      _ words: [String],
      _ environment: [String: String],
      _ passed: [Int32]
    ) throws
      -> DaemonConfiguration.Entrance
    {
      try Words.configuration(words, environment: environment, passedListeners: passed).entrance
    }
    #expect(try entrance(["-s", "/flag"], both, [3]) == .address(.path("/flag")))
    #expect(try entrance([], both, [3]) == .address(.path("/own")))
    #expect(try entrance([], shared, [3]) == .address(.path("/shared")))
    #expect(try entrance([], ["HOME": "/h"], [3, 4]) == .inherited([3, 4]))
    #expect(try entrance(["-s", "@name"], both, []) == .address(.abstract("name")))
  }

  @Test func namingOthersOpensTheSocketToAllUnlessAModeIsSaid() throws {
    #expect(try Words.configuration(["--allow-uid", "7"]).policy.fileMode == 0o666)
    let words = ["--allow-uid", "7", "--socket-mode", "0600"]
    #expect(try Words.configuration(words).policy.fileMode == 0o600)
  }

  @Test(
    arguments: [
      ("sqlite", .file("/d/feed.sqlite"), "/d/feed.sqlite"), ("sqlite:/x/y", .file("/x/y"), "/x/y"),
      ("sqlite:y", .file("y"), "y"), ("memory", .memory, nil),
    ] as [(String, StorePlace, String?)]
  )
  func theStoreIsAFileOrMemory(store: String, place: StorePlace, locked: String?) throws {
    let configuration = try Words.configuration(["--data-dir", "/d", "--store", store])
    #expect(configuration.store == place && configuration.lockedPath == locked)
    #expect(configuration.realm == "local")
  }

  @Test func aServerIsOfManyMachines() throws {
    let url = "postgresql://anna@host:5433/feed"
    let words = ["--data-dir", "/d", "--store", url]
    let configuration = try Words.configuration(words + ["--machine", "kiosk-7"])
    #expect(configuration.store.name == "postgresql://host:5433/feed")
    #expect(configuration.realm == "kiosk-7" && configuration.lockedPath == "/d/photos")
    #expect(try Words.configuration(words).realm == "ab12")
    #expect(throws: CommandFailure.self) { try Words.configuration(words, machineID: nil) }
  }

  /// The environment of a process is read by its owner and root.
  @Test func aPasswordMayComeFromTheEnvironment() throws {
    let environment = ["HOME": "/h", "FEEDRPCD_STORE": "postgres://anna:secret@host/feed"]
    let store = try Words.configuration(environment: environment).store
    #expect(store.name == "postgresql://host/feed" && !"\(store)".isEmpty)
    #expect(!store.command("SELECT 1").contains("secret"))
  }

  @Test(
    arguments: [
      (
        ["--store", "postgresql://anna:secret@host/feed"],
        "feedrpcd: the URL of --store has a password, which the list of processes shows to "
          + "everybody; take it out, and put it into ~/.pgpass, PGPASSWORD or FEEDRPCD_STORE\n"
      ),
      (
        ["--store", "postgresql://anna:secret@[host/feed"],
        "feedrpcd: the URL of --store can't be read; write it as "
          + "postgresql://USER@HOST/DATABASE\n"
      ),
      (
        ["--store", "POSTGRESQL://anna:secret@host/feed"],
        "feedrpcd: --store: expected one of sqlite, sqlite:PATH, postgresql://HOST/DATABASE, "
          + "memory, found something else\nSee 'feedrpcd --help'.\n"
      ),
      (
        ["--inject-error", "FetchFedPage=UNAVAILABLE"],
        "feedrpcd: no method is called FetchFedPage; name one as FetchFeedPage or "
          + "feedrpc.v1.FeedService/FetchFeedPage\n"
      ),
      (
        ["--inject-latency", "Echo=1s"],
        "feedrpcd: no method is called Echo; name one as FetchFeedPage or "
          + "feedrpc.v1.FeedService/FetchFeedPage\n"
      ),
      (
        ["--socket", "unix://host/x"],
        "feedrpcd: \"unix://host/x\" names no socket; give a path, unix:PATH or @NAME\n"
      ),
      (
        ["--socket", "/" + String(repeating: "x", count: 107)],
        "feedrpcd: the socket's name has 108 bytes and may have 107; use a shorter path\n"
      ),
    ]
  )
  func whatCannotBeMeantIsWrongUsage(words: [String], errors: String) async {
    let outcome = await Words.run(words)
    #expect(outcome.code == 2 && outcome.output.isEmpty)
    #expect(outcome.errors == errors)
  }

  @Test func methodsOfTheBenchmarkHaveFaultsWhereItIsServed() throws {
    let words = ["--inject-latency", "Echo=1s", "--benchmark-service"]
    #expect(try !Words.configuration(words).faults.isEmpty)
  }

  @Test(arguments: [
    "--store=mysql", "--socket-mode=9", "--io-threads=0", "--busy-poll=2ms", "--no-such", "extra",
  ])
  func whatCannotBeReadIsWrongUsage(word: String) async {
    let outcome = await Words.run([word])
    #expect(outcome.code == 2 && outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("feedrpcd: "))
  }
}
