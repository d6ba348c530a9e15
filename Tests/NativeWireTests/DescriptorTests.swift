import Base
import RPC
import Testing

@testable import NativeWire

/// Passed descriptors: who may, what is said, and what the other side makes of it.
@Suite struct DescriptorTests {
  private static let label = PassedFile.Label(kind: .memory, requiredSeals: 15, tag: 7)

  private static func labels(_ count: Int) -> [PassedFile.Label] {
    (0..<count).map { PassedFile.Label(kind: .memory, requiredSeals: 15, tag: UInt16($0)) }
  }

  /// A server whose client takes so many descriptors, with a stream that is open.
  private static func server(taking count: Int, limit: Int = 4) -> NativeServerSession {
    var server = NativeServerSession.make { $0.descriptorCount = limit }
    _ = server.feed(Raw.hello(descriptors: count) + Raw.confirm + Raw.request(1, "V", flags: 1))
    _ = server.takeOutput()
    return server
  }

  // MARK: What is agreed

  @Test(arguments: [
    (asked: 4, offered: 4, limit: 4), (2, 4, 2), (9, 4, 4), (0, 4, 0), (4, 0, 0), (1, 1, 1),
  ])
  func theSmallerNumberCounts(asked: Int, offered: Int, limit: Int) {
    var server = Self.server(taking: asked, limit: offered)
    #expect(server.fileLimit() == limit)
    var client = NativeClientSession.make { $0.descriptorCount = asked }
    _ = client.open(Methods.unary)
    #expect(client.fileLimit() == 0, "no call may bring any")
    _ = client.open(Methods.server)
    #expect(client.fileLimit() == asked, "the answer to HELLO may bring some already")
    let features = offered > 0 ? Features.offered.union(.descriptors) : .offered
    _ = client.feed(Raw.hello(features: features, flags: 1, descriptors: offered))
    #expect(client.fileLimit() == limit)
  }

  @Test func aHelloTellsTheNumberOnlyWithTheFeature() {
    var limits = NativeLimits()
    #expect(Hello(limits, features: .offered(limits)).descriptorCount == 0)
    #expect(!Features.offered(limits).contains(.descriptors))
    limits.descriptorCount = 3
    #expect(Hello(limits, features: .offered(limits)).descriptorCount == 3)
    #expect(Features.offered(limits).contains(.descriptors))
  }

  @Test func aPlainPeerNeverSeesIt() {
    var server = NativeServerSession.make { $0.descriptorCount = 4 }
    _ = server.feed(Raw.request(1, "V", flags: 1))
    #expect(server.fileLimit() == 0)
    var client = NativeClientSession.make { $0.descriptorCount = 4 }
    _ = client.open(Methods.server)
    _ = client.feed(Raw.response(99))
    #expect(client.fileLimit() == 0, "a plain server's descriptors are dropped by the kernel")
  }

  @Test func aClientPassesNone() {
    var server = Self.server(taking: 4)
    #expect(server.feed(Raw.descriptors(1, 1)).isEmpty)
    #expect(server.said().isEmpty)
  }

  // MARK: What a server sends

  @Test func theFrameComesBeforeItsMessageAndBeginsAWrite() {
    var server = Self.server(taking: 4)
    server.send("before", on: 1)
    #expect(server.send("with", with: Self.labels(2), on: 1) == true)
    server.send("after", on: 1)
    #expect(server.outputFileCount() == 0)
    #expect(Words.frames(server.takeOneWrite()) == ["Data 1 'before'"])
    #expect(server.outputFileCount() == 2)
    #expect(
      Words.frames(server.takeOneWrite()) == ["Descriptors 1", "Data 1 'with'", "Data 1 'after'"]
    )
    #expect(server.outputFileCount() == 0)
  }

  @Test func theBytesSayWhatTheyAre() {
    var server = Self.server(taking: 4)
    let labels = [Self.label, PassedFile.Label(kind: .init(rawValue: 9), tag: 0x0102)]
    #expect(server.send("m", with: labels, on: 1) == true)
    let frame = Raw.frame(0xE7, 1, [2, 1, 15, 0, 7, 9, 0, 1, 2])
    #expect(server.takeOutput() == frame + Raw.data(1, "m"))
    #expect(DescriptorFrame.labels(Bytes(frame.dropFirst(10)), limit: 2) == labels)
  }

  @Test func twoMessagesWithDescriptorsAreTwoWrites() {
    var server = Self.server(taking: 4)
    #expect(server.send("a", with: Self.labels(1), on: 1) == true)
    #expect(server.send("b", with: Self.labels(3), on: 1) == true)
    var counts: [Int] = []
    while server.outputByteCount > 0 {
      counts.append(server.outputFileCount())
      _ = server.takeOneWrite()
    }
    #expect(counts == [1, 3])
  }

  @Test func theFirstByteTakesThemAlong() {
    var server = Self.server(taking: 4)
    #expect(server.send("a", with: Self.labels(1), on: 1) == true)
    #expect(server.outputFileCount() == 1)
    server.writeOutput(upTo: 9, at: .start) { _ in 0 }
    #expect(server.outputFileCount() == 1, "a write that took nothing")
    server.writeOutput(upTo: 9, at: .start) { _ in 1 }
    #expect(server.outputFileCount() == 0)
  }

  @Test func nothingGoesWithoutCredit() {
    var server = Self.server(taking: 4)
    server.send(byteCount: 2_000, on: 1)
    #expect(!server.mayWrite(1))
    #expect(server.send("m", with: Self.labels(1), on: 1) == false)
    _ = server.takeOutput()
    #expect(server.feed(Raw.window(1, 2_000)) == ["writable 1"])
    #expect(server.send("m", with: Self.labels(1), on: 1) == true)
    #expect(server.said() == ["Descriptors 1", "Data 1 'm'"])
  }

  @Test func aCallThatIsOverTakesNone() {
    var server = Self.server(taking: 4)
    _ = server.feed(Raw.cancel(1))
    #expect(server.send("m", with: Self.labels(1), on: 1) == false)
    #expect(server.said() == ["Response 1 1 context canceled"])
  }

  @Test func aMessageThatIsTooLongTakesNone() {
    var server = Self.server(taking: 4)
    let long = Bytes.zeros(4_194_305)
    #expect(server.send(.none, tail: long, with: Self.labels(1), on: 1, at: .start) == false)
    #expect(server.outputFileCount() == 0)
    #expect(server.said().first?.hasPrefix("Response 1 8 message length") == true)
  }

  // MARK: What a client makes of it

  /// A client with a stream that is open and a server that passes descriptors.
  private static func client(limit: Int = 4) -> NativeClientSession {
    var client = NativeClientSession.make { $0.descriptorCount = limit }
    _ = client.open(Methods.server)
    _ = client.open(Methods.unary)
    let features = Features.offered.union(.descriptors)
    _ = client.feed(Raw.hello(features: features, flags: 1, descriptors: 4))
    _ = client.takeOutput()
    return client
  }

  /// What arrives, and what becomes of it.
  struct Case: Sendable {
    var name: String
    var arrived: Int
    var bytes: [UInt8]
    var words: [String]
    /// All descriptors come with the first byte, so that a read may end at any byte behind it.
    var comesAtOnce = true
  }

  private static let stray = "failed internal: the server passed descriptors for nothing"
  private static let missing = "failed internal: an FDS frame without its descriptors"
  private static let unreadable = "failed internal: an FDS frame that is none"

  static let cases: [Case] = [
    Case(
      name: "a message with one",
      arrived: 1,
      bytes: Raw.descriptors(1, 1) + Raw.data(1, "m"),
      words: ["files 1 #1", "message 1 'm'"]
    ),
    Case(
      name: "the most there may be",
      arrived: 4,
      bytes: Raw.descriptors(1, 4) + Raw.data(1, "m"),
      words: ["files 1 #4", "message 1 'm'"]
    ),
    Case(
      name: "an answer with two",
      arrived: 2,
      bytes: Raw.descriptors(3, 2) + Raw.response(3, payload: "r"),
      words: ["files 3 #2", "message 3 'r'", "finished 3"]
    ),
    Case(
      name: "of a call that is not open",
      arrived: 1,
      bytes: Raw.descriptors(5, 1) + Raw.data(5, "m"),
      words: ["files - #1"]
    ),
    Case(
      name: "of the whole connection",
      arrived: 1,
      bytes: Raw.descriptors(.max, 1),
      words: ["files - #1"]
    ),
    Case(
      name: "in turn for two calls",
      arrived: 2,
      bytes: Raw.descriptors(3, 1) + Raw.descriptors(1, 1) + Raw.data(1, "m")
        + Raw.response(3, payload: "r"),
      words: ["files 3 #1", "files 1 #1", "message 1 'm'", "message 3 'r'", "finished 3"],
      comesAtOnce: false
    ),
    Case(
      name: "a call that ends before its message",
      arrived: 1,
      bytes: Raw.descriptors(1, 1) + Raw.data(1, flags: 5),
      words: ["files 1 #1", "finished 1"]
    ),
    Case(name: "none came", arrived: 0, bytes: Raw.descriptors(1, 1), words: [missing]),
    Case(name: "one too few", arrived: 2, bytes: Raw.descriptors(1, 3), words: [missing]),
    Case(
      name: "one too many",
      arrived: 2,
      bytes: Raw.descriptors(1, 1) + Raw.data(1, "m"),
      words: ["files 1 #1", "message 1 'm'", stray],
      comesAtOnce: false
    ),
    Case(
      name: "with another frame",
      arrived: 1,
      bytes: Raw.data(1, "m"),
      words: ["message 1 'm'", stray],
      comesAtOnce: false
    ),
    Case(
      name: "with the beginning of another frame",
      arrived: 1,
      bytes: Array(Raw.data(1, "message").dropLast()),
      words: [stray]
    ),
    Case(name: "more than may", arrived: 5, bytes: Raw.descriptors(1, 5), words: [unreadable]),
    Case(name: "of none", arrived: 0, bytes: Raw.descriptors(1, 0), words: [unreadable]),
    Case(name: "empty", arrived: 0, bytes: Raw.frame(0xE7, 1), words: [unreadable]),
    Case(
      name: "a byte short",
      arrived: 1,
      bytes: Raw.frame(0xE7, 1, [1, 1, 15, 0]),
      words: [unreadable]
    ),
    Case(
      name: "a byte long",
      arrived: 1,
      bytes: Raw.frame(0xE7, 1, [1, 1, 15, 0, 0, 0]),
      words: [unreadable]
    ),
    Case(
      name: "twice for one message",
      arrived: 2,
      bytes: Raw.descriptors(1, 1) + Raw.descriptors(1, 1),
      words: ["files 1 #1", "failed internal: two FDS frames for one message"],
      comesAtOnce: false
    ),
  ]

  @Test(arguments: cases)
  func aClientHears(_ this: Case) {
    var client = Self.client()
    client.receiveFiles(this.arrived)
    let words = client.feed(this.bytes)
    // Calls end with the connection; that is told before why.
    #expect(words.filter { !$0.contains(" 13 ") } == this.words, "\(this.name)")
  }

  @Test(arguments: cases.filter(\.comesAtOnce))
  func itHearsTheSameWhereverTheReadEnds(_ this: Case) {
    for cut in 1...this.bytes.count {
      var client = Self.client()
      client.receiveFiles(this.arrived)
      var words = client.feed(Array(this.bytes[..<cut]))
      words += client.feed(Array(this.bytes[cut...]))
      #expect(words.filter { !$0.contains(" 13 ") } == this.words, "\(this.name), cut at \(cut)")
    }
  }

  @Test func nobodyWaitsForTheRestOfAFrameThatIsNoFDS() {
    var client = Self.client()
    client.receiveFiles(1)
    #expect(client.feed(Array(Raw.data(1, "m").prefix(9))).isEmpty, "it may become one")
    let words = client.feed([0])
    #expect(words.last == Self.stray)
    #expect(client.condition().isFinished)
  }

  @Test func descriptorsThatNobodyAskedForEndTheConnection() {
    for frames in [Raw.data(1, "m"), Raw.descriptors(1, 1) + Raw.data(1, "m")] {
      var client = NativeClientSession.extended()
      _ = client.open(Methods.server)
      client.receiveFiles(1)
      #expect(client.feed(frames).last == Self.stray)
    }
  }

  @Test func aServerThatDidNotAgreePassesNothing() {
    var client = NativeClientSession.make { $0.descriptorCount = 4 }
    _ = client.open(Methods.server)
    client.receiveFiles(1)
    let words = client.feed(Raw.hello(flags: 1) + Raw.descriptors(1, 1))
    #expect(words.last == Self.stray)
  }

  @Test func descriptorsThatNobodyTakesDoNotWaitForEver() {
    var server = Self.server(taking: 4)
    #expect(server.send("m", with: Self.labels(1), on: 1) == true)
    #expect(server.wakeUp(at: .after(.seconds(29))).isEmpty && server.outputFileCount() == 1)
    let words = server.wakeUp(at: .after(.seconds(30)))
    #expect(words.last == "failed unavailable: the peer reads nothing")
    #expect(server.outputFileCount() == 0 && server.condition().isFinished)
  }

  // MARK: Back to back

  @Test func peersPassDescriptorsBackToBack() {
    var pair = Pair { $0.descriptorCount = 4 }
    _ = pair.client.open(Methods.server)
    pair.run { server, event in
      guard case .opened(let call, _) = event else { return }
      server.send("a", on: call)
      #expect(server.send("b", with: Self.labels(2), on: call) == true)
      #expect(server.send("c", with: Self.labels(1), on: call) == true)
      server.finish(on: call)
    }
    #expect(
      pair.clientHeard() == [
        "message 1 'a'", "files 1 #2", "message 1 'b'", "files 1 #1", "message 1 'c'", "finished 1",
      ]
    )
  }

  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func whateverArrivesTheClientCountsRight(seed: UInt64) {
    DescriptorGarbage(seed: seed).run()
  }
}

extension NativeServerSession {
  mutating func send(_ text: String, with files: [PassedFile.Label], on call: CallID) -> Bool {
    send(.none, tail: Bytes(Array(text.utf8)), with: files, on: call, at: .start)
  }

  /// Takes what one write gets.
  mutating func takeOneWrite(at now: Instant = .start) -> [UInt8] {
    var bytes: [UInt8] = []
    writeOutput(upTo: .max, at: now) { pieces in
      for piece in pieces { bytes += piece }
      return bytes.count
    }
    return bytes
  }
}
