package import Base
package import RPC

/// What the first bytes of a connection say.
package enum FirstBytes: Equatable, Sendable {
  /// More are needed to tell.
  case undecided
  /// A frame of ttrpc: its length is at most 4 MiB, so it starts with a zero.
  case native
  /// The client's preface of HTTP/2 (RFC 9113 3.4).
  case http2
  /// A request of an older HTTP, or a preface gone wrong.
  case http1
  /// A handshake of TLS (RFC 8446 5.1).
  case tls
  case unknown

  private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

  /// Looks at all bytes that came so far.
  package init(_ bytes: Bytes) {
    guard let first = bytes.first else {
      self = .undecided
      return
    }
    switch first {
    case 0x00: self = .native
    case 0x16: self = .tls
    case UInt8(ascii: "P"):
      let isPreface = bytes.prefix(Self.preface.count).elementsEqual(
        Self.preface.prefix(bytes.count)
      )
      self = isPreface ? (bytes.count < Self.preface.count ? .undecided : .http2) : .http1
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): self = .http1
    default: self = .unknown
    }
  }
}

/// Chooses the protocol of a connection by its first bytes.
///
/// It has what makes the sessions, so that connections need not know the wires.
package struct WireSelector: Sendable {
  /// Makes a session for a connection that begins now.
  package typealias MakeSession = @Sendable (Peer, Instant) -> any ServerSession

  /// What to do with a connection.
  enum Choice {
    case wait
    case session(any ServerSession)
    /// Write the answer and close.
    case refuse(answer: Bytes, FirstBytes)
  }

  private let makeNative: MakeSession
  private let makeHTTP2: MakeSession?

  /// Without `http2` who speaks it is told that this socket does not.
  package init(native: @escaping MakeSession, http2: MakeSession? = nil) {
    makeNative = native
    makeHTTP2 = http2
  }

  func choose(_ bytes: Bytes, peer: Peer, at now: Instant) -> Choice {
    let first = FirstBytes(bytes)
    switch first {
    case .undecided: return .wait
    case .native: return .session(makeNative(peer, now))
    case .http2:
      guard let makeHTTP2 else { return .refuse(answer: Self.goAway, first) }
      return .session(makeHTTP2(peer, now))
    case .http1: return .refuse(answer: versionNotSupported, first)
    case .tls, .unknown: return .refuse(answer: Bytes(), first)
    }
  }

  private var versionNotSupported: Bytes {
    let protocols = makeHTTP2 == nil ? "ttrpc" : "gRPC over HTTP/2 and ttrpc"
    let text = "This socket speaks \(protocols), without TLS.\n"
    return Bytes(
      """
      HTTP/1.1 505 HTTP Version Not Supported\r
      Content-Type: text/plain\r
      Content-Length: \(text.utf8.count)\r
      Connection: close\r
      \r
      \(text)
      """.utf8
    )
  }

  /// Empty settings, then GOAWAY with last stream 0, no error and a text (RFC 9113 6.5, 6.8).
  private static let goAway: Bytes = {
    let text = Array("gRPC over HTTP/2 is not spoken on this socket; ttrpc is".utf8)
    let settings: [UInt8] = [0, 0, 0, 4, 0, 0, 0, 0, 0]
    let header: [UInt8] = [0, 0, UInt8(8 + text.count), 7, 0, 0, 0, 0, 0]
    return Bytes(settings + header + [UInt8](repeating: 0, count: 8) + text)
  }()
}
