import FeedStore

/// The five characters by which PostgreSQL tells errors apart
/// (postgresql.org/docs/15/errcodes-appendix.html).
struct SQLState: Hashable, Sendable {
  let text: String

  init(_ text: String) { self.text = text }

  /// What the server means by it.
  enum Meaning: Hashable, Sendable {
    /// The same again may succeed: who else was at it is done.
    case conflict
    /// The server, or this connection to it, is going or gone, or takes no writes.
    case unavailable
    case full
    case corrupt
    case failure
  }

  var meaning: Meaning {
    switch text {
    // serialization_failure, deadlock_detected, lock_not_available.
    case "40001", "40P01", "55P03": .conflict
    // too_many_connections; read_only_sql_transaction, as of a server that is being replaced.
    case "53300", "25006": .unavailable
    case "53100": .full
    case "XX001", "XX002": .corrupt
    case _ where endsConnection: .unavailable
    default: .failure
    }
  }

  /// Whether the server ends the connection with it.
  var endsConnection: Bool {
    if text == "08P01" { return false }
    // The server stops, starts or has crashed; a session or a transaction was idle for too long.
    return ["57P01", "57P02", "57P03", "57P05", "25P03"].contains(text) || text.hasPrefix("08")
  }

  func error(_ words: String, in statement: String) -> StoreError {
    let failure = failure(words, in: statement)
    switch meaning {
    case .conflict, .unavailable: return .unavailable(failure)
    case .full: return .full
    case .corrupt: return .corrupt(failure)
    case .failure: return .engine(failure)
    }
  }

  /// The failure without values: those of data and of constraints quote them.
  func failure(_ words: String, in statement: String) -> EngineFailure {
    let quotesValues = text.hasPrefix("22") || text.hasPrefix("23")
    return EngineFailure(
      code: Int(text, radix: 36) ?? 0,
      message: quotesValues || words.isEmpty ? "SQLSTATE \(text)" : words,
      statement: statement
    )
  }

  /// The state of a failure that it gave.
  init(of failure: EngineFailure) {
    let digits = String(failure.code, radix: 36).uppercased()
    text = String(repeating: "0", count: max(0, 5 - digits.utf8.count)) + digits
  }
}
