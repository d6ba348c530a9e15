import FeedModel
import FeedStore
import Testing

extension ConformanceCheck {
  static let people: [ConformanceCheck] = [
    ConformanceCheck("readingMakesNoUserAndAMutationMakesOne") { fixture in
      let post = try await fixture.post("post", by: Person.noor)
      let before = try await fixture.store.profile(of: .viewer, viewer: Person.mira)
      #expect(before.profile.user.username.text == "mira")
      #expect(before.profile.user.displayName == "mira")
      await #expect(throws: StoreError.notFound(.user)) {
        try await fixture.store.profile(of: .user(before.profile.user.id), viewer: Person.noor)
      }
      try await fixture.like(post.id, by: Person.mira)
      let after = try await fixture.store.profile(
        of: .named(Username("mira")),
        viewer: Person.noor
      )
      #expect(after.profile == before.profile)
      // The user is a change of its own, before the like.
      #expect(after.sequence.number == before.sequence.number + 3)
    },
    ConformanceCheck("aTakenUsernameGetsANumber") { fixture in
      let names = ["Ann Lee", "ann.lee", "ANN LEE", "Ann_Lee"]
      var usernames: [String] = []
      for (index, name) in names.enumerated() {
        let account = Viewer.Account(uid: UInt32(2_000 + index), accountName: name)
        let post = try await fixture.post("hello", by: .account(account))
        usernames.append(post.author.username.text)
      }
      #expect(usernames == ["ann_lee", "ann.lee", "ann_lee2", "ann_lee3"])
    },
    ConformanceCheck("actingAsANameThatNobodyHasMakesThem") { fixture in
      let zoe = try Viewer(actingAs: "zoe")
      let id = try await fixture.id(of: zoe)
      #expect(try await fixture.feed(viewer: zoe).posts.isEmpty)
      await #expect(throws: StoreError.notFound(.viewer)) {
        try await fixture.feed(viewer: .user(id))
      }
      let post = try await fixture.post("hello", by: zoe)
      #expect(post.author.id == id && post.author.username.text == "zoe")
      let again = try await fixture.post("again", by: Viewer(actingAs: id.text))
      #expect(again.author == post.author)
    },
    ConformanceCheck("actingAsANameThatSomebodyHasIsActingAsThem") { fixture in
      let post = try await fixture.post("hello", by: Person.mira)
      let liked = try await fixture.like(post.id, by: Viewer(actingAs: "mira"))
      #expect(liked.isLiked)
      #expect(try await fixture.feed(viewer: Person.mira).posts[0].isLiked)
      await #expect(throws: StoreError.notFound(.viewer)) {
        try await fixture.like(post.id, by: .user(UserID(number: 12)))
      }
    },
    ConformanceCheck("profilesCountWhatIsThere") { fixture in
      let mira = try await fixture.post("post", by: Person.mira).author.id
      let noor = try await fixture.post("post", by: Person.noor).author.id
      let followed = try await fixture.store.setFollow(
        FollowRequest(userID: noor, isFollowing: true),
        viewer: Person.mira
      )
      #expect(followed.followerCount == 1)
      let shown = try await fixture.store.profile(of: .user(noor), viewer: Person.mira)
      #expect(shown.profile.isFollowed && shown.profile.followerCount == 1)
      #expect(shown.profile.postCount == 1 && shown.sequence == followed.sequence)
      let own = try await fixture.store.profile(of: .user(mira), viewer: Person.mira)
      #expect(own.profile.followingCount == 1 && !own.profile.isFollowed)
      let left = try await fixture.store.setFollow(
        FollowRequest(userID: noor, isFollowing: false),
        viewer: Person.mira
      )
      #expect(left.followerCount == 0)
    },
    ConformanceCheck("nobodyFollowsMoreThanTheLimit", nobodyFollowsMoreThanTheLimit),
    ConformanceCheck("nobodyFollowsThemselvesOrWhoDoesNotExist") { fixture in
      let mira = try await fixture.post("post").author.id
      await #expect(throws: StoreError.followsOneself) {
        let request = FollowRequest(userID: mira, isFollowing: true)
        _ = try await fixture.store.setFollow(request, viewer: Person.mira)
      }
      await #expect(throws: StoreError.notFound(.user)) {
        let request = FollowRequest(userID: UserID(number: 4), isFollowing: true)
        _ = try await fixture.store.setFollow(request, viewer: Person.mira)
      }
    },
  ]

  private static func nobodyFollowsMoreThanTheLimit(_ fixture: StoreFixture) async throws {
    let store = fixture.store
    let post = try await fixture.post("post", by: Person.noor)
    // One more than may be followed, besides the author.
    let people = (0...StoreLimits.follows).map { index in
      let person = Viewer.account(.init(uid: UInt32(10_000 + index), accountName: nil))
      return Task.immediate {
        try await fixture.like(post.id, by: person)
        return try await fixture.id(of: person)
      }
    }
    var ids: [UserID] = []
    for person in people { ids.append(try await person.value) }
    let follows = ids.map { id in
      Task.immediate {
        let request = FollowRequest(userID: id, isFollowing: true)
        return try await store.setFollow(request, viewer: Person.mira)
      }
    }
    for follow in follows.dropLast() { #expect(try await follow.value.followerCount == 1) }
    await #expect(throws: StoreError.tooManyFollows(limit: StoreLimits.follows)) {
      _ = try await follows[StoreLimits.follows].value
    }
    _ = try await store.setFollow(
      FollowRequest(userID: ids[0], isFollowing: false),
      viewer: Person.mira
    )
    let last = FollowRequest(userID: ids[StoreLimits.follows], isFollowing: true)
    #expect(try await store.setFollow(last, viewer: Person.mira).followerCount == 1)
    let own = try await store.profile(of: .viewer, viewer: Person.mira).profile
    #expect(own.followingCount == StoreLimits.follows)
    #expect(try await fixture.feed(FeedFilter(followingOnly: true)).posts.isEmpty)
  }

  static let time: [ConformanceCheck] = [
    ConformanceCheck("aNewPostIsAboveAllOthersHoweverTheClockStands") { fixture in
      var posts: [Post] = []
      for _ in 0..<3 {
        posts.append(try await fixture.post("post"))
        fixture.clock.advance(bySeconds: -60)
      }
      let comment = try await fixture.comment(posts[0].id, "hello").comment
      #expect(zip(posts, posts.dropFirst()).allSatisfy { $0.createdAt < $1.createdAt })
      #expect(comment.createdAt > posts[2].createdAt)
      fixture.clock.advance(bySeconds: 1_000)
      #expect(try await fixture.post("post").createdAt == fixture.clock.now)
    },
    ConformanceCheck("anImportKeepsItsTime") { fixture in
      let now = try await fixture.post("now")
      let then = Timestamp(seconds: -86_400)
      let old = try await fixture.post("then", createdAt: then)
      #expect(old.createdAt == then)
      #expect(try await fixture.feed().posts.map(\.id) == [now.id, old.id])
      let request = try CommentRequest(postID: old.id, text: "hello", createdAt: then)
      let comment = try await fixture.store.addComment(request, viewer: Person.mira)
      #expect(comment.comment.createdAt == then)
    },
    ConformanceCheck("everyChangeHasTheNextNumbersAndAnswersCarryTheLast") { fixture in
      let post = try await fixture.post("post")
      #expect(try await fixture.feed().sequence == SequenceNumber(2))
      #expect(try await fixture.like(post.id).sequence == SequenceNumber(4))
      #expect(try await fixture.comment(post.id, "hi").sequence == SequenceNumber(6))
      #expect(try await fixture.comments(of: post.id).sequence == SequenceNumber(6))
      let deletion = try await fixture.store.deletePost(post.id, viewer: Person.mira)
      #expect(deletion == PostDeletion(sequence: SequenceNumber(7)))
    },
    ConformanceCheck("aClosedStoreSaysSo") { fixture in
      let post = try await fixture.post("post")
      await fixture.store.close()
      await #expect(throws: StoreError.closed) { try await fixture.feed() }
      await #expect(throws: StoreError.closed) { try await fixture.like(post.id) }
    },
  ]
}
