import Base
import CommandLineKit
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
  var store: StorePlace
  /// Whose accounts users belong to.
  var realm: String
  var samplePostCount: Int
  var sampleSeed: UInt64
  /// The store is looked at, not served.
  var checksStore: Bool
  /// The settings are printed, and nothing is served.
  var printsSettings: Bool
  var loopCount: Int
  /// How long a loop looks for events before it sleeps; 0: not at all.
  var busyPoll: Duration
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
  ///   - machineID: Reads what the system calls this machine.
  /// - Throws: `CommandFailure` for what can't be meant.
  init(
    _ arguments: ParsedArguments,
    environment: [String: String],
    userID: UInt32,
    passedListeners: [Int32],
    machineID: () -> String? = MachineID.ofSystem
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
    store = try StorePlace(
      arguments[DaemonOptions.store],
      isOnCommandLine: arguments.source(of: DaemonOptions.store) == .commandLine,
      in: paths.dataDirectory
    )
    realm = try Self.realm(of: store, arguments[DaemonOptions.machine], machineID)
    samplePostCount = arguments[DaemonOptions.samplePosts]
    sampleSeed = UInt64(arguments[DaemonOptions.sampleSeed])
    checksStore = arguments[DaemonOptions.check]
    printsSettings = arguments[DaemonOptions.printConfig]
    loopCount = arguments[DaemonOptions.loopCount]
    busyPoll = arguments[DaemonOptions.busyPoll]
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
  /// A file in the directory that this daemon alone may use; nil: there is none.
  var lockedPath: String? {
    switch store {
    case .file(let path): path
    case .memory: nil
    case .server: "\(paths.dataDirectory)/photos"
    }
  }

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

  /// A file is of one machine, a server's database of many.
  private static func realm(
    of store: StorePlace,
    _ named: String?,
    _ machineID: () -> String?
  ) throws -> String {
    switch store {
    case .file, .memory: return "local"
    case .server:
      if let realm = named ?? machineID() { return realm }
      throw CommandFailure(
        "this machine has no \(MachineID.path) to tell its users from those of others by; "
          + "name it with --machine",
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
