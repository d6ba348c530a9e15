import Base
import CommandLineKit
import FeedModel
import FeedServices
import Transport

/// What a daemon is told to do, every default filled in.
struct DaemonConfiguration: Sendable {
  /// Where clients come in.
  enum Entrance: Equatable, Sendable {
    case address(SocketAddress)
    /// Listening sockets that the service manager passed.
    case inherited([Int32])
  }

  var entrance: Entrance
  var policy: AccessPolicy
  /// Who gets images as memory files, besides the owner and root.
  var memoryFileUserIDs: Set<UInt32>
  var paths: DefaultPaths
  /// Nil: the feed is kept in memory.
  var storePath: String?
  var samplePostCount: Int
  var sampleSeed: UInt64
  /// Nil: now, when the store is filled.
  var sampleEnd: Timestamp?
  /// The store is looked at, not served.
  var checksStore: Bool
  /// The settings are printed, and nothing is served.
  var printsSettings: Bool
  var loopCount: Int
  var renderThreadCount: Int
  var memoryCacheByteCount: Int
  /// 0: nothing is kept on disk.
  var diskCacheByteCount: Int
  var limits: ServerLimits
  var log: EventLog
  /// What SIGHUP reads; nil: it ends the daemon.
  var reloadFile: String?
  var faults: FaultPlan
  var servesBenchmark: Bool

  /// Reads the options.
  ///
  /// - Parameters:
  ///   - arguments: Of the command line, with what the environment adds.
  ///   - environment: Where default paths come from.
  ///   - userID: Who runs the process.
  ///   - passedListeners: What the service manager passed; used where no option names a socket.
  /// - Throws: `CommandFailure` for what can't be meant.
  init(
    _ arguments: ParsedArguments,
    environment: [String: String],
    userID: UInt32,
    passedListeners: [Int32]
  ) throws {
    paths = try DefaultPaths(
      environment: environment,
      isRoot: userID == 0,
      dataDirectory: arguments[DaemonOptions.dataDirectory],
      cacheDirectory: arguments[DaemonOptions.cacheDirectory]
    )
    if let socket = arguments[DaemonOptions.socket] { paths.socket = socket }
    entrance = try Self.entrance(
      at: paths.socket,
      isDefault: arguments.source(of: DaemonOptions.socket) == .fallback,
      passedListeners
    )
    policy = Self.policy(arguments, userID)
    memoryFileUserIDs = Set(arguments[DaemonOptions.memoryFileUsers])
    storePath = try Self.storePath(arguments[DaemonOptions.store], in: paths.dataDirectory)
    samplePostCount = arguments[DaemonOptions.samplePosts]
    sampleSeed = UInt64(arguments[DaemonOptions.sampleSeed])
    sampleEnd = arguments[DaemonOptions.sampleEnd].map { Timestamp(seconds: Int64($0)) }
    checksStore = arguments[DaemonOptions.check]
    printsSettings = arguments[DaemonOptions.printConfig]
    loopCount = arguments[DaemonOptions.loopCount]
    renderThreadCount = arguments[DaemonOptions.renderThreads]
    memoryCacheByteCount = arguments[DaemonOptions.memoryCache]
    diskCacheByteCount = arguments[DaemonOptions.diskCache]
    limits = ServerLimits()
    limits.connections = arguments[DaemonOptions.maxConnections]
    limits.drainTimeout = arguments[DaemonOptions.drainTime]
    log = EventLog(
      level: arguments[DaemonOptions.logLevel],
      format: arguments[DaemonOptions.logFormat]
    )
    reloadFile = arguments[DaemonOptions.reloadFile]
    servesBenchmark = arguments[DaemonOptions.benchmarkService]
    faults = try Self.faults(arguments, servesBenchmark: servesBenchmark)
  }
}

extension DaemonConfiguration {
  private static func entrance(
    at socket: String,
    isDefault: Bool,
    _ passedListeners: [Int32]
  ) throws -> Entrance {
    if isDefault, !passedListeners.isEmpty { return .inherited(passedListeners) }
    do { return .address(try SocketAddress(socket)) } catch {
      throw CommandFailure("\(error)", exitCode: .wrongUsage)
    }
  }

  private static func policy(_ arguments: ParsedArguments, _ userID: UInt32) -> AccessPolicy {
    let hasMode = arguments.source(of: DaemonOptions.socketMode) != .fallback
    return AccessPolicy(
      ownerID: userID,
      allowedUserIDs: Set(arguments[DaemonOptions.allowedUsers]),
      allowedGroupIDs: Set(arguments[DaemonOptions.allowedGroups]),
      socketMode: hasMode ? UInt32(arguments[DaemonOptions.socketMode]) : nil
    )
  }

  private static func storePath(_ choice: StoreChoice, in directory: String) throws -> String? {
    switch choice {
    case .sqlite(let path): return path ?? "\(directory)/feed.sqlite"
    case .memory: return nil
    case .postgreSQL:
      throw CommandFailure(
        "this build has no PostgreSQL; keep the feed with --store sqlite",
        exitCode: .wrongUsage
      )
    }
  }

  private static func faults(
    _ arguments: ParsedArguments,
    servesBenchmark: Bool
  ) throws -> FaultPlan {
    let plan = FaultPlan(
      latencies: arguments[DaemonOptions.latencies],
      failures: arguments[DaemonOptions.failures],
      seed: UInt64(arguments[DaemonOptions.faultSeed])
    )
    let served = Services.descriptors(withBenchmark: servesBenchmark)
    guard let name = plan.unknownNames(among: served).first else { return plan }
    throw CommandFailure(
      "no method is called \(name); name one as FetchFeedPage or "
        + "feedrpc.v1.FeedService/FetchFeedPage",
      exitCode: .wrongUsage
    )
  }
}
