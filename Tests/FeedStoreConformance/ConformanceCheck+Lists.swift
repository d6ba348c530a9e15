import FeedModel
import FeedStore
import Testing

extension ConformanceCheck {
  static let lists: [ConformanceCheck] = [
    ConformanceCheck("likesComeNewestFirstInPages", likesComeNewestFirstInPages),
    ConformanceCheck("followsComeNewestFirstBothWays", followsComeNewestFirstBothWays),
    ConformanceCheck("listsOfWhatDoesNotExistAreNotFound") { fixture in
      for (list, subject) in [
        (.likers(of: PostID(number: 4)), .post), (.followers(of: UserID(number: 4)), .user),
        (.followed(by: UserID(number: 4)), .user),
      ] as [(UserList, StoreError.Subject)] {
        await #expect(throws: StoreError.notFound(subject)) {
          try await fixture.users(list, size: 5)
        }
      }
      // The viewer has no row yet, and nobody follows them.
      #expect(try await fixture.users(.followers(of: nil), size: 5).users.isEmpty)
      let own = try await fixture.id(of: Person.mira)
      #expect(try await fixture.users(.followed(by: own), size: 5).users.isEmpty)
    },
    ConformanceCheck("aProfileIsWhatItsUserSaysLast") { fixture in
      let drawn = ImageReference(id: "pattern:abc.10x20", width: 10, height: 20, blurhash: "LKO2")
      let first = try ProfileRequest(
        displayName: "Mira L. 🌊",
        bio: "walks",
        avatar: .pattern(drawn)
      )
      let state = try await fixture.store.updateProfile(first, viewer: Person.mira)
      #expect(state.user.displayName == "Mira L. 🌊" && state.user.avatar == drawn)
      let post = try await fixture.post("post")
      #expect(post.author == state.user)
      let shown = try await fixture.store.profile(of: .user(state.user.id), viewer: Person.noor)
      #expect(shown.profile.user == state.user && shown.profile.bio == "walks")
      let again = try await fixture.store.updateProfile(first, viewer: Person.mira)
      #expect(again.sequence == shown.sequence, "nothing changed")
      let plain = try ProfileRequest(displayName: "mira")
      let back = try await fixture.store.updateProfile(plain, viewer: Person.mira)
      #expect(back.sequence.number == shown.sequence.number + 1)
      #expect(
        back.user
          == User(newUser: state.user.id, username: state.user.username) {
            TestClock.blurhash($0, $1, $2)
          }
      )
    },
  ]

  private static func likesComeNewestFirstInPages(_ fixture: StoreFixture) async throws {
    let post = try await fixture.post("post")
    var expected: [String] = []
    for index in 0..<9 {
      try await fixture.like(post.id, by: .named(Username(stored: "user\(index)")))
      expected.insert("user\(index)", at: 0)
    }
    // Who takes a like back and gives it again comes first.
    for intent in [LikeIntent.unlike, .like] {
      try await fixture.like(post.id, intent, by: .named(Username(stored: "user3")))
    }
    expected.removeAll { $0 == "user3" }
    expected.insert("user3", at: 0)
    #expect(try await fixture.usernames(.likers(of: post.id), size: 4) == expected)
    let token = try await fixture.users(.likers(of: post.id), size: 4).nextPageToken
    await #expect(throws: StoreError.invalidPageToken) {
      try await fixture.users(.followers(of: nil), size: 4, token: token)
    }
    let other = try await fixture.post("other")
    await #expect(throws: StoreError.invalidPageToken) {
      try await fixture.users(.likers(of: other.id), size: 4, token: token)
    }
  }

  private static func followsComeNewestFirstBothWays(_ fixture: StoreFixture) async throws {
    let mira = try await fixture.post("post").author.id
    var expected: [String] = []
    for index in 0..<7 {
      let name = "user\(index)"
      let other = Viewer.named(Username(stored: name))
      let id = try await fixture.post("post", by: other).author.id
      for (viewer, followed) in [(other, mira), (Person.mira, id)] {
        let request = FollowRequest(userID: followed, isFollowing: true)
        _ = try await fixture.store.setFollow(request, viewer: viewer)
      }
      expected.insert(name, at: 0)
    }
    for list in [UserList.followers(of: nil), .followers(of: mira), .followed(by: mira)] {
      #expect(try await fixture.usernames(list, size: 3) == expected)
    }
  }
}

extension StoreFixture {
  func users(_ list: UserList, size: Int, token: String = "") async throws -> UserPage {
    let query = UsersQuery(list, pageSize: size, pageToken: token)
    return try await store.users(query, viewer: Person.mira)
  }

  /// The usernames of a whole list.
  fileprivate func usernames(_ list: UserList, size: Int) async throws -> [String] {
    var names: [String] = []
    var token = ""
    repeat {
      let page = try await users(list, size: size, token: token)
      names += page.users.map(\.username.text)
      token = page.nextPageToken
    } while !token.isEmpty
    return names
  }
}
