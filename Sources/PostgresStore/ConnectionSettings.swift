import CPostgres
import Glibc

/// How to reach a server, from a URL (postgresql.org/docs/15/libpq-connect.html, 34.1.1.2).
///
/// What the URL does not say comes from libpq's environment variables, a password file or a
/// service file. The password is in no description.
package struct ConnectionSettings: Hashable, Sendable {
  /// Keywords and values as libpq has them.
  private var parameters: [Parameter]

  private struct Parameter: Hashable, Sendable {
    var keyword: String
    var value: String
  }

  /// The text is no URL of PostgreSQL's.
  package struct Malformed: Error {}

  /// Reads a URL.
  package init(url: String) throws(Malformed) {
    guard url.hasPrefix("postgresql://") || url.hasPrefix("postgres://") else { throw Malformed() }
    // What libpq says of a URL that it does not understand quotes it, with its password.
    var message: UnsafeMutablePointer<CChar>?
    let options = PQconninfoParse(url, &message)
    PQfreemem(message)
    guard let options else { throw Malformed() }
    defer { PQconninfoFree(options) }
    parameters = []
    var option = options
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val {
        parameters.append(
          Parameter(keyword: String(cString: keyword), value: String(cString: value))
        )
      }
      option = option.advanced(by: 1)
    }
  }

  /// Whether the URL itself has a password.
  package var hasPassword: Bool { self["password"] != nil || self["sslpassword"] != nil }

  subscript(_ keyword: String) -> String? {
    parameters.first { $0.keyword == keyword }?.value
  }

  /// The same server with another database.
  package func database(_ name: String) -> ConnectionSettings {
    var settings = self
    settings.parameters.removeAll { $0.keyword == "dbname" }
    settings.parameters.append(Parameter(keyword: "dbname", value: name))
    return settings
  }

  /// Gives `body` arrays of keywords and values that end with a NULL, valid only inside.
  func withParameters<Result>(
    _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>) -> Result
  ) -> Result {
    // Later ones take precedence.
    var all = [
      Parameter(keyword: "fallback_application_name", value: "feedrpcd"),
      Parameter(keyword: "connect_timeout", value: "\(PostgresLimits.connectSeconds)"),
      Parameter(keyword: "keepalives_idle", value: "10"),
      Parameter(keyword: "keepalives_interval", value: "5"),
      Parameter(keyword: "keepalives_count", value: "3"),
      Parameter(keyword: "tcp_user_timeout", value: "20000"),
    ]
    all.removeAll { self[$0.keyword] != nil }
    all += parameters
    all.append(Parameter(keyword: "client_encoding", value: "UTF8"))
    let keywords = all.map { strdup($0.keyword) }
    let values = all.map { strdup($0.value) }
    defer { for memory in keywords + values { free(memory) } }
    return body(
      keywords.map { UnsafePointer($0) } + [nil],
      values.map { UnsafePointer($0) } + [nil]
    )
  }
}

extension ConnectionSettings: CustomStringConvertible {
  /// Where the feed is, without who asks.
  package var description: String {
    let host = self["host"] ?? self["hostaddr"] ?? ""
    let port = self["port"].map { ":\($0)" } ?? ""
    return "postgresql://\(host)\(port)/\(self["dbname"] ?? "")"
  }
}
