import Base
import FeedClient

/// Echoes made with `FeedClient` in a closed loop, as Bench/load_client makes its own.
struct EchoLoad {
  private static let warmUp = Duration.milliseconds(200)

  private let clients: [FeedClient]
  /// Calls that each client keeps open.
  private let callCount: Int
  private let payload: Bytes
  private let duration: Duration
  /// Whether callers run where their answers arrive.
  private let isOnClientThread: Bool

  /// Takes the words that Bench/load_client takes, of those that matter here, and
  /// `--client-thread`.
  ///
  /// - Throws: INVALID_ARGUMENT where a word is missing or means nothing.
  init(_ words: [String]) throws {
    func value(_ name: String) -> String? {
      guard let index = words.firstIndex(of: "--\(name)") else { return nil }
      return words.dropFirst(index + 1).first
    }
    guard let socket = value("socket"), let seconds = value("seconds").flatMap(Double.init),
      let connectionCount = value("connections").flatMap(Int.init),
      let callCount = value("in-flight").flatMap(Int.init),
      let byteCount = value("payload-bytes").flatMap(Int.init)
    else { throw RPCError(.invalidArgument, "a word is missing") }
    isOnClientThread = words.contains("--client-thread")
    var configuration = FeedClientConfiguration(socket: socket, patience: .seconds(10))
    // A lone client looks for its answer as long as the daemon looks for a call.
    if isOnClientThread, connectionCount == 1 {
      configuration.thread = .own(busyPoll: .microseconds(20))
    }
    clients = try (0..<connectionCount).map { [configuration] _ in try FeedClient(configuration) }
    self.callCount = callCount
    payload = Bytes([UInt8](repeating: 7, count: byteCount))
    duration = .seconds(seconds)
  }

  /// Makes the calls and prints what Bench/load_client prints, a line of JSON.
  func run() async throws {
    let start = Instant.now() + Self.warmUp
    let end = start + duration
    let latencies = try await withThrowingTaskGroup(of: LogHistogram.self) { group in
      for client in clients {
        for _ in 0..<callCount { group.addTask { try await call(client, from: start, until: end) } }
      }
      return try await group.reduce(into: LogHistogram(precisionBits: 6)) { $0.merge($1) }
    }
    let callsPerSecond = Double(latencies.count) / (duration.milliseconds / 1_000)
    let figures = [
      ("calls_per_second", callsPerSecond),
      ("p50_us", Double(latencies.quantile(0.5)) / 1_000),
      ("p99_us", Double(latencies.quantile(0.99)) / 1_000),
      ("megabytes_per_second", callsPerSecond * Double(payload.count) / 1e6),
    ]
    print("{" + figures.map { "\"\($0)\": \($1.short)" }.joined(separator: ", ") + "}")
  }

  /// One call after the other; those that begin from `start` on count.
  private func call(
    _ client: FeedClient,
    from start: Instant,
    until end: Instant
  ) async throws -> LogHistogram {
    if isOnClientThread {
      return try await client.onClientThread { try await loop(client, from: start, until: end) }
    }
    return try await loop(client, from: start, until: end)
  }

  private func loop(
    _ client: FeedClient,
    from start: Instant,
    until end: Instant
  ) async throws -> LogHistogram {
    let echoes = EchoServiceClient(client.transport)
    var latencies = LogHistogram(precisionBits: 6)
    var now = Instant.now()
    while now < end {
      let began = now
      let answer = try await echoes.echo(EchoRequest(payload: payload))
      guard answer.payload == payload else { throw RPCError(.internal, "an echo is another") }
      now = .now()
      if began >= start, now < end { latencies.record((now - began).nanoseconds) }
    }
    return latencies
  }
}
