import Base
import Testing

@testable import NativeWire

@Suite struct FrameDecoderTests {
  private func decoder(messageLimit: Int = 100, discardLimit: Int = 1_000) -> FrameDecoder {
    FrameDecoder(messageLimit: messageLimit, discardLimit: discardLimit)
  }

  /// What a decoder finds, in words.
  private func answers(_ decoder: inout FrameDecoder) -> [String] {
    var words: [String] = []
    while true {
      switch decoder.next() {
      case .frame(let header, let body): words.append("\(header.stream): \(Array(body))")
      case .discarded(let header): words.append("\(header.stream) discarded \(header.length)")
      case .nothingYet: return words
      case .violation(let violation): return words + ["\(violation)"]
      }
    }
  }

  static let conversation =
    Raw.frame(3, 1, [1, 2, 3]) + Raw.frame(3, 3)
    + Raw.frame(3, 5, [UInt8](repeating: 9, count: 101))
    + Raw.frame(3, 7, [UInt8](repeating: 8, count: 100))

  @Test(arguments: 0...conversation.count)
  func theSameFramesComeOutWhereverTheBytesAreCut(at cut: Int) {
    var whole = decoder()
    whole.receive(Bytes(Self.conversation))
    let expected = answers(&whole)
    #expect(expected.count == 4)
    var parts = decoder()
    parts.receive(Bytes(Self.conversation[..<cut]))
    var found = answers(&parts)
    parts.receive(Bytes(Self.conversation[cut...]))
    found += answers(&parts)
    #expect(found == expected)
    #expect(parts.unfinished == .none)
    #expect(!parts.hasInput)
  }

  @Test func byteByByteIsTheSame() {
    var whole = decoder()
    whole.receive(Bytes(Self.conversation))
    var single = decoder()
    var found: [String] = []
    for byte in Self.conversation {
      single.receive([byte])
      found += answers(&single)
    }
    #expect(found == answers(&whole))
  }

  @Test func bytesThatCameBeforeTheLastWereAskedForAreKept() {
    var decoder = decoder()
    for byte in Self.conversation { decoder.receive([byte]) }
    #expect(answers(&decoder).count == 4)
  }

  @Test func aWholeFrameIsASliceOfWhatArrived() {
    var decoder = decoder()
    let input = Bytes(Raw.frame(3, 1, [1, 2, 3]))
    decoder.receive(input)
    guard case .frame(_, let body) = decoder.next() else {
      Issue.record("a frame is there")
      return
    }
    let start = input.withUnsafeBytes { $0.baseAddress.map { $0 + 10 } }
    #expect(body.withUnsafeBytes { $0.baseAddress } == start)
  }

  @Test(arguments: [100, 101])
  func aBodyOverTheLimitIsThrownAway(byteCount: Int) {
    var decoder = decoder()
    decoder.receive(Bytes(Raw.frame(3, 1, [UInt8](repeating: 1, count: byteCount))))
    switch decoder.next() {
    case .frame: #expect(byteCount == 100)
    case .discarded(let header): #expect(byteCount == 101 && header.length == 101)
    case .nothingYet, .violation: Issue.record("the frame is whole")
    }
  }

  @Test(arguments: [1_000, 1_001, UInt32.max])
  func moreThanCanBeThrownAwayIsAViolation(length: UInt32) {
    var decoder = decoder()
    decoder.receive(Bytes(Raw.header(1, 1, length: length)))
    switch decoder.next() {
    case .nothingYet: #expect(length == 1_000)
    case .violation(let violation):
      #expect(violation == .bodyTooLong(byteCount: Int(length), limit: 1_000))
      #expect(length > 1_000)
    case .frame, .discarded: Issue.record("no body has arrived")
    }
    #expect(decoder.tailCapacity == 0)
  }

  @Test func theTailGrowsWithWhatArrivesAndNotWithWhatIsAnnounced() {
    var decoder = decoder(messageLimit: 4_194_304)
    decoder.receive(Bytes(Raw.header(1, 1, length: 4_194_304) + [1, 2, 3]))
    guard case .nothingYet = decoder.next() else {
      Issue.record("the body is not there")
      return
    }
    #expect(decoder.tailCapacity <= 256)
    var arrived = 13
    while arrived < 100_000 {
      let part = 1 + arrived / 3
      decoder.receive(Bytes.zeros(part))
      arrived += part
      guard case .nothingYet = decoder.next() else {
        Issue.record("the body is not there")
        return
      }
      #expect(decoder.tailCapacity >= arrived)
      #expect(decoder.tailCapacity <= max(256, 4 * arrived))
    }
    #expect(decoder.unfinished == .body(receivedByteCount: arrived - 10))
  }

  @Test func whatIsThereOfAFrameIsTold() {
    var decoder = decoder()
    var seen: [FrameDecoder.Unfinished] = []
    for part in [[0, 0, 0], Array(Raw.header(3, 1, length: 2)[3...]), [7], [7]] as [[UInt8]] {
      decoder.receive(Bytes(part))
      while case .frame = decoder.next() {}
      seen.append(decoder.unfinished)
    }
    #expect(
      seen == [
        .header, .body(receivedByteCount: 0), .body(receivedByteCount: 1), .none,
      ]
    )
  }

  @Test func aCopyOfADecoderGoesItsOwnWay() {
    var first = decoder()
    let frame = Raw.frame(3, 1, [1, 2, 3])
    first.receive(Bytes(frame[..<11]))
    #expect(answers(&first).isEmpty)
    var second = first
    first.receive([5, 6])
    second.receive([7, 8])
    #expect(answers(&first) == ["1: [1, 5, 6]"])
    #expect(answers(&second) == ["1: [1, 7, 8]"])
  }
}
