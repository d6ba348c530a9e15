import Base
import CommandLineKit
import FeedServices
import Glibc
import Transport

/// What a daemon is told to do, every default filled in.
struct DaemonConfiguration: Sendable {
  /// Nil: the sockets that the service manager passed.
  var address: SocketAddress?
  var policy: AccessPolicy
  var paths: DefaultPaths
  var store: StoreChoice
  var samplePostCount: Int
  var sampleSeed: UInt64
  var loopCount: Int
  var renderThreadCount: Int
  var memoryCacheByteCount: Int
  var limits: ServerLimits
  var log: EventLog
  var faults: FaultPlan
  var servesBenchmark: Bool

  /// Reads the options.
  ///
  /// - Throws: `CommandFailure` where the socket's name can't be one.
  init(_ arguments: ParsedArguments, environment: [String: String]) throws {
    paths = DefaultPaths(
      environment: environment,
      isRoot: geteuid() == 0,
      dataDirectory: arguments[DaemonOptions.dataDirectory]
    )
    if let directory = arguments[DaemonOptions.cacheDirectory] { paths.cacheDirectory = directory }
    if let socket = arguments[DaemonOptions.socket] { paths.socket = socket }
    let isPassed =
      arguments.source(of: DaemonOptions.socket) == .fallback
      && !ServiceManager.passedDescriptors().isEmpty
    do { address = isPassed ? nil : try SocketAddress(paths.socket) } catch {
      throw CommandFailure("\(error)", exitCode: .wrongUsage)
    }
    let hasMode = arguments.source(of: DaemonOptions.socketMode) != .fallback
    policy = AccessPolicy(
      ownerID: geteuid(),
      allowedUserIDs: Set(arguments[DaemonOptions.allowedUsers]),
      allowedGroupIDs: Set(arguments[DaemonOptions.allowedGroups]),
      socketMode: hasMode ? UInt32(arguments[DaemonOptions.socketMode]) : nil
    )
    store = arguments[DaemonOptions.store]
    samplePostCount = arguments[DaemonOptions.samplePosts]
    sampleSeed = UInt64(arguments[DaemonOptions.sampleSeed])
    loopCount = arguments[DaemonOptions.loopCount]
    renderThreadCount = arguments[DaemonOptions.renderThreads]
    memoryCacheByteCount = arguments[DaemonOptions.memoryCache]
    limits = ServerLimits()
    limits.connections = arguments[DaemonOptions.maxConnections]
    limits.drainTimeout = arguments[DaemonOptions.drainTime]
    log = EventLog(level: arguments[DaemonOptions.logLevel])
    faults = FaultPlan(
      latencies: arguments[DaemonOptions.latencies],
      failures: arguments[DaemonOptions.failures],
      seed: UInt64(arguments[DaemonOptions.faultSeed])
    )
    servesBenchmark = arguments[DaemonOptions.benchmarkService]
  }
}
