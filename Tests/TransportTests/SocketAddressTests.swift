import EventLoop
import Testing
import Transport

@Suite struct SocketAddressTests {
  @Test(arguments: [
    ("unix:relative/socket", SocketAddress.path("relative/socket")),
    ("unix:/absolute", .path("/absolute")),
    ("unix:///absolute", .path("/absolute")),
    ("/bare/path", .path("/bare/path")),
    ("with spaces and:colons", .path("with spaces and:colons")),
    ("unix-abstract:name", .abstract("name")),
    ("@name", .abstract("name")),
  ])
  func everySpellingIsRead(text: String, address: SocketAddress) throws {
    #expect(try SocketAddress(text) == address)
  }

  @Test(arguments: ["", "unix:", "unix://", "unix://host/path", "@", "unix-abstract:", "a\0b"])
  func whatNamesNoSocketIsRefused(text: String) {
    #expect(throws: TransportError.notAnAddress(text)) { try SocketAddress(text) }
  }

  @Test(arguments: ["", "@"])
  func aNameHasAtMost107Bytes(prefix: String) throws {
    _ = try SocketAddress(prefix + String(repeating: "a", count: 107))
    #expect(throws: TransportError.addressTooLong(byteCount: 108, limit: 107)) {
      try SocketAddress(prefix + String(repeating: "a", count: 108))
    }
    #expect(throws: TransportError.addressTooLong(byteCount: 108, limit: 107)) {
      try SocketAddress(prefix + String(repeating: "\u{E9}", count: 54))
    }
  }

  @Test func anAddressIsShownAsItIsTyped() {
    #expect("\(SocketAddress.path("/run/socket"))" == "/run/socket")
    #expect("\(SocketAddress.abstract("name"))" == "@name")
  }
}
