import Base
import RPC

/// The headers of a request, checked as they come.
///
/// The library's own checks are off, since they refuse what clients on Unix sockets say as
/// `:authority`: a path, nothing, or none at all. These are what is left of RFC 9113 8.2 and 8.3,
/// and what gRPC adds. Nothing of a list that is too large is kept.
struct RequestHead {
  /// What is to become of a request.
  enum Verdict {
    /// It is a call.
    case call(Call)
    /// It is one, and ends at once.
    case refused(RPCError)
    /// It is something else, or a malformed request.
    case other(HTTPAnswer)
  }

  /// What the headers of a call say.
  struct Call {
    var route: Int
    var metadata: Metadata
    /// Nil: as long as it likes.
    var timeoutNanoseconds: Int64?
    /// Messages with a flag of 1 are gzip.
    var isGzip: Bool
    /// The client takes gzip.
    var acceptsGzip: Bool
  }

  private enum Encoding { case identity, gzip, unknown }

  private let limits: HTTP2Limits
  private let routes: RouteTable
  /// Names, values and 32 bytes for each pair.
  private(set) var size = 0
  private var isMalformed = false
  private var hasRegular = false
  private var method: Bool?
  private var route: RouteTable.Lookup?
  private var path = ""
  private var hasAuthority = false
  private var hasScheme = false
  private var isGRPC = false
  private var hasTimeout = false
  private var timeoutNanoseconds: Int64?
  private var encoding = Encoding.identity
  private var acceptsGzip = false
  private var metadata = Metadata()
  private var brokenName: String?

  init(_ limits: HTTP2Limits, _ routes: RouteTable) {
    self.limits = limits
    self.routes = routes
  }

  /// Takes a header.
  ///
  /// - Returns: false where the list is beyond all measure.
  mutating func add(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool {
    size += name.count + value.count + HeaderList.pairByteCount
    guard size <= limits.headerListByteCount else {
      metadata = Metadata()
      return size <= limits.headerListAbuseByteCount
    }
    if name.first == UInt8(ascii: ":") {
      if hasRegular || !addPseudo(name, value) { isMalformed = true }
      return true
    }
    hasRegular = true
    guard MetadataHeaders.isName(name), !value.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
      isMalformed = true
      return true
    }
    addRegular(name, value)
    return true
  }

  /// What the headers say, once all are there.
  func verdict() -> Verdict {
    guard size <= limits.headerListByteCount else {
      return .refused(ServerText.metadataTooLarge(limit: limits.headerListByteCount))
    }
    guard !isMalformed, let method, let route else { return .other(.malformed) }
    guard method else { return .other(.methodNotAllowed) }
    guard isGRPC else { return .other(.unsupportedMediaType) }
    guard case .found(let index) = route else {
      return .refused(ServerText.unknown(route, path: path))
    }
    if encoding == .unknown { return .refused(ServerText.unknownEncoding) }
    if hasTimeout, timeoutNanoseconds == nil { return .refused(ServerText.malformedTimeout) }
    if let brokenName { return .refused(ServerText.malformedBinary(brokenName)) }
    return .call(
      Call(
        route: index,
        metadata: metadata,
        timeoutNanoseconds: timeoutNanoseconds,
        isGzip: encoding == .gzip,
        acceptsGzip: acceptsGzip
      )
    )
  }

  /// False for one that is unknown, repeated or empty where it can't be (RFC 9113 8.3.1).
  private mutating func addPseudo(
    _ name: UnsafeRawBufferPointer,
    _ value: UnsafeRawBufferPointer
  ) -> Bool {
    if name.equals(":path") {
      guard route == nil, value.first == UInt8(ascii: "/") else { return false }
      find(UnsafeRawBufferPointer(rebasing: value.dropFirst()))
    } else if name.equals(":method") {
      guard method == nil else { return false }
      method = value.equals("POST")
    } else if name.equals(":scheme") {
      guard !hasScheme else { return false }
      hasScheme = true
    } else if name.equals(":authority") {
      guard !hasAuthority else { return false }
      hasAuthority = true
    } else {
      return false
    }
    return true
  }

  private mutating func find(_ path: UnsafeRawBufferPointer) {
    let slash = path.lastIndex(of: UInt8(ascii: "/"))
    let service = UnsafeRawBufferPointer(rebasing: path[..<(slash ?? path.endIndex)])
    let method = UnsafeRawBufferPointer(rebasing: path[(slash.map { $0 + 1 } ?? path.endIndex)...])
    let found = routes.lookup(service: service, method: method)
    route = found
    if case .found = found { return }
    let text = String(decoding: path, as: UTF8.self).unicodeScalars
    self.path = String(String.UnicodeScalarView(text.prefix(HTTP2Limits.unknownNameCount)))
  }

  private mutating func addRegular(
    _ name: UnsafeRawBufferPointer,
    _ value: UnsafeRawBufferPointer
  ) {
    if MetadataHeaders.isReserved(name) {
      addReserved(name, value)
    } else if name.equals("content-type") {
      isGRPC = Self.isGRPC(value)
    } else if name.equals("te") {
      if !value.equals("trailers") { isMalformed = true }
    } else if name.equals("user-agent") || name.equals("content-length") || name.equals("host") {
      // They tell handlers nothing.
    } else if Self.isOfConnection(name) {
      isMalformed = true
    } else if !MetadataHeaders.read(name, value, into: &metadata) {
      brokenName = String(decoding: name, as: UTF8.self)
    }
  }

  private mutating func addReserved(
    _ name: UnsafeRawBufferPointer,
    _ value: UnsafeRawBufferPointer
  ) {
    if name.equals("grpc-timeout") {
      hasTimeout = true
      timeoutNanoseconds = TimeoutHeader.parse(value)
    } else if name.equals("grpc-encoding") {
      encoding = value.equals("identity") ? .identity : value.equals("gzip") ? .gzip : .unknown
    } else if name.equals("grpc-accept-encoding") {
      acceptsGzip = value.split(separator: UInt8(ascii: ",")).contains { part in
        UnsafeRawBufferPointer(rebasing: part.drop { $0 == UInt8(ascii: " ") }).equals("gzip")
      }
    }
  }

  /// `application/grpc`, and what may follow it: the format of messages, or parameters.
  static func isGRPC(_ contentType: UnsafeRawBufferPointer) -> Bool {
    let prefix: StaticString = "application/grpc"
    guard contentType.hasPrefix(prefix) else { return false }
    let rest = contentType.dropFirst(prefix.utf8CodeUnitCount)
    return rest.isEmpty || rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: ";")
  }

  /// RFC 9113 8.2.2.
  private static func isOfConnection(_ name: UnsafeRawBufferPointer) -> Bool {
    name.equals("connection") || name.equals("keep-alive") || name.equals("proxy-connection")
      || name.equals("transfer-encoding") || name.equals("upgrade")
  }
}
