import FeedMessages
import RPC

/// The daemon's numbers as OpenMetrics text (prometheus.io/docs/specs/om/open_metrics_spec).
struct StatsMetrics {
  private var lines: [String] = []

  init(_ stats: Stats) {
    addProcess(stats)
    addMethods(stats.methods)
    addImages(stats.images ?? ImageStats())
    addStore(stats.store)
  }

  /// The whole text; its last line tells that nothing is missing.
  var text: String { (lines + ["# EOF"]).map { $0 + "\n" }.joined() }

  /// What a family of samples is.
  private enum Kind: String { case counter, gauge, info, summary }

  private mutating func begin(
    _ name: String,
    _ kind: Kind,
    unit: String? = nil,
    _ help: String
  ) {
    lines.append("# TYPE \(name) \(kind.rawValue)")
    if let unit { lines.append("# UNIT \(name) \(unit)") }
    lines.append("# HELP \(name) \(help)")
  }

  private mutating func add(_ name: String, _ labels: [(String, String)], _ value: String) {
    let pairs = labels.map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",")
    lines.append(name + (pairs.isEmpty ? "" : "{\(pairs)}") + " " + value)
  }

  private mutating func addCounter(_ name: String, _ value: Int64, _ help: String) {
    begin(name, .counter, help)
    add("\(name)_total", [], String(value))
  }

  private mutating func addGauge(
    _ name: String,
    unit: String? = nil,
    _ value: Int64,
    _ help: String
  ) {
    begin(name, .gauge, unit: unit, help)
    add(name, [], String(value))
  }

  /// A label's value with backslashes, quotes and line breaks written as the format asks.
  static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("\n", with: "\\n")
  }
}

// MARK: - The parts

extension StatsMetrics {
  private mutating func addProcess(_ stats: Stats) {
    begin("feedrpc_daemon", .info, "The daemon that counts.")
    add("feedrpc_daemon_info", [("version", stats.version)], "1")
    addGauge(
      "feedrpc_start_time_seconds",
      unit: "seconds",
      stats.startedAt?.seconds ?? 0,
      "When the daemon started, since 1970."
    )
    addGauge(
      "feedrpc_resident_bytes",
      unit: "bytes",
      stats.residentBytes,
      "Memory that the daemon has."
    )
    addGauge("feedrpc_open_connections", stats.connectionsOpen, "Connections now.")
    addCounter("feedrpc_connections", stats.connectionsTotal, "Connections since the start.")
    addLoops(stats.loops)
  }

  private mutating func addLoops(_ loops: [LoopStats]) {
    let labels = loops.indices.map { [("loop", String($0))] }
    begin("feedrpc_loop_connections", .gauge, "Connections of a thread that serves them.")
    for (label, loop) in zip(labels, loops) {
      add("feedrpc_loop_connections", label, String(loop.connectionsOpen))
    }
    begin("feedrpc_late_turns", .counter, "Turns of it that made others wait too long.")
    for (label, loop) in zip(labels, loops) {
      add("feedrpc_late_turns_total", label, String(loop.lateTurns))
    }
    begin("feedrpc_longest_turn_seconds", .gauge, unit: "seconds", "Its longest turn.")
    for (label, loop) in zip(labels, loops) {
      add("feedrpc_longest_turn_seconds", label, Self.seconds(loop.longestTurnMicroseconds))
    }
  }

  private mutating func addMethods(_ methods: [MethodStats]) {
    begin("feedrpc_running_calls", .gauge, "Calls that have not ended.")
    for method in methods {
      add("feedrpc_running_calls", [("method", method.method)], String(method.inFlight))
    }
    begin("feedrpc_calls", .counter, "Calls that ended, by their status.")
    for method in methods {
      for ended in method.finished {
        let labels = [("method", method.method), ("code", StatusName.text(ended.code))]
        add("feedrpc_calls_total", labels, String(ended.count))
      }
    }
    begin("feedrpc_latency_seconds", .summary, unit: "seconds", "Of the last minute's calls.")
    for method in methods {
      for (quantile, value) in [
        ("0.5", method.latencyP50Microseconds), ("0.99", method.latencyP99Microseconds),
      ] {
        let labels = [("method", method.method), ("quantile", quantile)]
        add("feedrpc_latency_seconds", labels, method.hasLatencies ? Self.seconds(value) : "NaN")
      }
    }
    addBytes("feedrpc_received_bytes", "Bytes of requests.", methods, \.bytesReceived)
    addBytes("feedrpc_sent_bytes", "Bytes of answers.", methods, \.bytesSent)
  }

  private mutating func addBytes(
    _ name: String,
    _ help: String,
    _ methods: [MethodStats],
    _ count: (MethodStats) -> Int64
  ) {
    begin(name, .counter, unit: "bytes", help)
    for method in methods {
      add("\(name)_total", [("method", method.method)], String(count(method)))
    }
  }

  private mutating func addImages(_ images: ImageStats) {
    begin("feedrpc_renders", .counter, "Renders by what came of them.")
    let outcomes = [
      ("finished", images.rendersFinished), ("cancelled", images.rendersCancelled),
      ("failed", images.rendersFailed),
    ]
    for (outcome, count) in outcomes {
      add("feedrpc_renders_total", [("outcome", outcome)], String(count))
    }
    addCounter("feedrpc_renders_started", images.rendersStarted, "Renders that began.")
    addCounter("feedrpc_coalesced", images.requestsCoalesced, "Calls that joined a render.")
    let caches = [
      ("memory", images.memoryCacheHits, images.memoryCacheBytes),
      ("disk", images.diskCacheHits, images.diskCacheBytes),
    ]
    begin("feedrpc_cache_hits", .counter, "Pictures that a cache had.")
    for (cache, hits, _) in caches {
      add("feedrpc_cache_hits_total", [("cache", cache)], String(hits))
    }
    begin("feedrpc_cache_bytes", .gauge, unit: "bytes", "What a cache holds.")
    for (cache, _, size) in caches { add("feedrpc_cache_bytes", [("cache", cache)], String(size)) }
    begin("feedrpc_queued_renders", .gauge, "Renders that wait for their turn.")
    for (priority, count) in [
      ("visible", images.queuedVisible), ("prefetch", images.queuedPrefetch),
    ] {
      add("feedrpc_queued_renders", [("priority", priority)], String(count))
    }
    addGauge("feedrpc_running_renders", Int64(images.rendering), "Renders under way.")
  }

  /// Of a store that does not answer nothing else is known.
  private mutating func addStore(_ store: StoreStats?) {
    addGauge("feedrpc_store_up", store == nil ? 0 : 1, "1 where the store answers, else 0.")
    guard let store else { return }
    begin("feedrpc_store", .info, "The store of the feed.")
    add("feedrpc_store_info", [("engine", store.engine)], "1")
    addGauge("feedrpc_posts", store.posts, "Posts in the store.")
    addGauge("feedrpc_comments", store.comments, "Comments in the store.")
    addGauge("feedrpc_likes", store.likes, "Likes in the store.")
    addCounter("feedrpc_commits", store.commits, "Transactions.")
    addCounter("feedrpc_mutations", store.mutations, "Changes in those transactions.")
  }

  /// Microseconds as seconds, exactly.
  private static func seconds(_ microseconds: Int64) -> String {
    let microseconds = max(microseconds, 0)
    let digits = String(microseconds % 1_000_000)
    return "\(microseconds / 1_000_000)." + String(repeating: "0", count: 6 - digits.count) + digits
  }
}

extension MethodStats {
  /// True where calls ended in the last minute.
  var hasLatencies: Bool { latencyP50Microseconds != 0 || latencyP99Microseconds != 0 }
}

/// Status codes as numbers, by name.
enum StatusName {
  /// The name of a code, or its number where it has none.
  static func text(_ code: Int32) -> String {
    let known = StatusCode(wireValue: code)
    return known.rawValue == code ? known.name : String(code)
  }
}
