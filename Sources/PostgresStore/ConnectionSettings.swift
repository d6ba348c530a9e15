import Base
import CPostgres
import Glibc

/// How to reach a server, from a URL (postgresql.org/docs/15/libpq-connect.html, 34.1.1.2).
///
/// What the URL does not say comes from a service file where one is named, else from libpq's
/// environment variables, and then from here. The password is in no description.
package struct ConnectionSettings: Hashable, Sendable {
  /// Keywords and values as libpq has them.
  private var parameters: [Parameter]

  private struct Parameter: Hashable, Sendable {
    var keyword: String
    var value: String
  }

  /// Why there are no settings.
  package enum Refusal: Error, Hashable, Sendable {
    /// The text is no URL of PostgreSQL's, or one whose password has a `/` or `@` as it is: what
    /// comes behind that would be taken for a host or a database, and told to everybody.
    case malformed
    /// The library that knows PostgreSQL's protocol is not there, or too old.
    case noLibrary
  }

  /// Debian's package libpq5.
  package static let libraryName = "libpq.so.5"

  /// Reads a URL; whoever has settings has the library that connects by them.
  package init(url: String) throws(Refusal) {
    guard url.hasPrefix("postgresql://") || url.hasPrefix("postgres://") else { throw .malformed }
    guard cpostgres_load(Self.libraryName) != 0 else { throw .noLibrary }
    // What libpq says of a URL that it does not understand quotes it, with its password.
    var message: UnsafeMutablePointer<CChar>?
    let options = cPQconninfoParse(url, &message)
    cPQfreemem(message)
    guard let options else { throw .malformed }
    defer { cPQconninfoFree(options) }
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
    let isPortNumber = self["port"]?.utf8.allSatisfy { byte in
      byte == UInt8(ascii: ",") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    let names = [self["host"], self["hostaddr"], self["dbname"]]
    guard isPortNumber != false, names.allSatisfy({ $0?.contains("@") != true }) else {
      throw .malformed
    }
  }

  /// What lets whoever reads it in as the role, of libpq up to version 18.
  private static let secrets: Set = [
    "password", "sslpassword", "scram_client_key", "scram_server_key", "oauth_client_secret",
  ]

  /// Whether the URL itself has a password or what serves as one.
  package var hasPassword: Bool { parameters.contains { Self.secrets.contains($0.keyword) } }

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

  /// What is meant where nobody says otherwise, and the variable by which the environment does.
  private static let standard: [(keyword: String, value: String, variable: String?)] = [
    ("fallback_application_name", "feedrpcd", nil),
    ("connect_timeout", "\(PostgresLimits.connectSeconds)", "PGCONNECT_TIMEOUT"),
    // Of several hosts the one that takes writes, whoever answers first.
    ("target_session_attrs", "read-write", "PGTARGETSESSIONATTRS"),
    ("keepalives_idle", "10", nil),
    ("keepalives_interval", "5", nil),
    ("keepalives_count", "3", nil),
    ("tcp_user_timeout", "20000", nil),
  ]

  /// All that libpq is told; later ones take precedence.
  private func all(isSet: (_ variable: String) -> Bool) -> [Parameter] {
    // What libpq is told goes before the service file.
    let hasService = self["service"] != nil || isSet("PGSERVICE")
    let standard = Self.standard.filter { (keyword, _, variable) in
      self[keyword] == nil && !hasService && !(variable.map(isSet) ?? false)
    }
    return standard.map { Parameter(keyword: $0.keyword, value: $0.value) } + parameters
      + [Parameter(keyword: "client_encoding", value: "UTF8")]
  }

  /// The value that libpq is told for a keyword; nil: it finds one itself.
  ///
  /// `isSet` says whether the environment has a variable.
  func value(of keyword: String, isSet: (_ variable: String) -> Bool) -> String? {
    all(isSet: isSet).last { $0.keyword == keyword }?.value
  }

  /// Gives `body` arrays of keywords and values that end with a NULL, valid only inside.
  func withParameters<Result>(
    _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>) -> Result
  ) -> Result {
    let all = all { getenv($0) != nil }
    let keywords = all.map { strdup($0.keyword) }
    let values = all.map { strdup($0.value) }
    defer { for memory in keywords + values { free(memory) } }
    return body(
      keywords.map { UnsafePointer($0) } + [nil],
      values.map { UnsafePointer($0) } + [nil]
    )
  }
}

extension ConnectionSettings {
  /// The URL with all that it says but passwords.
  package var withoutPassword: String {
    let told: Set = ["user", "host", "port", "dbname"]
    let user = self["user"].map { Self.encoded($0) + "@" } ?? ""
    let rest = parameters.filter {
      !Self.secrets.contains($0.keyword) && !told.contains($0.keyword)
    }
    // Where there is no name, it is the place.
    .filter { $0.keyword != "hostaddr" || self["host"] != nil }
    .map { "\($0.keyword)=\(Self.encoded($0.value))" }
    let query = rest.isEmpty ? "" : "?" + rest.joined(separator: "&")
    return "postgresql://\(user)\(place)\(query)"
  }
}

extension ConnectionSettings: CustomStringConvertible {
  /// A URL of where the feed is, without who asks.
  package var description: String { "postgresql://\(place)" }

  /// Hosts with their ports, and the database.
  private var place: String {
    func parts(_ text: String?) -> [String] {
      text.map { $0.split(separator: ",", omittingEmptySubsequences: false).map { String($0) } }
        ?? []
    }
    let hosts = parts(self["host"] ?? self["hostaddr"])
    let ports = parts(self["port"])
    let places = (0..<max(hosts.count, ports.count)).map { index in
      let host = index < hosts.count ? Self.encodedHost(hosts[index]) : ""
      // One port is that of all hosts.
      let port = ports.count == 1 ? ports[0] : index < ports.count ? ports[index] : ""
      return port.isEmpty ? host : "\(host):\(port)"
    }
    let database = self["dbname"].map { Self.encoded($0) } ?? ""
    return "\(places.joined(separator: ","))/\(database)"
  }

  /// A folder of sockets is encoded, an IPv6 address stands in brackets.
  private static func encodedHost(_ host: String) -> String {
    host.contains(":") && !host.hasPrefix("/") ? "[\(encoded(host, also: ":"))]" : encoded(host)
  }

  /// The text as a part of a URL (RFC 3986, section 2.1).
  private static func encoded(_ text: String, also extra: String = "") -> String {
    let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~".utf8)
      .union(extra.utf8)
    return text.utf8.reduce(into: "") { result, byte in
      if plain.contains(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        result += "%" + [byte].hexadecimal.uppercased()
      }
    }
  }
}
