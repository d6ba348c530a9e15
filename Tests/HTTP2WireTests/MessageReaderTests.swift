import Base
import Testing

@testable import HTTP2Wire

struct MessageReaderTests {
  typealias Message = MessageReader.Message

  private static func prefixed(_ body: [UInt8], flag: UInt8 = 0) -> [UInt8] {
    [flag] + withUnsafeBytes(of: UInt32(body.count).bigEndian, Array.init) + body
  }

  /// What a reader makes of pieces that come one after the other.
  private static func read(
    _ pieces: [[UInt8]],
    limit: Int = 1_000
  ) throws(MessageReader.Refusal) -> [Message] {
    var reader = MessageReader(limit: limit)
    var messages: [Message] = []
    for piece in pieces {
      var rest = Bytes(piece)
      while let message = try reader.next(&rest) { messages.append(message) }
    }
    return messages
  }

  @Test func messagesAreTheSameWhereverTheirBytesAreCut() throws {
    let bodies: [[UInt8]] = [[1, 2, 3], [], [9], Array(repeating: 7, count: 300)]
    let bytes = Self.prefixed(bodies[0], flag: 1) + bodies[1...].flatMap { Self.prefixed($0) }
    let whole = try Self.read([bytes])
    #expect(whole.map { Array($0.body) } == bodies)
    #expect(whole.map(\.isCompressed) == [true, false, false, false])
    for cut in 0...bytes.count {
      #expect(try Self.read([Array(bytes[..<cut]), Array(bytes[cut...])]) == whole)
    }
    #expect(try Self.read(bytes.map { [$0] }) == whole)
  }

  @Test func aMessageInOnePieceIsASliceOfIt() throws {
    var reader = MessageReader(limit: 10)
    let piece = Bytes(Self.prefixed([1, 2]) + [0])
    var rest = piece
    let message = try reader.next(&rest)
    #expect(message?.body.memoryID == piece.memoryID)
    #expect(rest.count == 1)
  }

  @Test func manyMessagesInOnePieceAreRead() throws {
    let bytes = Array(repeating: Self.prefixed([]), count: 3_000).flatMap { $0 }
    #expect(try Self.read([bytes]).count == 3_000)
  }

  @Test func theLimitIsTheLongestMessage() throws {
    let body = [UInt8](repeating: 1, count: 100)
    #expect(try Self.read([Self.prefixed(body)], limit: 100).count == 1)
    #expect(throws: MessageReader.Refusal.tooLong(byteCount: 100, limit: 99)) {
      try Self.read([Self.prefixed(body)], limit: 99)
    }
  }

  @Test func aLengthBeyondTheLimitIsRefusedBeforeItsBytes() {
    #expect(throws: MessageReader.Refusal.tooLong(byteCount: 4_294_967_295, limit: 1_000)) {
      try Self.read([[0, 0xFF, 0xFF, 0xFF, 0xFF]])
    }
  }

  @Test(arguments: [2, 3, 0x80, 0xFF] as [UInt8])
  func aFlagThatMeansNothingIsRefused(flag: UInt8) {
    #expect(throws: MessageReader.Refusal.unknownFlag(flag)) {
      try Self.read([Self.prefixed([1], flag: flag)])
    }
  }

  @Test func itKnowsWhetherAMessageIsIncomplete() throws {
    var reader = MessageReader(limit: 10)
    #expect(!reader.isInsideMessage)
    for byte in [0, 0, 0, 0, 1] as [UInt8] {
      var piece = Bytes([byte])
      let message = try reader.next(&piece)
      #expect(message == nil)
      #expect(reader.isInsideMessage)
    }
    #expect(reader.announced == 1)
    #expect(reader.begunByteCount == 5 && reader.missingByteCount == 1)
    var last = Bytes([5])
    let message = try reader.next(&last)
    #expect(message?.body == [5])
    #expect(!reader.isInsideMessage && reader.announced == nil)
    #expect(reader.begunByteCount == 0 && reader.missingByteCount == 0)
  }
}

struct OutgoingMessagesTests {
  private static func bytes(_ output: inout OutputQueue) -> [UInt8] {
    var bytes: [UInt8] = []
    while !output.isEmpty {
      output.write(upTo: .max) { pieces in
        for piece in pieces { bytes += piece }
        return pieces.reduce(0) { $0 + $1.count }
      }
    }
    return bytes
  }

  @Test(arguments: [1, 4, 5, 4_000, 4_096, 20_000])
  func whatMovesInPiecesIsWhatWasAppended(step: Int) {
    var messages = OutgoingMessages()
    let tail = Bytes((0..<9_000).map { UInt8($0 % 251) })
    let head: [UInt8] = [1, 2, 3]
    head.withUnsafeBytes { messages.append($0, tail: [4, 5]) }
    head.withUnsafeBytes { messages.append($0, tail: tail, isCompressed: true) }
    let expected = [0, 0, 0, 0, 5, 1, 2, 3, 4, 5] + [1, 0, 0, 0x23, 0x2B, 1, 2, 3] + Array(tail)
    #expect(messages.byteCount == expected.count)
    var output = OutputQueue()
    while !messages.isEmpty { messages.move(min(step, messages.byteCount), to: &output) }
    #expect(Self.bytes(&output) == expected)
  }

  @Test func itKnowsWhetherAMessageIsHalfGone() {
    var messages = OutgoingMessages()
    let none = UnsafeRawBufferPointer(start: nil, count: 0)
    messages.append(none, tail: [1, 2, 3])
    messages.append(none, tail: Bytes([UInt8](repeating: 0, count: OutputQueue.largeByteCount)))
    var output = OutputQueue()
    var found = [messages.isInsideMessage]
    for count in [7, 1, 5, 1, OutputQueue.largeByteCount - 1] {
      messages.move(count, to: &output)
      found.append(messages.isInsideMessage)
    }
    #expect(found == [false, true, false, true, true, false])
    #expect(messages.isEmpty)
  }

  @Test func largeTailsAreNotCopied() {
    var messages = OutgoingMessages()
    let tail = Bytes([UInt8](repeating: 1, count: 8_192))
    messages.append(UnsafeRawBufferPointer(start: nil, count: 0), tail: tail)
    var output = OutputQueue()
    messages.move(messages.byteCount, to: &output)
    var pointers: [UnsafeRawPointer?] = []
    output.write(upTo: .max) { pieces in
      pointers = pieces.map(\.baseAddress)
      return 0
    }
    #expect(tail.withUnsafeBytes { pointers.contains($0.baseAddress) })
  }
}
