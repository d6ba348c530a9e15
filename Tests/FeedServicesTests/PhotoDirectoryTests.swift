import Base
import FeedMessages
import FeedModel
import FeedStore
import Rendering
import Testing

@testable import FeedServices

@Suite(.timeLimit(.minutes(10))) struct PhotoDirectoryTests {
  @Test func whatIsKnownIsServedWithoutTheStoreUntilItIsForgotten() async throws {
    let feed = Feed()
    let id = try PictureID(try await feed.upload("40x30").image?.id ?? "")
    #expect(try await feed.directory.photo(named: "nobody") == nil)
    let photo = try #require(try await feed.directory.photo(named: id.name))
    #expect(photo.facts == PhotoFacts(format: .webp, width: 40, height: 30))
    #expect(photo.copySides == [])
    await feed.close()
    #expect(try await feed.directory.photo(named: id.name) == photo)
    feed.directory.forget(id.name)
    await #expect(throws: RenderError.libraryFailed(.closed)) {
      try await feed.directory.photo(named: id.name)
    }
  }

  /// As where another daemon may have removed some.
  @Test func allCanBeForgotten() async throws {
    let feed = Feed()
    let id = try PictureID(try await feed.upload("40x30").image?.id ?? "")
    #expect(try await feed.directory.photo(named: id.name) != nil)
    #expect(feed.directory.knownCount == 1)
    feed.directory.forgetAll()
    #expect(feed.directory.knownCount == 0)
    #expect(try await feed.directory.photo(named: id.name) != nil)
    await feed.close()
  }

  @Test func noMoreThanTheLimitAreKnown() async throws {
    let feed = Feed()
    let directory = PhotoDirectory(feed: feed.store, bytes: feed.bytes, limit: 4)
    var names: [String] = []
    for side in 1...10 {
      let id = try PictureID(try await feed.upload("\(side)x1").image?.id ?? "")
      names.append(id.name)
      #expect(try await directory.photo(named: id.name) != nil)
      #expect(try await directory.photo(named: names[0]) != nil)
      #expect(directory.knownCount <= 4)
    }
    await feed.close()
    #expect(try await directory.photo(named: names[0]) != nil, "what is used stays")
  }

  /// As where another machine has kept it with the copies of its own encoder.
  @Test func aPhotoWithOtherCopiesIsLookedUpAnew() async throws {
    let feed = Feed()
    let id = try PictureID(try await feed.upload("600x30").image?.id ?? "")
    let stored = try #require(try await feed.directory.photo(named: id.name))
    var content = try #require(try await feed.directory.find(id.name)).content
    let other: Bytes = [1, 2, 3]
    content.copies = [PhotoContent.Copy(side: 512, contentHash: FakePhotoStore.hash(of: other))]
    let name = FakePhotoStore.Name(photo: content.contentHash, part: .copy(side: 512))
    feed.bytes.state.withLock { $0.parts[name] = other }
    await #expect(throws: RenderError.sourceDamaged, "the row is the same") {
      try await feed.directory.open(.copy(side: 512), of: stored)
    }
    _ = try await feed.directory.photo(named: id.name)
    let uploader = Viewer.account(.init(uid: 1, accountName: nil))
    _ = try await feed.store.recordUpload(content, viewer: uploader)
    _ = try await feed.directory.open(.copy(side: 512), of: stored)
  }

  @Test func whatIsStoredIsOpenedOrTheReasonIsGiven() async throws {
    let feed = Feed()
    let id = try PictureID(try await feed.upload("600x30").image?.id ?? "")
    let photo = try #require(try await feed.directory.photo(named: id.name))
    for part in [PhotoPart.original, .copy(side: 512)] {
      _ = try await feed.directory.open(part, of: photo)
    }
    let failures: [(PhotoStoreError, RenderError)] = [
      (.damaged, .sourceDamaged), (.missing, .sourceDamaged), (.closed, .shutDown),
      (.busy(queuedLimit: 1), .storeFailed(.busy(queuedLimit: 1))),
      (.failed(operation: "open", code: 5), .storeFailed(.failed(operation: "open", code: 5))),
      (.unavailable("gone"), .storeFailed(.unavailable("gone"))),
    ]
    for (failure, error) in failures {
      feed.bytes.fail("open", with: failure)
      await #expect(throws: error) { try await feed.directory.open(.original, of: photo) }
    }
    await #expect(throws: RenderError.sourceDamaged) {
      try await feed.directory.open(.copy(side: 1_024), of: photo)
    }
    // Gone from the feed, it is no loss that its bytes are gone.
    _ = try await feed.store.removeUnusedPhotos(uploadedUntil: .now())
    feed.bytes.fail("open", with: .missing)
    await #expect(throws: RenderError.unknownImage) {
      try await feed.directory.open(.original, of: photo)
    }
    await #expect(throws: RenderError.unknownImage) {
      try await feed.directory.open(.original, of: photo)
    }
  }
}
