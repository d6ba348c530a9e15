import Base
import FeedMessages
import FeedModel
import FeedStore
import RPC
import Rendering
import Testing

@testable import FeedServices

/// Photos are there until nobody uses them, and then for nobody.
@Suite(.timeLimit(.minutes(10))) struct PhotoLifeTests {
  private static func name(_ answer: UploadPhotoResponse) throws -> String {
    try PictureID(answer.image?.id ?? "").name
  }

  private func post(_ image: ImageToken?, _ feed: Feed) async throws -> FeedMessages.Post {
    let request = CreatePostRequest(imageID: image?.id ?? "")
    return try #require(try await feed.handler.createPost(request, feed.call(1)).post)
  }

  private func delete(_ post: FeedMessages.Post, _ feed: Feed) async throws {
    _ = try await feed.handler.deletePost(DeletePostRequest(postID: post.id), feed.call(1))
  }

  @Test func aDeletedPostTakesItsPhotoAlong() async throws {
    let feed = Feed()
    let answer = try await feed.upload("600x30")
    let other = try await feed.upload("601x30")
    let name = try Self.name(answer)
    let (first, second) = (try await post(answer.image, feed), try await post(answer.image, feed))
    #expect(try await feed.directory.photo(named: name) != nil)
    try await delete(first, feed)
    #expect(try await feed.directory.photo(named: name) != nil && feed.purged.withLock { $0 } == [])
    try await delete(second, feed)
    #expect(try await feed.directory.photo(named: name) == nil)
    #expect(feed.purged.withLock { $0 } == [name])
    let kept = FakePhotoStore.hash(of: Bytes("601x30".utf8))
    #expect(feed.bytes.parts.keys.map(\.photo) == [kept, kept])
    #expect(try await feed.directory.photo(named: Self.name(other)) != nil)
    // Uploaded again it is what it was, and decoded again.
    #expect(try await feed.upload("600x30") == answer)
    #expect(feed.codec.prepareCount == 3)
  }

  @Test func aNewAvatarTakesTheOldOnesPlace() async throws {
    let feed = Feed()
    let answers = [try await feed.upload("40x30"), try await feed.upload("41x30")]
    for image in [answers[0].image?.id ?? "", answers[1].image?.id ?? "", ""] {
      let request = UpdateProfileRequest(displayName: "x", avatarImageID: image)
      _ = try await feed.handler.updateProfile(request, feed.call(1))
    }
    #expect(try feed.purged.withLock { $0 } == answers.map(Self.name))
    #expect(feed.bytes.parts.isEmpty)
  }

  /// Its photo is gone all the same, and a sweep removes what is left.
  @Test func aDeleteSucceedsAlsoWhereTheBytesStay() async throws {
    let feed = Feed()
    let answer = try await feed.upload("40x30")
    let post = try await post(answer.image, feed)
    feed.bytes.fail("remove", with: .failed(operation: "unlink", code: 5))
    try await delete(post, feed)
    #expect(try await feed.directory.photo(named: Self.name(answer)) == nil)
    #expect(feed.bytes.parts.count == 1)
    let counts = try await feed.keeper.sweep(at: .now())
    #expect(counts == (0, 1) && feed.bytes.parts.isEmpty)
  }

  /// The bytes that an upload found are not taken away under it.
  @Test func aDeleteAndAnUploadOfTheSameAtOnceLeaveAWholePhoto() async throws {
    let feed = Feed()
    let answer = try await feed.upload("40x30")
    let post = try await post(answer.image, feed)
    feed.bytes.state.withLock { $0.parts = [:] }
    feed.codec.hold()
    let upload = Task.immediate { try await feed.upload("40x30", by: 2) }
    await feed.codec.hasArrived()
    let deletion = Task.immediate { try await delete(post, feed) }
    feed.codec.release()
    #expect(try await upload.value == answer)
    try await deletion.value
    let photo = try #require(try await feed.directory.photo(named: Self.name(answer)))
    _ = try await feed.directory.open(.original, of: photo)
  }

  @Test func photosThatNobodyUsesAreSweptAfterADay() async throws {
    let feed = Feed()
    let before = FeedModel.Timestamp.now()
    let unused = try await feed.upload("40x30")
    let used = try await feed.upload("41x30")
    _ = try await post(used.image, feed)
    let now = FeedModel.Timestamp.now()
    let day = StoreLimits.unusedPhotoMicroseconds
    let early = try await feed.keeper.sweep(at: before.advanced(byMicroseconds: day - 60_000_000))
    #expect(early == (0, 0) && feed.bytes.parts.count == 2)
    let late = try await feed.keeper.sweep(at: now.advanced(byMicroseconds: day + 60_000_000))
    #expect(late == (1, 0) && feed.bytes.parts.count == 1)
    #expect(try await feed.directory.photo(named: Self.name(unused)) == nil)
    #expect(try await feed.directory.photo(named: Self.name(used)) != nil)
  }

  @Test func bytesThatBelongToNoPhotoAreSwept() async throws {
    let feed = Feed()
    let answer = try await feed.upload("40x30")
    for byte: UInt8 in 0..<5 {
      let hash = [UInt8](repeating: byte, count: 32)
      feed.bytes.state.withLock { $0.parts[.init(photo: hash, part: .copy(side: 512))] = [1] }
    }
    let first = try await feed.keeper.sweep(at: .now())
    let second = try await feed.keeper.sweep(at: .now())
    #expect(first == (0, 5) && second == (0, 0))
    #expect(feed.bytes.parts.count == 1)
    #expect(try await feed.directory.photo(named: Self.name(answer)) != nil)
  }

  /// Its process was killed behind the deletion.
  @Test func renderingsOfADeletedPhotoAreSweptWithItsBytes() async throws {
    let feed = Feed()
    let answer = try await feed.upload("40x30")
    let kept = try await feed.upload("41x30")
    _ = try await post(kept.image, feed)
    let inOneDay = FeedModel.Timestamp.now()
      .advanced(byMicroseconds: StoreLimits.unusedPhotoMicroseconds)
    let removed = try await feed.store.removeUnusedPhotos(uploadedUntil: inOneDay)
    #expect(try removed.map(\.name) == [Self.name(answer)])
    feed.bytes.fail("remove", with: .failed(operation: "unlink", code: 5))
    await #expect(throws: PhotoStoreError.self) { try await feed.keeper.sweep(at: .now()) }
    #expect(try await feed.keeper.sweep(at: .now()) == (0, 1))
    #expect(try feed.purged.withLock { $0 } == [Self.name(answer), Self.name(answer)])
    #expect(try await feed.keeper.sweep(at: .now()) == (0, 0))
    #expect(feed.purged.withLock { $0.count } == 2 && feed.bytes.parts.count == 1)
  }

  @Test func aSweepThatFailsSaysSoAndTheNextGoesOn() async throws {
    let feed = Feed()
    try await feed.upload("40x30")
    let hash = [UInt8](repeating: 3, count: 32)
    feed.bytes.state.withLock { $0.parts[.init(photo: hash, part: .original)] = [1] }
    for operation in ["photos", "remove"] {
      let failure = PhotoStoreError.failed(operation: operation, code: 5)
      feed.bytes.fail(operation, with: failure)
      await #expect(throws: failure) { try await feed.keeper.sweep(at: .now()) }
    }
    let counts = try await feed.keeper.sweep(at: .now())
    #expect(counts == (0, 1))
  }
}
