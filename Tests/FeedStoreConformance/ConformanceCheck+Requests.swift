import FeedModel
import FeedStore
import Testing

extension ConformanceCheck {
  private static let day: Int64 = 24 * 60 * 60

  static let requests: [ConformanceCheck] = [
    ConformanceCheck("aRepeatedTapIsAppliedOnceAndShowsTheStateAsItIs") { fixture in
      let post = try await fixture.post("post")
      let first = try await fixture.like(post.id, .toggle, requestID: "tap")
      #expect(first.isLiked)
      #expect(try await fixture.like(post.id, .toggle, requestID: "tap") == first)
      let second = try await fixture.like(post.id, .unlike)
      let others = try await fixture.like(post.id, .like, by: Person.noor)
      let late = try await fixture.like(post.id, .toggle, requestID: "tap")
      #expect(!late.isLiked && late.likeCount == 1 && late.sequence == others.sequence)
      #expect(second.sequence < late.sequence)
    },
    ConformanceCheck("aRequestIDBelongsToItsViewerMethodAndContent") { fixture in
      let post = try await fixture.post("post", requestID: "one")
      let other = try await fixture.post("other")
      try await fixture.like(post.id, .like, requestID: "one")
      try await fixture.like(post.id, .like, by: Person.noor, requestID: "one")
      try await fixture.comment(post.id, "hello", requestID: "one")
      await #expect(throws: StoreError.requestIDReused) {
        try await fixture.like(post.id, .unlike, requestID: "one")
      }
      await #expect(throws: StoreError.requestIDReused) {
        try await fixture.like(other.id, .like, requestID: "one")
      }
      await #expect(throws: StoreError.requestIDReused) {
        try await fixture.comment(post.id, "hello!", requestID: "one")
      }
      await #expect(throws: StoreError.requestIDReused) {
        try await fixture.post("another text", requestID: "one")
      }
      let shown = try await fixture.store.posts([post.id], viewer: Person.mira).posts[0]
      #expect(shown.likeCount == 2 && shown.commentCount == 1)
    },
    ConformanceCheck("onlySuccessesAreRemembered") { fixture in
      await #expect(throws: StoreError.notFound(.post)) {
        try await fixture.like(PostID(number: 3), requestID: "tap")
      }
      let post = try await fixture.post("post")
      #expect(try await fixture.like(post.id, requestID: "tap").isLiked)
    },
    ConformanceCheck("aTapIsRememberedForADay") { fixture in
      let post = try await fixture.post("post")
      try await fixture.like(post.id, .toggle, requestID: "tap")
      fixture.clock.advance(bySeconds: day - 1)
      #expect(try await fixture.like(post.id, .toggle, requestID: "tap").isLiked)
      fixture.clock.advance(bySeconds: 1)
      #expect(try await fixture.like(post.id, .toggle, requestID: "tap").isLiked == false)
      #expect(try await fixture.like(post.id, .toggle, requestID: "tap").isLiked == false)
    },
    ConformanceCheck("aTapOnWhatWasDeletedSinceSaysSo") { fixture in
      let post = try await fixture.post("post")
      try await fixture.like(post.id, requestID: "tap")
      _ = try await fixture.store.deletePost(post.id, viewer: Person.mira)
      await #expect(throws: StoreError.alreadyDeleted(.post)) {
        try await fixture.like(post.id, requestID: "tap")
      }
      await #expect(throws: StoreError.notFound(.post)) {
        try await fixture.like(post.id, requestID: "another tap")
      }
    },
    ConformanceCheck("fiveEqualCommentsAtOnceAreOne") { fixture in
      let post = try await fixture.post("post")
      let states = try await withThrowingTaskGroup(of: CommentState.self) { group in
        for _ in 0..<5 {
          group.addTask { try await fixture.comment(post.id, "hello", requestID: "once") }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(Set(states.map(\.comment)).count == 1)
      #expect(states.allSatisfy { $0.commentCount == 1 })
      let page = try await fixture.comments(of: post.id)
      #expect(page.comments == [states[0].comment])
      #expect(page.comments[0].requestID?.text == "once")
      await #expect(throws: StoreError.requestIDReused) {
        try await fixture.comment(post.id, "other", requestID: "once")
      }
    },
    ConformanceCheck("commentsAndPostsAreRememberedAsLongAsTheyExist") { fixture in
      let post = try await fixture.post("post", requestID: "make")
      let comment = try await fixture.comment(post.id, "hello", requestID: "say")
      fixture.clock.advance(bySeconds: 100 * day)
      #expect(try await fixture.post("post", requestID: "make").id == post.id)
      let again = try await fixture.comment(post.id, "hello", requestID: "say")
      #expect(again.comment == comment.comment)
      #expect(try await fixture.store.statistics().comments == 1)
    },
    ConformanceCheck("whatWasDeletedIsRememberedForADay", whatWasDeletedIsRememberedForADay),
    ConformanceCheck("aRequestIDIsToldToItsAuthorOnly") { fixture in
      let post = try await fixture.post("post", by: Person.noor, requestID: "make")
      try await fixture.comment(post.id, "hello", by: Person.noor, requestID: "say")
      #expect(post.requestID?.text == "make")
      #expect(try await fixture.feed(viewer: Person.mira).posts[0].requestID == nil)
      #expect(try await fixture.comments(of: post.id).comments[0].requestID == nil)
      #expect(try await fixture.feed(viewer: Person.noor).posts[0].requestID?.text == "make")
    },
  ]

  private static func whatWasDeletedIsRememberedForADay(_ fixture: StoreFixture) async throws {
    let post = try await fixture.post("post")
    let doomed = try await fixture.post("doomed", requestID: "make")
    let comment = try await fixture.comment(post.id, "hello", requestID: "say").comment
    try await fixture.comment(doomed.id, "too", by: Person.noor, requestID: "say")
    _ = try await fixture.store.deleteComment(comment.id, viewer: Person.mira)
    _ = try await fixture.store.deletePost(doomed.id, viewer: Person.mira)
    fixture.clock.advance(bySeconds: day - 1)
    await #expect(throws: StoreError.alreadyDeleted(.comment)) {
      try await fixture.comment(post.id, "hello", requestID: "say")
    }
    await #expect(throws: StoreError.requestIDReused) {
      try await fixture.comment(post.id, "other", requestID: "say")
    }
    await #expect(throws: StoreError.alreadyDeleted(.comment)) {
      try await fixture.comment(doomed.id, "too", by: Person.noor, requestID: "say")
    }
    await #expect(throws: StoreError.alreadyDeleted(.post)) {
      try await fixture.post("doomed", requestID: "make")
    }
    fixture.clock.advance(bySeconds: 1)
    let again = try await fixture.comment(post.id, "hello", requestID: "say")
    #expect(again.comment.id != comment.id)
    #expect(try await fixture.post("doomed", requestID: "make").id != doomed.id)
  }
}
