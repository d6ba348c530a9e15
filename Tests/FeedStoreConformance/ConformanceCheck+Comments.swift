import FeedModel
import FeedStore
import Testing

extension ConformanceCheck {
  static let comments: [ConformanceCheck] = [
    ConformanceCheck("commentsPageInBothOrders", commentsPageInBothOrders),
    ConformanceCheck("commentsOfNoPostAreNotFound") { fixture in
      await #expect(throws: StoreError.notFound(.post)) {
        try await fixture.comments(of: PostID(number: 7))
      }
      await #expect(throws: StoreError.notFound(.post)) {
        try await fixture.comment(PostID(number: 7), "hello")
      }
    },
    ConformanceCheck("aTokenOfCommentsIsGoodForItsPostAndOrderOnly") { fixture in
      let post = try await fixture.post("post")
      let other = try await fixture.post("other")
      for index in 0..<4 { try await fixture.comment(post.id, "\(index)") }
      let token = try await fixture.comments(of: post.id, size: 2).nextPageToken
      await #expect(throws: StoreError.invalidPageToken) {
        try await fixture.comments(of: post.id, .newestFirst, token: token)
      }
      await #expect(throws: StoreError.invalidPageToken) {
        try await fixture.comments(of: other.id, token: token)
      }
      await #expect(throws: StoreError.invalidPageToken) { try await fixture.feed(token: token) }
    },
    ConformanceCheck("commentsAreDeletedByTheirAuthorOrThePostsAuthorOnly") { fixture in
      let post = try await fixture.post("post", by: Person.mira)
      let first = try await fixture.comment(post.id, "one", by: Person.noor).comment
      let second = try await fixture.comment(post.id, "two", by: Person.noor).comment
      await #expect(throws: StoreError.notAllowed) {
        try await fixture.store.deleteComment(first.id, viewer: Person.kai)
      }
      let sequence = try await fixture.store.deleteComment(first.id, viewer: Person.noor)
      #expect(try await fixture.comments(of: post.id).comments == [second])
      let again = try await fixture.store.deleteComment(first.id, viewer: Person.noor)
      #expect(again == sequence)
      _ = try await fixture.store.deleteComment(second.id, viewer: Person.mira)
      #expect(try await fixture.comments(of: post.id).commentCount == 0)
    },
    ConformanceCheck("postsAreDeletedByTheirAuthorWithAllThatHangsOnThem") { fixture in
      let post = try await fixture.post("post")
      try await fixture.comment(post.id, "hello", by: Person.noor)
      try await fixture.like(post.id, by: Person.noor)
      await #expect(throws: StoreError.notAllowed) {
        try await fixture.store.deletePost(post.id, viewer: Person.noor)
      }
      let sequence = try await fixture.store.deletePost(post.id, viewer: Person.mira)
      #expect(try await fixture.store.deletePost(post.id, viewer: Person.mira) == sequence)
      let statistics = try await fixture.store.statistics()
      #expect(statistics.posts == 0 && statistics.likes == 0 && statistics.comments == 0)
      let profile = try await fixture.store.profile(of: .viewer, viewer: Person.mira)
      #expect(profile.profile.postCount == 0)
      await #expect(throws: StoreError.notFound(.post)) { try await fixture.like(post.id) }
    },
  ]

  private static func commentsPageInBothOrders(_ fixture: StoreFixture) async throws {
    let post = try await fixture.post("post")
    var expected: [CommentID] = []
    for index in 1...11 {
      let added = try await fixture.comment(post.id, "comment \(index)", by: Person.noor)
      #expect(added.commentCount == index)
      #expect(added.comment.author.username.text == "noor")
      expected.append(added.comment.id)
    }
    for order in CommentOrder.allCases {
      var seen: [CommentID] = []
      var token = ""
      repeat {
        let page = try await fixture.comments(of: post.id, order, size: 4, token: token)
        #expect(page.commentCount == 11)
        seen += page.comments.map(\.id)
        token = page.nextPageToken
      } while !token.isEmpty
      #expect(seen == (order == .oldestFirst ? expected : expected.reversed()))
    }
    let shown = try await fixture.store.posts([post.id], viewer: Person.mira).posts
    #expect(shown.map(\.commentCount) == [11])
  }
}
