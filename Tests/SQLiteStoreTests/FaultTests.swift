import CSQLite
import FeedModel
import FeedStore
import FeedStoreConformance
import Foundation
import Testing

@testable import SQLiteStore

/// Every statement of every mutation fails once; nothing is left half-applied.
@Suite(.timeLimit(.minutes(10)))
struct FaultTests {
  /// A mutation by somebody who has no row yet, on a post with a comment.
  enum Kind: CaseIterable, Sendable {
    case like
    case comment
    case post
    case deletePost
    case deleteComment
    case follow
    case profile
    case upload
    case sweep
  }

  @Test(arguments: Kind.allCases, [SQLITE_IOERR, SQLITE_FULL])
  func aFailedStatementLeavesNothing(kind: Kind, code: Int32) async throws {
    let files = try TemporaryStore()
    let store = try files.open()
    let fixture = files.fixture(store)
    let comment = try await prepare(fixture)
    let before = try await snapshot(fixture, comment.postID)
    let operation = try self.operation(kind, comment)
    var faults = 0
    files.fault.fail(after: faults, with: code)
    // Each round fails one statement later, until all of them succeed.
    while case .error(let error) = await operation.run(on: store) {
      files.fault.disarm()
      if code == SQLITE_FULL { #expect(error == .full) }
      #expect(try await snapshot(fixture, comment.postID) == before, "statement \(faults)")
      #expect(try files.damage() == [])
      faults += 1
      try #require(faults < 100)
      files.fault.fail(after: faults, with: code)
    }
    files.fault.disarm()
    #expect(faults > 8, "the transaction and what is in it")
    await store.close()
    #expect(try files.damage() == [])
  }

  @Test func aFailedMutationDoesNotTakeTheOthersOfItsGroupAlong() async throws {
    let files = try TemporaryStore()
    let store = try files.open()
    let fixture = files.fixture(store)
    let post = try await fixture.post("post")
    let tasks = (0..<60).map { index in
      Task.immediate { () -> StoreError? in
        do throws(StoreError) {
          let id = index.isMultiple(of: 3) ? PostID(number: 99_999) : post.id
          let request = LikeRequest(postID: id, intent: .like)
          let viewer = Viewer.named(Username(stored: "user\(index)"))
          _ = try await store.toggleLike(request, viewer: viewer)
          return nil
        } catch { return error }
      }
    }
    for (index, task) in tasks.enumerated() {
      #expect(await task.value == (index.isMultiple(of: 3) ? .notFound(.post) : nil))
    }
    #expect(try await fixture.feed().posts[0].likeCount == 40)
    await store.close()
    #expect(try files.damage() == [])
  }

  @Test(arguments: [(SQLITE_FULL, true), (SQLITE_IOERR, false)] as [(Int32, Bool)])
  func aTrialOfWritingTellsWhatAMutationWould(code: Int32, isFull: Bool) async throws {
    let files = try TemporaryStore()
    let store = try files.open()
    try await files.fixture(store).post("post")
    for step in 0..<20 {
      files.fault.fail(after: step, with: code)
      do throws(StoreError) {
        try await store.tryWriting()
        files.fault.disarm()
        #expect(step > 4, "the transaction and both changes")
        break
      } catch { #expect((error == .full) == isFull) }
      files.fault.disarm()
    }
    // It has written: the log is another one.
    let log = FileManager.default.contents(atPath: files.path + "-wal")
    try await store.tryWriting()
    #expect(FileManager.default.contents(atPath: files.path + "-wal") != log)
    await store.close()
    #expect(try files.damage() == [])
  }

  @Test(arguments: [(262_143, StoreError.full), (262_144, nil)])
  func aTrialOfWritingNeedsRoom(freeByteCount: Int, expected: StoreError?) async throws {
    let files = try TemporaryStore()
    let store = try files.open(freeByteCount: freeByteCount)
    do throws(StoreError) {
      try await store.tryWriting()
      #expect(expected == nil)
    } catch { #expect(error == expected) }
    await store.close()
    #expect(try files.damage() == [])
  }

  @Test func aFillThatFailsLeavesTheStoreEmpty() async throws {
    let sample = SampleFeed(postCount: 20, seed: 1, patternBlurhash: TestClock.blurhash)
    let files = try TemporaryStore()
    let store = try files.open()
    for step in stride(from: 0, to: 100, by: 7) {
      files.fault.fail(after: step)
      await #expect(throws: StoreError.self) { try await store.fill(with: sample) }
      files.fault.disarm()
      let statistics = try await store.statistics()
      #expect(statistics.posts == 0 && statistics.likes == 0)
    }
    #expect(try await store.fill(with: sample))
    await store.close()
    #expect(try files.damage() == [])
  }

  private func prepare(_ fixture: StoreFixture) async throws -> FeedModel.Comment {
    let photo = try await fixture.upload(1, by: Person.mira)
    let post = try await fixture.post(photo.id, by: Person.mira, requestID: "make")
    let avatar = try await fixture.upload(2, by: Person.noor)
    _ = try await fixture.setAvatar(avatar.id, of: Person.noor)
    try await fixture.upload(4, by: Person.noor)
    try await fixture.like(post.id, by: Person.noor)
    return try await fixture.comment(post.id, "hello", by: Person.noor, requestID: "say").comment
  }

  private func operation(_ kind: Kind, _ comment: FeedModel.Comment) throws -> StoreOperation {
    let id = try RequestID("again")
    return switch kind {
    case .like:
      .like(LikeRequest(postID: comment.postID, intent: .like, requestID: id), Person.kai)
    case .comment:
      .comment(
        try CommentRequest(postID: comment.postID, text: "me too", requestID: id),
        Person.kai
      )
    case .post: .post(try PostRequest(text: "mine", requestID: id), Person.kai)
    case .deletePost: .deletePost(comment.postID, Person.mira)
    case .deleteComment: .deleteComment(comment.id, Person.noor)
    case .follow:
      .follow(FollowRequest(userID: comment.author.id, isFollowing: true), Person.kai)
    case .profile:
      .updateProfile(try ProfileRequest(displayName: "N", avatar: nil), Person.noor)
    case .upload: .upload(.sample(3), Person.kai)
    case .sweep: .sweep(Timestamp(microseconds: .max))
    }
  }

  /// All that a reader can see.
  private func snapshot(_ fixture: StoreFixture, _ post: PostID) async throws -> [String] {
    let page = try await fixture.feed()
    let comments = try await fixture.comments(of: post)
    let kai = try await fixture.store.profile(of: .viewer, viewer: Person.kai)
    let noor = try await fixture.store.profile(of: .viewer, viewer: Person.noor)
    var photos: [Photo?] = []
    for number in 1...4 {
      let hash = PhotoContent.sample(number).contentHash
      photos.append(try await fixture.store.photo(.contentHash(hash)))
    }
    return [
      "\(page.posts) \(page.sequence)", "\(comments.comments) \(comments.commentCount)", "\(kai)",
      "\(noor)", "\(photos)",
    ]
  }
}
