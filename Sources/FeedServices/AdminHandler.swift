import Base
package import FeedMessages
package import FeedModel
package import FeedStore
package import RPC
package import Rendering

/// Answers the calls of AdminService: numbers for the daemon's owner and root.
package struct AdminHandler: AdminServiceHandler {
  /// What only the composition root knows of the process.
  package struct Process: Sendable {
    package var startedAt: FeedModel.Timestamp
    package var version: String
    package var processID: Int32
    package var loops: @Sendable () async -> [Loop]
    package var residentByteCount: @Sendable () -> Int

    package init(
      startedAt: FeedModel.Timestamp,
      version: String,
      processID: Int32,
      loops: @escaping @Sendable () async -> [Loop],
      residentByteCount: @escaping @Sendable () -> Int
    ) {
      self.startedAt = startedAt
      self.version = version
      self.processID = processID
      self.loops = loops
      self.residentByteCount = residentByteCount
    }
  }

  /// A thread that serves connections, in numbers.
  package struct Loop: Sendable {
    package var openConnections: Int
    package var totalConnections: Int
    /// Turns that took too long.
    package var lateTurns: Int
    package var longestTurn: Duration

    package init(
      openConnections: Int,
      totalConnections: Int,
      lateTurns: Int,
      longestTurn: Duration
    ) {
      self.openConnections = openConnections
      self.totalConnections = totalConnections
      self.lateTurns = lateTurns
      self.longestTurn = longestTurn
    }
  }

  private let process: Process
  private let metrics: CallMetrics
  private let renderer: ImageRenderer
  private let engineName: String
  private let storeNumbers: StoreNumbers
  private let viewers: ViewerDirectory

  package init(
    _ process: Process,
    metrics: CallMetrics,
    renderer: ImageRenderer,
    store: any FeedStore,
    viewers: ViewerDirectory
  ) {
    self.process = process
    self.metrics = metrics
    self.renderer = renderer
    engineName = store.engineName
    storeNumbers = StoreNumbers {
      do throws(StoreError) { return .success(try await store.statistics()) } catch {
        return .failure(error)
      }
    }
    self.viewers = viewers
  }

  package func getStats(
    _ request: GetStatsRequest,
    _ call: any ServerCall
  ) async throws(RPCError) -> GetStatsResponse {
    try viewers.requireOperator(call)
    let loops = await process.loops()
    let stats = Stats(
      startedAt: FeedMessages.Timestamp(process.startedAt),
      version: process.version,
      processID: process.processID,
      connectionsOpen: loops.reduce(0) { $0 + Int64($1.openConnections) },
      connectionsTotal: loops.reduce(0) { $0 + Int64($1.totalConnections) },
      residentBytes: Int64(process.residentByteCount()),
      methods: metrics.snapshot().map { MethodStats($0.path, $0.method, at: .now()) },
      images: ImageStats(await renderer.statistics()),
      store: try await storeStats(),
      loops: loops.map(LoopStats.init)
    )
    return GetStatsResponse(stats: stats)
  }

  /// Nil while the store does not answer: then the other numbers are what is wanted most.
  private func storeStats() async throws(RPCError) -> StoreStats? {
    switch await storeNumbers.outcome() {
    case .success(let statistics): return StoreStats(statistics, engine: engineName)
    case nil, .failure(.unavailable), .failure(.closed): return nil
    case .failure(let error): throw RPCError(error)
    }
  }
}

extension MethodStats {
  fileprivate init(_ path: String, _ method: CallMetrics.Method, at now: Instant) {
    var latencies = method.latencies
    let recent = latencies.histogram(at: now)
    self.init(
      method: path,
      inFlight: Int64(method.inFlight),
      finished: method.finished.enumerated().filter { $0.element > 0 }
        .map { CodeCount(code: Int32($0.offset), count: $0.element) },
      latencyP50Microseconds: Self.microseconds(recent, 0.5),
      latencyP99Microseconds: Self.microseconds(recent, 0.99),
      bytesReceived: method.receivedByteCount,
      bytesSent: method.sentByteCount
    )
  }

  /// A quantile in microseconds, 1 at least: 0 stands for no calls at all.
  private static func microseconds(_ recent: LogHistogram, _ quantile: Double) -> Int64 {
    recent.count == 0 ? 0 : max(recent.quantile(quantile) / 1_000, 1)
  }
}

extension LoopStats {
  fileprivate init(_ loop: AdminHandler.Loop) {
    self.init(
      connectionsOpen: Int64(loop.openConnections),
      lateTurns: Int64(loop.lateTurns),
      longestTurnMicroseconds: loop.longestTurn.nanoseconds / 1_000
    )
  }
}

extension ImageStats {
  fileprivate init(_ statistics: RenderStatistics) {
    self.init(
      rendersStarted: Int64(statistics.rendersStarted),
      rendersFinished: Int64(statistics.rendersFinished),
      rendersCancelled: Int64(statistics.rendersCancelled),
      rendersFailed: Int64(statistics.rendersFailed),
      requestsCoalesced: Int64(statistics.requestsCoalesced),
      memoryCacheHits: Int64(statistics.memoryCacheHits),
      diskCacheHits: Int64(statistics.diskCacheHits),
      memoryCacheBytes: Int64(statistics.memoryCacheByteCount),
      diskCacheBytes: Int64(statistics.diskCacheByteCount),
      queuedVisible: Int32(clamping: statistics.queuedVisible),
      queuedPrefetch: Int32(clamping: statistics.queuedPrefetch),
      rendering: Int32(clamping: statistics.rendering)
    )
  }
}

extension StoreStats {
  fileprivate init(_ statistics: StoreStatistics, engine: String) {
    self.init(
      engine: engine,
      posts: Int64(statistics.posts),
      comments: Int64(statistics.comments),
      likes: Int64(statistics.likes),
      commits: Int64(statistics.commits),
      mutations: Int64(statistics.mutations)
    )
  }
}
