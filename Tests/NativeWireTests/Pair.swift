import Base
import RPC

@testable import NativeWire

/// A client and a server back to back, without a socket.
struct Pair {
  /// Whether the peers may use extensions; a plain peer's HELLO is lost on the way.
  enum Kind: CaseIterable, Sendable {
    case extended, plainServer, plainClient
  }

  var client: NativeClientSession
  var server: NativeServerSession
  var now = Instant.start
  /// What happened at each side, in words.
  var heardByClient: [String] = []
  var heardByServer: [String] = []
  private let kind: Kind
  private var isFirst = true

  init(_ kind: Kind = .extended, _ change: (inout NativeLimits) -> Void = { _ in }) {
    client = .make(change)
    server = .make(change)
    self.kind = kind
  }

  /// Carries bytes both ways until nobody has any; `react` is the server's handlers.
  mutating func run(_ react: (inout NativeServerSession, SessionEvent) -> Void = { _, _ in }) {
    repeat {
      // An old client says no HELLO, and to an old server it means nothing: both look the same.
      var request = client.takeOutput(at: now)
      if isFirst, kind != .extended { request.removeFirst(10 + Int(request[3])) }
      isFirst = false
      server.receive(Bytes(request), at: now)
      while let event = server.nextEvent() {
        heardByServer.append(Words.event(event))
        react(&server, event)
      }
      carryAnswers()
    } while client.outputByteCount + server.outputByteCount > 0
  }

  /// Write by write, as a socket ends a read where descriptors came.
  private mutating func carryAnswers() {
    repeat {
      client.receiveFiles(server.outputFileCount())
      client.receive(Bytes(server.takeOneWrite(at: now)), at: now)
      heardByClient += client.events()
    } while server.outputByteCount > 0
  }

  /// Lets time pass at both sides.
  mutating func wait(_ duration: Duration) {
    now = now + duration
    client.wake(at: now)
    server.wake(at: now)
  }

  /// What the client heard since the last time.
  mutating func clientHeard() -> [String] {
    defer { heardByClient = [] }
    return heardByClient
  }

  mutating func serverHeard() -> [String] {
    defer { heardByServer = [] }
    return heardByServer
  }
}
