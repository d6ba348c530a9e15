import Base
import CommandLineKit
import FeedServices
import Glibc
import RPC

/// The options of the daemon.
///
/// Every one can come from the environment, as `FEEDRPCD_DATA_DIR`.
enum DaemonOptions {
  static let socket = Option(
    "socket",
    short: "s",
    .path,
    defaultText: "$XDG_RUNTIME_DIR/feedrpc/feedrpc.sock; of root: /run/feedrpc/feedrpc.sock",
    help: "Where to listen: a path, unix:PATH, or @NAME for an abstract one."
  )
  static let socketMode = Option(
    "socket-mode",
    .permissions,
    default: 0o600,
    help: "Permissions of the socket file, in octal."
  )
  static let allowedUsers = Option(
    repeating: "allow-uid",
    .userID,
    help: "Lets this user in too."
  )
  static let allowedGroups = Option(
    repeating: "allow-gid",
    .userID,
    help: "Lets the members of this group in too."
  )
  static let memoryFileUsers = Option(
    repeating: "memory-file-uid",
    .userID,
    help: "Gives this user images as memory files too, which stay charged to the daemon."
  )
  static let dataDirectory = Option(
    "data-dir",
    short: "d",
    .path,
    defaultText: "$XDG_STATE_HOME/feedrpc; of root: /var/lib/feedrpc",
    help: "Where the feed is kept."
  )
  static let cacheDirectory = Option(
    "cache-dir",
    .path,
    defaultText: "$XDG_CACHE_HOME/feedrpc; of root: /var/cache/feedrpc",
    help: "Where rendered images are kept for the next start."
  )
  static let store = Option(
    "store",
    .storeURL,
    default: .sqlite(path: nil),
    help: "What keeps the feed: sqlite (in the data directory), sqlite:PATH, "
      + "postgresql://HOST/DATABASE, which many daemons may share, or memory, which forgets it."
  )
  static let machine = Option(
    "machine",
    .machineID,
    defaultText: MachineID.path,
    help: "What tells this machine's users from those of others on the same PostgreSQL."
  )
  static let samplePosts = Option(
    "sample-posts",
    .integer(in: 0...10_000_000),
    default: 0,
    help: "Fills an empty store with that many posts."
  )
  static let sampleSeed = Option(
    "sample-seed",
    .integer(in: 0 ... .max),
    default: 1,
    help: "The same seed makes the same sample."
  )
  static let check = Option(
    flag: "check",
    help: "Counts everything in the store again, tells what differs, and exits: 0 where nothing "
      + "does, else 1."
  )
  static let printConfig = Option(
    flag: "print-config",
    help: "Prints each setting, its value and where that came from, and exits."
  )
  static let printManual = Option(flag: "print-man", help: "Prints the manual, as man reads it.")
  static let printCompletion = Option(
    "print-completion",
    .choice(of: CompletionScript.Shell.self),
    help: "Prints what teaches a shell to complete these options."
  )
  static let loopCount = Option(
    "io-threads",
    .integer(in: 1...256),
    default: 1,
    help: "Threads that serve connections."
  )
  static let busyPoll = Option(
    "busy-poll",
    .duration(allowsZero: true, atMost: .milliseconds(1)),
    default: .microseconds(20),
    help: "How long such a thread looks for calls before it sleeps, where that paid lately; 0s to "
      + "spare the processor."
  )
  static let renderThreads = Option(
    "render-threads",
    .integer(in: 1...256),
    default: min(max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))), 256),
    defaultText: "one for each processor",
    help: "Threads that draw, and processes that encode."
  )
  static let memoryCache = Option(
    "memory-cache",
    .byteCount(in: 0...1 << 40),
    default: 256 << 20,
    help: "Rendered images kept in memory."
  )
  static let diskCache = Option(
    "disk-cache",
    .byteCount(in: 0...1 << 50),
    default: 1 << 30,
    help: "Rendered images kept on disk; 0 for none."
  )
  static let maxConnections = Option(
    "max-connections",
    .integer(in: 1...1_000_000),
    default: 4_096,
    help: "Connections served at a time; one uid gets a quarter of them."
  )
  static let drainTime = Option(
    "drain-time",
    .duration(allowsZero: true),
    default: .seconds(10),
    help: "How long calls may go on after SIGTERM."
  )
  static let logLevel = Option(
    "log-level",
    .choice(of: EventLog.Level.self),
    default: .info,
    help: "The least important events to print."
  )
  static let logFormat = Option(
    "log-format",
    .choice(of: LogLine.Format.self),
    default: .text,
    help: "How events are printed: key=value, or a JSON object a line."
  )
  static let reloadFile = Option(
    "reload-file",
    .path,
    help: "SIGHUP takes the log level from this file, which is as systemd's EnvironmentFile; "
      + "without one SIGHUP is SIGTERM."
  )
  static let latencies = Option(
    repeating: "inject-latency",
    .latency,
    help: "Holds answers back, as 200ms..900ms or StreamImage=1s."
  )
  static let failures = Option(
    repeating: "inject-error",
    .failure,
    help: "Makes calls fail, as FetchFeedPage=UNAVAILABLE:0.1."
  )
  static let faultSeed = Option(
    "inject-seed",
    .integer(in: 0 ... .max),
    default: 1,
    help: "The same seed makes the same faults."
  )
  static let benchmarkService = Option(
    flag: "benchmark-service",
    help: "Serves feedrpc.bench.v1.EchoService too."
  )

  /// Those that are no settings: they ask for something else than to serve.
  static let actions: Set<String> = [
    check.parameter.name, printConfig.parameter.name, printManual.parameter.name,
    printCompletion.parameter.name,
  ]

  /// The command as a whole.
  static let command = Command(
    "feedrpcd",
    overview: """
      Serves a photo feed on a Unix socket.
      Every option can come from the environment too: --data-dir as FEEDRPCD_DATA_DIR.
      """,
    options: [
      socket, socketMode, allowedUsers, allowedGroups, memoryFileUsers, dataDirectory,
      cacheDirectory, store, machine, samplePosts, sampleSeed, check, printConfig, printManual,
      printCompletion, loopCount, busyPoll, renderThreads, memoryCache, diskCache, maxConnections,
      drainTime, logLevel, logFormat, reloadFile, latencies, failures, faultSeed, benchmarkService,
    ],
    version: Version.text,
    environmentPrefixes: ["FEEDRPCD_", "FEEDRPC_"]
  )
}
