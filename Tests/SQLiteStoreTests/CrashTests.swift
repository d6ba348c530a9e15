import Base
import FeedModel
import FeedStore
import FeedStoreConformance
import Testing
import Waiting

@testable import SQLiteStore

/// What was acknowledged before a crash is there after it.
@Suite(.timeLimit(.minutes(10)))
struct CrashTests {
  /// The files are copied while four tasks write: a copy is what a killed process leaves.
  @Test func acknowledgedMeansOnDisk() async throws {
    let files = try TemporaryStore()
    let store = try files.open()
    let fixture = files.fixture(store)
    let post = try await fixture.post("post")
    let acknowledged = Watched([String]())
    let isOver = Lock(false)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          var index = 0
          while !isOver.withLock({ $0 }) {
            let text = "\(writer)-\(index)"
            try await fixture.comment(post.id, text, requestID: text)
            acknowledged.change { $0.append(text) }
            try await fixture.like(post.id, .toggle, requestID: text)
            index += 1
          }
        }
      }
      for round in 0..<8 {
        // Each copy waits for new work to be behind it.
        let promised = try await acknowledged.until { $0.count >= round * 25 ? $0 : nil }
        let copy = try files.copyFiles()
        try await check(copy, holds: promised, of: post.id, files)
      }
      isOver.withLock { $0 = true }
      try await group.waitForAll()
    }
    await store.close()
    #expect(try files.damage() == [])
  }

  private func check(
    _ copy: String,
    holds promised: [String],
    of post: PostID,
    _ files: TemporaryStore
  ) async throws {
    #expect(try files.damage(copy) == [])
    let store = try files.open(copy)
    let fixture = files.fixture(store)
    var found: Set<String> = []
    var token = ""
    repeat {
      let page = try await fixture.comments(of: post, token: token)
      found.formUnion(page.comments.map(\.text))
      token = page.nextPageToken
    } while !token.isEmpty
    #expect(found.isSuperset(of: promised), "\(Set(promised).subtracting(found)) lost")
    await store.close()
  }
}
