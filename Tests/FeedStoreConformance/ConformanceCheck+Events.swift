import Base
import FeedModel
import FeedStore
import Testing

/// What is told of changes.
extension ConformanceCheck {
  static let events: [ConformanceCheck] = [
    ConformanceCheck("everyChangeIsToldInOrder", everyChangeIsToldInOrder),
    ConformanceCheck("aBatchEndsWhereTheNextBegins", aBatchEndsWhereTheNextBegins),
    ConformanceCheck("whoHeardOfALikeAloneIsToldTheCounts") { fixture in
      let post = try await fixture.post("post")
      let like = try await fixture.like(post.id)
      let first = SequenceNumber(like.sequence.number - 1)
      let events = try await fixture.events(after: first)
      let counts = post.counts(likes: 1, comments: 0)
      #expect(events.map(\.kind) == [.countsChanged(counts)])
      #expect(events.map(\.sequence) == [like.sequence])
      #expect(try await fixture.events(after: like.sequence) == [])
    },
    ConformanceCheck("aPostIsToldAsItWasWhenItWasMade") { fixture in
      let post = try await fixture.post("post", requestID: "made")
      try await fixture.like(post.id, by: Person.noor)
      try await fixture.comment(post.id, "hello", by: Person.noor)
      let told = try await fixture.events().filter { $0.sequence.number == post.id.number }
      #expect(told.map(\.kind) == [.postCreated(post)])
      #expect(post.requestID?.text == "made" && post.likeCount == 0)
    },
    ConformanceCheck("whatIsGoneIsLeftOutAndItsEndIsTold", whatIsGoneIsLeftOut),
    ConformanceCheck("aUserIsToldAsTheyAreNow") { fixture in
      let mira = try await fixture.post("post").author
      for name in ["M", "Mira M"] {
        let request = try ProfileRequest(displayName: name)
        _ = try await fixture.store.updateProfile(request, viewer: Person.mira)
      }
      var changed = mira
      changed.displayName = "Mira M"
      let told = try await fixture.events().compactMap { event -> User? in
        if case .userChanged(let user) = event.kind { user } else { nil }
      }
      #expect(told == [changed, changed, changed])
    },
    ConformanceCheck("onlyTheNewestEventsAreKept") { fixture in
      let post = try await fixture.post("post")
      let kept = Int64(TestClock.keptEventCount)
      var newest = try await fixture.feed().sequence.number
      while newest < kept {
        newest = try await fixture.like(post.id, .toggle).sequence.number
      }
      var batch = try await fixture.store.events(after: SequenceNumber(0), limit: 1)
      #expect(batch.forgotten.number == newest - kept)
      let isFirst = newest == kept
      #expect(isFirst == (batch.events.first?.sequence.number == 1))
      newest = try await fixture.like(post.id, .toggle).sequence.number
      batch = try await fixture.store.events(after: SequenceNumber(0), limit: 1)
      #expect(batch.forgotten.number == newest - kept)
      let all = try await fixture.events(after: batch.forgotten)
      #expect(all.count == Int(kept) && all.last?.sequence.number == newest)
    },
    ConformanceCheck("aSampleIsNotToldButForgotten") { fixture in
      let sample = SampleFeed(postCount: 5, seed: 1, patternBlurhash: TestClock.blurhash)
      #expect(try await fixture.store.fill(with: sample))
      let newest = try await fixture.feed().sequence
      let batch = try await fixture.store.events(after: SequenceNumber(0), limit: 10)
      let expected = EventBatch(events: [], end: newest, newest: newest, forgotten: newest)
      #expect(batch == expected)
    },
  ]

  private static func everyChangeIsToldInOrder(_ fixture: StoreFixture) async throws {
    let post = try await fixture.post("post")
    let mira = post.author
    try await fixture.like(post.id, .like, by: Person.noor)
    let comment = try await fixture.comment(post.id, "hello", by: Person.noor, requestID: "c")
    let noor = comment.comment.author
    try await fixture.like(post.id, .like, by: Person.noor)
    try await fixture.like(post.id, .unlike, by: Person.noor)
    _ = try await fixture.store.deleteComment(comment.comment.id, viewer: Person.mira)
    for isFollowing in [true, false] {
      let request = FollowRequest(userID: mira.id, isFollowing: isFollowing)
      _ = try await fixture.store.setFollow(request, viewer: Person.noor)
    }
    let last = try await fixture.store.deletePost(post.id, viewer: Person.mira)
    let events = try await fixture.events()
    let expected: [FeedEvent.Kind] = [
      .userChanged(mira),
      .userChanged(noor), .viewerLike(post.id, by: noor.id, isLiked: true),
      .countsChanged(post.counts(likes: 1, comments: 0)),
      .countsChanged(post.counts(likes: 1, comments: 1)),
      .viewerLike(post.id, by: noor.id, isLiked: false),
      .countsChanged(post.counts(likes: 0, comments: 1)),
      .commentDeleted(comment.comment.id, of: post.id),
      .countsChanged(post.counts(likes: 0, comments: 0)),
      .followChanged(follower: noor.id, followee: mira.id, isFollowing: true),
      .followChanged(follower: noor.id, followee: mira.id, isFollowing: false),
      .postDeleted(post.id),
    ]
    #expect(events.map(\.kind) == expected)
    #expect(zip(events, events.dropFirst()).allSatisfy { $0.sequence < $1.sequence })
    #expect(events.last?.sequence == last.sequence)
    let others = [0, 1, 9, 10]
    for (index, event) in events.enumerated() {
      #expect(event.postAuthorID == (others.contains(index) ? nil : mira.id))
    }
  }

  private static func aBatchEndsWhereTheNextBegins(_ fixture: StoreFixture) async throws {
    let post = try await fixture.post("post")
    for _ in 0..<4 { try await fixture.like(post.id, .toggle) }
    let last = try await fixture.comment(post.id, "hello").sequence
    let all = try await fixture.events()
    #expect(all.count == 12)
    for limit in 1...7 { #expect(try await fixture.events(by: limit) == all) }
    for event in all {
      let rest = try await fixture.events(after: event.sequence, by: 3)
      #expect(rest == all.filter { $0.sequence > event.sequence })
    }
    let end = try await fixture.store.events(after: last, limit: 1)
    #expect(end.events == [] && end.end == last && end.newest == last)
    let beyond = SequenceNumber(last.number + 10)
    #expect(try await fixture.store.events(after: beyond, limit: 1).newest == last)
  }

  private static func whatIsGoneIsLeftOut(_ fixture: StoreFixture) async throws {
    let kept = try await fixture.post("kept")
    let comment = try await fixture.comment(kept.id, "hello").comment
    _ = try await fixture.store.deleteComment(comment.id, viewer: Person.mira)
    let post = try await fixture.post("gone")
    try await fixture.comment(post.id, "gone too")
    _ = try await fixture.store.deletePost(post.id, viewer: Person.mira)
    let expected: [FeedEvent.Kind] = [
      .userChanged(kept.author), .postCreated(kept),
      .countsChanged(kept.counts(likes: 0, comments: 1)),
      .commentDeleted(comment.id, of: kept.id),
      .countsChanged(kept.counts(likes: 0, comments: 0)),
      .countsChanged(post.counts(likes: 0, comments: 1)),
      .postDeleted(post.id),
    ]
    #expect(try await fixture.events().map(\.kind) == expected)
  }
}

/// Whom engines tell about commits.
extension ConformanceCheck {
  static let commits: [ConformanceCheck] = [
    ConformanceCheck("aCommitIsToldBeforeItIsAnswered") { fixture in
      let told = Lock<[FeedCommit]>([])
      fixture.store.observeCommits { commit in told.withLock { $0.append(commit) } }
      let post = try await fixture.post("post")
      let expected: [FeedChange] = [
        .userChanged(post.author.id), .postCreated(post.id, author: post.author.id),
      ]
      #expect(told.withLock { $0.flatMap { $0.changes } } == expected)
      let like = try await fixture.like(post.id)
      #expect(told.withLock { $0.map { $0.sequence } }.last == like.sequence)
      let count = told.withLock { $0.count }
      try await fixture.like(post.id, .like)
      await #expect(throws: StoreError.notFound(.post)) {
        try await fixture.like(PostID(number: 99))
      }
      #expect(told.withLock { $0.count } == count, "nothing has changed")
    },
    ConformanceCheck("commitsAccountForEveryNumber") { fixture in
      let told = Lock<[FeedCommit]>([])
      fixture.store.observeCommits { commit in told.withLock { $0.append(commit) } }
      let post = try await fixture.post("post")
      let taps = (0..<100).map { index in
        Task.immediate {
          let id = index % 10 == 0 ? PostID(number: 77_777) : post.id
          _ = try? await fixture.like(id, .toggle)
        }
      }
      for tap in taps { await tap.value }
      try await fixture.comment(post.id, "hello")
      let commits = told.withLock { $0 }.sorted { $0.sequence < $1.sequence }
      let newest = try await fixture.feed().sequence
      #expect(commits.allSatisfy { $0.isComplete })
      #expect(commits.map(\.previous) == [SequenceNumber(0)] + commits.map(\.sequence).dropLast())
      #expect(commits.last?.sequence == newest)
    },
    ConformanceCheck("aFillIsACommitWithoutChanges") { fixture in
      let told = Lock<[FeedCommit]>([])
      fixture.store.observeCommits { commit in told.withLock { $0.append(commit) } }
      let sample = SampleFeed(postCount: 3, seed: 1, patternBlurhash: TestClock.blurhash)
      _ = try await fixture.store.fill(with: sample)
      let commits = told.withLock { $0 }
      #expect(commits.count == 1 && commits[0].changes == [] && !commits[0].isComplete)
    },
  ]
}

extension Post {
  /// Counts of this post as a change may have left them.
  fileprivate func counts(likes: Int, comments: Int) -> PostCounts {
    PostCounts(postID: id, authorID: author.id, likeCount: likes, commentCount: comments)
  }
}
