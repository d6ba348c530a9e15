import Base
import FeedMessages
import FeedStore
import ProtobufRuntime
import RPC
import Rendering
import Testing

@testable import FeedServices

@Suite(.timeLimit(.minutes(10))) struct UploadTests {
  static let text = "40x30@5 some waves"

  @Test func aPhotoIsReceivedInPiecesAndFoundInPosts() async throws {
    let feed = Feed()
    let answer = try await feed.upload(Self.text, pieces: 4, sha256: true)
    let image = try #require(answer.image)
    #expect(image.width == 40 && image.height == 30 && image.blurhash == "hash of \(Self.text)")
    #expect(answer.takenAt == Timestamp(seconds: 5))
    let id = try PictureID(image.id)
    #expect(id.kind == .photo && id.width == 40 && id.height == 30)
    let request = CreatePostRequest(imageID: image.id, altText: "waves")
    let post = try #require(try await feed.handler.createPost(request, feed.call(1)).post)
    #expect(post.image == image)
    let profile = UpdateProfileRequest(displayName: "x", avatarImageID: image.id)
    let user = try #require(try await feed.handler.updateProfile(profile, feed.call(1)).user)
    #expect(user.avatar == image)
    await expectRefusal(.notFound, .imageNotFound) { () async throws(RPCError) in
      try await feed.handler.createPost(request, feed.call(2))
    }
    await expectRefusal(.notFound, .imageNotFound) { () async throws(RPCError) in
      try await feed.handler.updateProfile(profile, feed.call(2))
    }
    #expect(feed.isClean)
  }

  @Test func aPhotoOfOneByteIsReceivedAndNoTimeIsNone() async throws {
    let feed = Feed()
    let answer = try await feed.upload("40x30")
    #expect(answer.image != nil && answer.takenAt == nil)
    await expectRefusal(.invalidArgument, .unknownPhotoFormat) { () async throws(RPCError) in
      try await feed.upload("x")
    }
  }

  /// A sweep of another machine may take them before the photo is one.
  @Test func bytesThatAreGoneWhenThePhotoIsRecordedAreKeptAgain() async throws {
    for refusalCount in [1, 2] {
      let feed = Feed(RecordingStore(uploadRefusalCount: refusalCount))
      if refusalCount == 1 {
        #expect(try await feed.upload(Self.text).image?.width == 40)
        #expect(feed.bytes.parts.count == 1)
      } else {
        await #expect(throws: RPCError.self) { try await feed.upload(Self.text) }
        #expect(feed.bytes.parts.isEmpty)
      }
      #expect(feed.bytes.draftCount == 0)
    }
  }

  /// Somebody else's is: how long it takes must not tell that it is there.
  @Test func whatOneUploadedOneselfIsNotDecodedAgain() async throws {
    let feed = Feed()
    let first = try await feed.upload(Self.text, by: 1)
    let again = try await feed.upload(Self.text, by: 1)
    #expect(feed.codec.prepareCount == 1 && feed.bytes.rehearsalCount == 0)
    let others = try await feed.upload(Self.text, pieces: 3, by: 2)
    #expect(feed.codec.prepareCount == 2 && feed.bytes.rehearsalCount == 1)
    #expect(try await feed.upload(Self.text, by: 2) == others)
    #expect(first == again && first == others)
    #expect(feed.codec.prepareCount == 2 && feed.bytes.rehearsalCount == 1)
    let request = CreatePostRequest(imageID: first.image?.id ?? "")
    _ = try await feed.handler.createPost(request, feed.call(2))
    let changed = try await feed.upload(Self.text + "!", by: 1)
    #expect(changed.image?.id != first.image?.id, "of the same size, in the same second")
    #expect(feed.codec.prepareCount == 3 && feed.isClean)
  }

  @Test func whatKeepsANewPhotoOutKeepsAKnownOneOutToo() async throws {
    let feed = Feed()
    _ = try await feed.upload(Self.text, by: 1)
    feed.bytes.fail("rehearse", with: .full)
    await expectRefusal(.resourceExhausted, .storeFull) { () async throws(RPCError) in
      try await feed.upload(Self.text, by: 2)
    }
    #expect(feed.bytes.parts.count == 1 && feed.isClean)
  }

  @Test func equalPhotosThatComeTogetherAreDecodedOnce() async throws {
    let feed = Feed()
    feed.codec.hold()
    let first = Task.immediate { try await feed.upload(Self.text, by: 1) }
    await feed.codec.hasArrived()
    let second = Task.immediate { try await feed.upload(Self.text, by: 1) }
    feed.codec.release()
    #expect(try await first.value == second.value)
    #expect(feed.codec.prepareCount == 1 && feed.isClean)
  }

  @Test func whatIsDamagedIsMadeGoodByAnotherUpload() async throws {
    let feed = Feed()
    let first = try await feed.upload("600x30")
    let parts = feed.bytes.parts
    for part in parts.keys {
      feed.bytes.state.withLock { $0.parts[part] = Bytes("damaged".utf8) }
      #expect(try await feed.upload("600x30") == first)
      #expect(feed.bytes.parts == parts)
      feed.bytes.state.withLock { $0.parts[part] = nil }
      #expect(try await feed.upload("600x30") == first)
      #expect(feed.bytes.parts == parts)
    }
    #expect(parts.count == 2 && feed.codec.prepareCount == 5)
  }

  @Test(arguments: FakePhotoCodec.failures.keys.sorted())
  func aPhotoThatCannotBeReadLeavesNothing(text: String) async throws {
    let feed = Feed()
    let failure = try #require(FakePhotoCodec.failures[text])
    let expected = RPCError(failure)
    await expectRefusal(expected.code, expected.reason.flatMap(ErrorReason.init)) {
      () async throws(RPCError) in try await feed.upload(text)
    }
    #expect(feed.bytes.parts.isEmpty && feed.isClean)
  }

  @Test(arguments: ["begin", "append", "finish", "keep"])
  func aFullDiskLeavesNothing(operation: String) async throws {
    let feed = Feed()
    feed.bytes.fail(operation, with: .full)
    await expectRefusal(.resourceExhausted, .storeFull) { () async throws(RPCError) in
      try await feed.upload(Self.text)
    }
    #expect(feed.bytes.parts.isEmpty && feed.isClean)
    _ = try await feed.upload(Self.text)
    #expect(feed.isClean)
  }

  /// The row is the last step: where it fails, the bytes are removed again.
  @Test func aPhotoThatTheFeedRefusesLeavesNothing() async throws {
    let feed = Feed()
    let nobody = ["feedrpc-viewer": "u:zzz"] as Metadata
    await expectRefusal(.notFound, .viewerNotFound) { () async throws(RPCError) in
      try await feed.upload(Self.text, by: FakeCall.ownerID, metadata: nobody)
    }
    #expect(feed.bytes.parts.isEmpty && feed.isClean && feed.codec.prepareCount == 1)
  }

  @Test func aClientThatVanishesLeavesNothing() async throws {
    for count in 0...4 {
      let feed = Feed()
      let messages = Array(Feed.messages(Self.text, pieces: 3).prefix(count))
      let vanished = RPCError(.cancelled, "the connection ended")
      let call = FakeCall(uid: 1, messages: messages.map { $0.encodedBytes() }, failure: vanished)
      await expectRefusal(.cancelled, nil) { () async throws(RPCError) in
        try await feed.handler.uploadPhoto(RequestStream(call), call)
      }
      #expect(feed.bytes.parts.isEmpty && feed.isClean && feed.codec.prepareCount == 0)
    }
  }

  @Test func messagesAreTakenAsTheyAreWritten() async throws {
    let feed = Feed()
    feed.bytes.fail("append", with: .full)
    let messages = Feed.messages(Self.text, pieces: 5).map { $0.encodedBytes() }
    let call = FakeCall(uid: 1, messages: messages)
    await expectRefusal(.resourceExhausted, .storeFull) { () async throws(RPCError) in
      try await feed.handler.uploadPhoto(RequestStream(call), call)
    }
    #expect(call.untakenCount == messages.count - 2)
  }

  @Test func moreUploadsThanTheLimitsAreRefused() async throws {
    let feed = Feed(slots: CallSlots(ownerLimit: 2, limit: 3))
    feed.codec.hold()
    func begin(_ text: String, _ uid: UInt32) -> Task<UploadPhotoResponse, any Error> {
      Task.immediate { try await feed.upload(text, by: uid) }
    }
    let first = [begin("1x1", 1), begin("2x2", 1)]
    await expectRefusal(.resourceExhausted, .tooManyUploads) { () async throws(RPCError) in
      try await feed.upload("3x3", by: 1)
    }
    let second = begin("4x4", 2)
    await expectRefusal(.resourceExhausted, .tooManyUploads) { () async throws(RPCError) in
      try await feed.upload("5x5", by: 3)
    }
    feed.codec.release()
    for task in first + [second] { _ = try await task.value }
    _ = try await feed.upload("3x3", by: 1)
    #expect(feed.isClean)
  }

  /// A suspended client keeps its uploads open, and has no deadline.
  @Test func anUploadThatSaysNothingMakesRoomForTheNext() async throws {
    let time = Lock(Instant(nanoseconds: 0))
    let slots = CallSlots<Viewer>(ownerLimit: 1, limit: 2)
    let feed = Feed(slots: slots, now: { time.withLock { $0 } })
    let call = FakeCall(uid: 1, isOpen: true)
    let silent = Task.immediate { try await feed.handler.uploadPhoto(RequestStream(call), call) }
    time.withLock { $0 = Instant(nanoseconds: UploadLimits.silence.nanoseconds - 1) }
    await expectRefusal(.resourceExhausted, .tooManyUploads) { () async throws(RPCError) in
      try await feed.upload(Self.text, by: 1)
    }
    time.withLock { $0 = Instant(nanoseconds: UploadLimits.silence.nanoseconds) }
    _ = try await feed.upload(Self.text, by: 1)
    await #expect { try await silent.value } throws: { error in
      let error = error as? RPCError
      return error?.code == .deadlineExceeded
        && error?.reason == ErrorReason.uploadSilent.rawValue
    }
    #expect(feed.isClean && feed.bytes.parts.count == 1)
  }

  /// All has come: it is the server that takes its time.
  @Test func anUploadThatIsWorkedOnIsNotSilent() async throws {
    let time = Lock(Instant(nanoseconds: 0))
    let slots = CallSlots<Viewer>(ownerLimit: 1, limit: 2)
    let feed = Feed(slots: slots, now: { time.withLock { $0 } })
    feed.codec.hold()
    let first = Task.immediate { try await feed.upload(Self.text, by: 1) }
    await feed.codec.hasArrived()
    time.withLock { $0 = $0 + .seconds(3_600) }
    await expectRefusal(.resourceExhausted, .tooManyUploads) { () async throws(RPCError) in
      try await feed.upload("3x3", by: 1)
    }
    feed.codec.release()
    _ = try await first.value
    #expect(feed.isClean)
  }
}

extension Feed {
  /// True where no upload runs and nothing is left of one.
  var isClean: Bool { bytes.draftCount == 0 && keeper.uploadCount == 0 }

  /// The messages that upload a photo.
  static func messages(
    _ text: String,
    pieces: Int = 1,
    sha256: Bool = false
  ) -> [UploadPhotoRequest] {
    let bytes = Bytes(text.utf8)
    let hash = sha256 ? Bytes(FakePhotoStore.hash(of: bytes)) : Bytes()
    let details = PhotoDetails(totalBytes: Int64(bytes.count), sha256: hash)
    let cuts = (0...pieces).map { $0 * bytes.count / pieces }
    return [UploadPhotoRequest(part: .details(details))]
      + zip(cuts, cuts.dropFirst()).map { UploadPhotoRequest(part: .chunk(bytes.slice($0..<$1))) }
  }

  @discardableResult
  func upload(
    _ text: String,
    pieces: Int = 1,
    sha256: Bool = false,
    by uid: UInt32 = 1,
    metadata: Metadata = Metadata()
  ) async throws(RPCError) -> UploadPhotoResponse {
    let messages = Feed.messages(text, pieces: pieces, sha256: sha256)
    return try await upload(messages, by: uid, metadata: metadata)
  }

  @discardableResult
  func upload(
    _ messages: [UploadPhotoRequest],
    by uid: UInt32 = 1,
    metadata: Metadata = Metadata()
  ) async throws(RPCError) -> UploadPhotoResponse {
    let messages = messages.map { $0.encodedBytes() }
    let call = FakeCall(uid: uid, metadata: metadata, messages: messages)
    return try await handler.uploadPhoto(RequestStream(call), call)
  }
}
