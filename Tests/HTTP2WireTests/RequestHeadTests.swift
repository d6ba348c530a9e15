import Base
import RPC
import Testing

@testable import HTTP2Wire

/// What becomes of a request's headers.
struct RequestHeadTests {
  private static let routes = RouteTable([
    MethodDescriptor(service: "t.S", method: "U", kind: .unary)
  ])

  typealias Header = (String, String)

  private static let standard: [Header] = [
    (":method", "POST"), (":scheme", "http"), (":path", "/t.S/U"), (":authority", "localhost"),
    ("te", "trailers"), ("content-type", "application/grpc"),
  ]

  /// The outcome in words.
  private static func outcome(_ headers: [Header]) -> String {
    var head = RequestHead(HTTP2Limits(), routes)
    for (name, value) in headers {
      let goesOn = Array(name.utf8).withUnsafeBytes { name in
        Array(value.utf8).withUnsafeBytes { head.add(name, $0) }
      }
      guard goesOn else { return "abuse" }
    }
    switch head.verdict() {
    case .call(let call):
      let entries = call.metadata.entries.map { "\($0.name)=\($0.value)" }
      return (["#\(call.route)"] + entries).joined(separator: " ")
    case .refused(let error): return error.code.name
    case .other(let answer): return "HTTP \(answer.status)"
    }
  }

  /// The standard headers with some replaced, left out (nil) or added at the end.
  private static func outcome(with changes: KeyValuePairs<String, String?>) -> String {
    var headers = standard
    for (name, value) in changes {
      let index = headers.firstIndex { $0.0 == name }
      if let value {
        if let index { headers[index].1 = value } else { headers.append((name, value)) }
      } else if let index {
        headers.remove(at: index)
      }
    }
    return outcome(headers)
  }

  @Test(
    arguments: [
      "localhost", "tmp%2Fexp%2Fcap.sock", "/var/run/x.sock", "127.0.0.1:50051", "", nil,
      "unix:///x", "a b",
    ]
  )
  func everyFormOfAuthorityIsServed(authority: String?) {
    #expect(Self.outcome(with: [":authority": authority]) == "#0")
  }

  @Test(
    arguments: [
      ("application/grpc", "#0"), ("application/grpc+proto", "#0"),
      ("application/grpc;charset=utf-8", "#0"), ("application/grpc-web", "HTTP 415"),
      ("application/grpcx", "HTTP 415"), ("application/json", "HTTP 415"), (nil, "HTTP 415"),
      ("Application/grpc", "HTTP 415"),
    ]
  )
  func onlyTheContentTypeOfCallsIsOne(type: String?, outcome: String) {
    #expect(Self.outcome(with: ["content-type": type]) == outcome)
  }

  @Test(
    arguments: [
      (":method", "GET", "HTTP 405"), (":method", "post", "HTTP 405"), (":method", nil, "HTTP 400"),
      (":path", nil, "HTTP 400"), (":path", "", "HTTP 400"), (":path", "t.S/U", "HTTP 400"),
      (":path", "*", "HTTP 400"), (":path", "/", "UNIMPLEMENTED"),
      (":path", "/t.S", "UNIMPLEMENTED"),
      (":path", "/t.S/", "UNIMPLEMENTED"), (":path", "/t.S/u", "UNIMPLEMENTED"),
      (":path", "/T.S/U", "UNIMPLEMENTED"), (":path", "/t.S/U/", "UNIMPLEMENTED"),
      (":path", "//t.S/U", "UNIMPLEMENTED"), (":path", "/t.S/U?a", "UNIMPLEMENTED"),
      (":scheme", nil, "#0"), (":scheme", "https", "#0"),
      ("te", nil, "#0"), ("te", "gzip", "HTTP 400"), ("te", "trailers, gzip", "HTTP 400"),
      (":status", "200", "HTTP 400"), (":protocol", "websocket", "HTTP 400"),
      ("connection", "close", "HTTP 400"), ("upgrade", "h2c", "HTTP 400"),
      ("keep-alive", "1", "HTTP 400"), ("transfer-encoding", "chunked", "HTTP 400"),
      ("proxy-connection", "x", "HTTP 400"), ("X-Upper", "a", "HTTP 400"), ("", "a", "HTTP 400"),
      ("a b", "c", "HTTP 400"), ("x", "a\nb", "HTTP 400"), ("x", "a\0b", "HTTP 400"),
      ("x", "a\tb", "HTTP 400"), ("x", " edge spaces ", "#0 x= edge spaces "),
      ("x", "é", "#0 x=é"), ("user-agent", "grpc", "#0"), ("content-length", "5", "#0"),
      ("host", "x", "#0"), ("grpc-anything", "x", "#0"), ("grpc-timeout", "1S", "#0"),
      ("grpc-timeout", "0S", "INVALID_ARGUMENT"), ("grpc-timeout", "", "INVALID_ARGUMENT"),
      ("grpc-encoding", "gzip", "#0"), ("grpc-encoding", "identity", "#0"),
      ("grpc-encoding", "deflate", "UNIMPLEMENTED"), ("grpc-encoding", "", "UNIMPLEMENTED"),
      ("x-bin", "q6urqw==", "#0 x-bin=q6urqw"), ("x-bin", "q", "INVALID_ARGUMENT"),
    ] as [(String, String?, String)]
  )
  func aHeaderHasItsOutcome(name: String, value: String?, outcome: String) {
    #expect(Self.outcome(with: [name: value]) == outcome)
  }

  @Test(arguments: [":method", ":scheme", ":path", ":authority"])
  func pseudoHeadersComeOnceAndFirst(name: String) {
    let header = Self.standard.filter { $0.0 == name }
    #expect(Self.outcome(header + Self.standard) == "HTTP 400")
    let others = Self.standard.filter { $0.0 != name }
    #expect(Self.outcome(others + header) == "HTTP 400")
  }

  @Test func valuesOfOneNameKeepTheirOrder() {
    let outcome = Self.outcome(Self.standard + [("x", "1"), ("y", "2"), ("x", "3")])
    #expect(outcome == "#0 x=1 y=2 x=3")
  }

  @Test func theListHasALimitAndBeyondItAnother() {
    let own = Self.standard.reduce(0) { $0 + $1.0.utf8.count + $1.1.utf8.count + 32 }
    func padded(_ size: Int) -> String {
      Self.outcome(Self.standard + [("x", String(repeating: "a", count: size - own - 33))])
    }
    #expect(padded(16_384).hasPrefix("#0 x=a"))
    #expect(padded(16_385) == "RESOURCE_EXHAUSTED")
    #expect(padded(65_536) == "RESOURCE_EXHAUSTED")
    #expect(padded(65_537) == "abuse")
  }

  @Test func anUnknownPathIsToldBackInPart() {
    var head = RequestHead(HTTP2Limits(), Self.routes)
    let long = "/a/" + String(repeating: "é", count: 2_000)
    for (name, value) in Self.standard.map({ $0.0 == ":path" ? ($0.0, long) : $0 }) {
      _ = Array(name.utf8).withUnsafeBytes { name in
        Array(value.utf8).withUnsafeBytes { head.add(name, $0) }
      }
    }
    guard case .refused(let error) = head.verdict() else {
      Issue.record("it is not refused")
      return
    }
    #expect(error.message.unicodeScalars.count <= HTTP2Limits.unknownNameCount + 40)
  }
}
