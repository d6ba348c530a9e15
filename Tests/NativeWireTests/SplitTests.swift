import Base
import RPC
import Testing

@testable import NativeWire

/// A conversation is the same wherever its bytes are cut.
@Suite struct SplitTests {
  static let client: [UInt8] =
    Raw.hello() + Raw.confirm
    + Raw.request(1, "U", payload: [65], timeout: 9, metadata: [("a", "b")])
    + Raw.request(3, "C", flags: 6) + Raw.data(3, "x") + Raw.ping()
    + Raw.request(5, "V", flags: 1) + Raw.data(3, flags: 5) + Raw.window(5, 70)
    + Raw.request(7, "B", flags: 6) + Raw.data(7, "y") + Raw.frame(99, 7, [1, 2, 3])
    + Raw.cancel(7) + Raw.data(7, "late") + Raw.frame(0xE7, 5, [1, 0, 0, 0, 0])
    + Raw.request(9, "none") + Raw.data(11, "?")
    + Raw.frame(0xE3, .max, flags: 1, Array(GoAway(lastID: 0, code: .none, text: "bye").body))

  static let server: [UInt8] =
    Raw.hello(flags: 1) + Raw.response(1, payload: "r") + Raw.data(5, "a") + Raw.ping()
    + Raw.frame(0xE5, 7, Raw.field(1, Raw.field(1, "h") + Raw.field(2, "1"))) + Raw.data(7, "b")
    + Raw.window(3, 10) + Raw.response(3, code: 7, "no") + Raw.data(5, flags: 1, "c")
    + Raw.frame(0xE6, 7, Raw.field(1, Raw.field(1, "t") + Raw.field(2, "2")))
    + Raw.data(7, flags: 5) + Raw.response(99)
    + Raw.frame(0xE3, .max, Array(GoAway(lastID: .max, code: .none, text: "").body))

  /// What the server hears and says; it answers each unary call and stream as it comes.
  private func hear(_ parts: [ArraySlice<UInt8>], inPlace: Bool = false) -> [String] {
    var server = NativeServerSession.make()
    var head = CallHead(route: 0, isEnded: false)
    var words: [String] = []
    for part in parts {
      server.receive(Bytes(part), at: .start)
      while let event = inPlace ? server.nextEvent(inPlace: &head) : server.nextEvent() {
        words.append(Words.event(event))
        switch event {
        case .opened(let call, let head) where head.route == 0: server.reply("r", on: call)
        case .opened(let call, let head) where head.route == 2:
          server.send("s", on: call)
          server.finish(on: call)
        case .message(let call, let bytes): server.messageTaken(bytes.count, on: call, at: .start)
        case .endOfMessages(let call): server.reply("sum", on: call)
        default: break
        }
      }
    }
    return words + server.said()
  }

  private func listen(_ parts: [ArraySlice<UInt8>]) -> [String] {
    var client = NativeClientSession.make()
    for method in Methods.all { _ = client.open(method, "m") }
    var words: [String] = []
    for part in parts {
      client.receive(Bytes(part), at: .start)
      words += client.events()
    }
    return words + client.said()
  }

  @Test func aServerHearsTheSameWhereverItIsCut() {
    let whole = hear([Self.client[...]])
    #expect(whole.count == 18, "\(whole)")
    for cut in 0...Self.client.count {
      #expect(hear([Self.client[..<cut], Self.client[cut...]]) == whole, "cut at \(cut)")
    }
    #expect(hear(Self.client.indices.map { Self.client[$0...$0] }) == whole, "byte by byte")
  }

  @Test func callsMadeInPlaceAreTheSameWhereverTheyAreCut() {
    let whole = hear([Self.client[...]])
    for cut in 0...Self.client.count {
      let parts = [Self.client[..<cut], Self.client[cut...]]
      #expect(hear(parts, inPlace: true) == whole, "cut at \(cut)")
    }
  }

  @Test func aClientHearsTheSameWhereverItIsCut() {
    let whole = listen([Self.server[...]])
    #expect(whole.count == 17, "\(whole)")
    for cut in 0...Self.server.count {
      #expect(listen([Self.server[..<cut], Self.server[cut...]]) == whole, "cut at \(cut)")
    }
    #expect(listen(Self.server.indices.map { Self.server[$0...$0] }) == whole, "byte by byte")
  }
}
