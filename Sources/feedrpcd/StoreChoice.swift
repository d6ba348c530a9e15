import CommandLineKit

/// What keeps the feed.
enum StoreChoice: Equatable, Sendable {
  /// A file; nil: the one in the data directory.
  case sqlite(path: String?)
  /// Nothing: it is forgotten with the process.
  case memory
  /// A database of a server that many machines can share.
  case postgreSQL(url: String)
}

extension ValueFormat where Value == StoreChoice {
  /// The name of an engine, or a URL with one as its scheme.
  static let storeURL = ValueFormat(
    placeholder: "URL",
    parse: { (text) throws(InvalidValue) in
      switch text {
      case "sqlite": return .sqlite(path: nil)
      case "memory": return .memory
      default: break
      }
      if text.hasPrefix("postgresql:") || text.hasPrefix("postgres:") {
        return .postgreSQL(url: text)
      }
      guard text.hasPrefix("sqlite:") else {
        throw .notOneOf(
          ["sqlite", "sqlite:PATH", "postgresql://HOST/DATABASE", "memory"],
          suggestion: nil
        )
      }
      var path = try ValueFormat<String>.path.parse(String(text.dropFirst("sqlite:".count)))
      if path.hasPrefix("//") {
        // Between `//` and the next `/` a URL has a host, which a file has not.
        guard path.hasPrefix("///") else { throw .notLike(example: "sqlite:///srv/feed.sqlite") }
        path.removeFirst(2)
      }
      return .sqlite(path: path)
    },
    describe: { choice in
      switch choice {
      case .sqlite(let path): path.map { "sqlite:\($0)" } ?? "sqlite"
      case .memory: "memory"
      // Not the URL, which may have a password.
      case .postgreSQL: "postgresql"
      }
    },
    isSecret: true
  )
}
