import Base
import CProtobuf
import ProtobufRuntime
import ProtobufTesting
import Testing

@testable import FeedMessages

@Suite struct MessageTests {
  @Test(arguments: MessageTypes.all.map(\.fullName))
  func everyTypeIsEncodedAsProtobufCDoes(fullName: String) throws {
    let type = try backedType(fullName)
    for seed in UInt64(1)...40 {
      var random = RandomMessage(seed: seed)
      let bytes = random.bytes(of: type.descriptor.pointer)
      let encoded = try type.init(wireBytes: Bytes(bytes)).encodedBytes()
      if type is ErrorInfo.Type || type is HealthListResponse.Type {
        // protobuf-c keeps the entries of a map in the order that they came in.
        #expect(try type.init(wireBytes: encoded).encodedBytes() == encoded, "seed \(seed)")
      } else {
        let expected = Reference.repack(bytes, as: type.descriptor.pointer)
        #expect(Array(encoded) == expected, "seed \(seed)")
      }
    }
  }

  @Test(arguments: MessageTypes.all.map(\.fullName))
  func aMessageOfDefaultsIsNoBytes(fullName: String) throws {
    let type = try backedType(fullName)
    #expect(try type.init(wireBytes: Bytes()).encodedBytes().isEmpty)
  }

  @Test(arguments: MessageTypes.all.map(\.fullName))
  func theNameIsThatOfTheDescriptor(fullName: String) throws {
    let type = try backedType(fullName)
    #expect(type.fullName == fullName)
    #expect(String(cString: type.descriptor.pointer.pointee.name) == fullName)
  }

  @Test(arguments: MessageTypes.all.map(\.fullName))
  func randomBytesNeverCrash(fullName: String) throws {
    let type = try backedType(fullName)
    var generator = SeededGenerator(seed: 99)
    for _ in 0..<200 {
      let bytes = (0..<Int.random(in: 0..<60, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      _ = try? type.init(wireBytes: Bytes(bytes))
    }
  }

  @Test func aFaultInAPageHasAPath() {
    let author = Wire.field(2, Wire.field(2, [0xFF]))
    let page = Wire.field(1, []) + Wire.field(1, []) + Wire.field(1, author)
    #expect(throws: MalformedMessage(path: "posts[2].author.username", reason: .invalidUTF8)) {
      try FetchFeedPageResponse(wireBytes: Bytes(page))
    }
  }

  @Test func enumsHaveTheNamesOfTheirValues() {
    #expect(ImagePriority.allCases == [.unspecified, .visible, .prefetch])
    #expect(ImageFormat(rawValue: 4) == .rgba8)
    #expect(ImageFormat(rawValue: 77) == .unrecognized(77))
    #expect(ImageFormat.unrecognized(77).rawValue == 77)
  }

  @Test func aWholePostSurvives() throws {
    let author = User(
      id: "u:1",
      username: "ada",
      displayName: "Ada 🙂",
      avatar: ImageToken(id: "pattern:1.4x4", width: 4, height: 4, blurhash: "L")
    )
    let post = Post(
      id: "p:1",
      author: author,
      text: "Grüße",
      image: nil,
      altText: "",
      createdAt: Timestamp(seconds: 1, nanos: 2000),
      likeCount: .max,
      isLiked: true,
      commentCount: 3,
      shareURL: "feedrpc://post/p:1",
      requestID: "r"
    )
    let event = WatchFeedResponse(sequence: 9, event: .postCreated(post))
    #expect(try WatchFeedResponse(wireBytes: event.encodedBytes()) == event)
  }

  @Test func anEventWithoutContentIsAnEvent() throws {
    let event = WatchFeedResponse(sequence: 9, event: .gap(Gap()))
    #expect(try WatchFeedResponse(wireBytes: event.encodedBytes()) == event)
  }

  private func backedType(_ fullName: String) throws -> any CBackedMessage.Type {
    let entry = try #require(MessageTypes.all.first { $0.fullName == fullName })
    return try #require(entry.type as? any CBackedMessage.Type)
  }
}
