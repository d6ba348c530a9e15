import FeedModel
import FeedStore
import Testing

extension ConformanceCheck {
  static let pages: [ConformanceCheck] = [
    ConformanceCheck("anEmptyFeedIsOneEmptyPageWithATokenForWhatComes") { fixture in
      let empty = try await fixture.feed()
      #expect(empty.posts.isEmpty && empty.nextPageToken.isEmpty && empty.isAtNewest)
      #expect(empty.sequence == SequenceNumber(0))
      let post = try await fixture.post("first")
      let newer = try await fixture.feed(token: empty.newerPageToken)
      #expect(newer.posts == [post] && newer.nextPageToken.isEmpty && newer.isAtNewest)
    },
    ConformanceCheck("pagesGoDownWithoutHolesOrRepeatsWhilePostsComeAndGo") { fixture in
      var expected: [PostID] = []
      for index in 0..<23 { expected.insert(try await fixture.post("\(index)").id, at: 0) }
      var seen: [PostID] = []
      var token = ""
      repeat {
        let page = try await fixture.feed(size: 5, token: token)
        seen += page.posts.map(\.id)
        token = page.nextPageToken
        #expect(page.isAtNewest == (seen.count == 5))
        try await fixture.post("a newcomer")
        // What has been shown may go, and the page goes on behind it.
        _ = try await fixture.store.deletePost(seen[seen.count - 1], viewer: Person.mira)
      } while !token.isEmpty
      #expect(seen == expected)
    },
    ConformanceCheck("aPageThatEndsWithTheLastPostIsTheLast") { fixture in
      for index in 0..<10 { try await fixture.post("\(index)") }
      let first = try await fixture.feed(size: 5)
      let second = try await fixture.feed(size: 5, token: first.nextPageToken)
      #expect(second.posts.count == 5 && second.nextPageToken.isEmpty)
      #expect(!second.isAtNewest)
    },
    ConformanceCheck("newerPagesGoUpToTheNewestNearestFirst") { fixture in
      try await fixture.post("old")
      let start = try await fixture.feed()
      var expected: [PostID] = []
      for index in 0..<7 { expected.append(try await fixture.post("\(index)").id) }
      var seen: [PostID] = []
      var page = start
      repeat {
        page = try await fixture.feed(size: 3, token: page.newerPageToken)
        seen += page.posts.map(\.id).reversed()
        #expect(!page.nextPageToken.isEmpty)
      } while !page.isAtNewest
      #expect(seen == expected)
      let down = try await fixture.feed(size: 2, token: page.nextPageToken)
      #expect(down.posts.map(\.id) == [expected[5], expected[4]])
      let none = try await fixture.feed(token: page.newerPageToken)
      #expect(none.posts.isEmpty && none.isAtNewest && !none.newerPageToken.isEmpty)
      let all = try await fixture.feed(token: none.nextPageToken)
      #expect(all.posts.count == 8)
    },
    ConformanceCheck("aTokenOutlivesThePostItPointsAt") { fixture in
      var posts: [Post] = []
      for index in 0..<6 { posts.insert(try await fixture.post("\(index)"), at: 0) }
      let page = try await fixture.feed(size: 2)
      let older = try await fixture.feed(size: 2, token: page.nextPageToken)
      for post in [posts[1], posts[2]] {
        _ = try await fixture.store.deletePost(post.id, viewer: Person.mira)
      }
      let again = try await fixture.feed(size: 2, token: page.nextPageToken)
      #expect(again.posts.map(\.id) == [posts[3].id, posts[4].id])
      let newer = try await fixture.feed(size: 2, token: older.newerPageToken)
      #expect(newer.posts.map(\.id) == [posts[0].id])
      for post in posts { _ = try await fixture.store.deletePost(post.id, viewer: Person.mira) }
      let emptied = try await fixture.feed(token: page.nextPageToken)
      #expect(emptied.posts.isEmpty && emptied.nextPageToken.isEmpty && emptied.isAtNewest)
    },
    ConformanceCheck("aTokenIsGoodForItsFilterAndViewerOnly") { fixture in
      for index in 0..<4 { try await fixture.post("\(index)") }
      let token = try await fixture.feed(size: 2).nextPageToken
      let author = try await fixture.id(of: Person.mira)
      await #expect(throws: StoreError.invalidPageToken) {
        try await fixture.feed(token: token, viewer: Person.noor)
      }
      for filter in [FeedFilter(author: author), FeedFilter(followingOnly: true)] {
        await #expect(throws: StoreError.invalidPageToken) {
          try await fixture.feed(filter, token: token)
        }
      }
      for text in ["x", String(token.dropLast()), token + "A", "B" + token.dropFirst()] {
        await #expect(throws: StoreError.invalidPageToken) { try await fixture.feed(token: text) }
      }
    },
    ConformanceCheck("postsOfTheSameTimeKeepTheirOrderAcrossPages") { fixture in
      let time = Timestamp(seconds: 1_000)
      var expected: [PostID] = []
      for index in 0..<9 {
        expected.insert(try await fixture.post("\(index)", createdAt: time).id, at: 0)
      }
      var seen: [PostID] = []
      var token = ""
      repeat {
        let page = try await fixture.feed(size: 2, token: token)
        seen += page.posts.map(\.id)
        token = page.nextPageToken
      } while !token.isEmpty
      #expect(seen == expected)
    },
    ConformanceCheck("filtersShowThePostsTheyPromise") { fixture in
      let mine = try await fixture.post("mira", by: Person.mira)
      let noors = try await fixture.post("noor", by: Person.noor)
      let kais = try await fixture.post("kai", by: Person.kai)
      let noor = noors.author.id
      _ = try await fixture.store.setFollow(
        FollowRequest(userID: noor, isFollowing: true),
        viewer: Person.mira
      )
      func ids(_ filter: FeedFilter) async throws -> [PostID] {
        try await fixture.feed(filter).posts.map(\.id)
      }
      #expect(try await ids(.everything) == [kais.id, noors.id, mine.id])
      #expect(try await ids(FeedFilter(author: noor)) == [noors.id])
      #expect(try await ids(FeedFilter(author: UserID(number: 5))) == [])
      #expect(try await ids(FeedFilter(followingOnly: true)) == [noors.id, mine.id])
      #expect(try await ids(FeedFilter(author: noor, followingOnly: true)) == [noors.id])
      let both = FeedFilter(author: kais.author.id, followingOnly: true)
      #expect(try await ids(both) == [])
      let own = FeedFilter(author: mine.author.id, followingOnly: true)
      #expect(try await ids(own) == [mine.id])
    },
    ConformanceCheck("theFollowingFeedMergesItsAuthorsInPagesBothWays") { fixture in
      var expected: [PostID] = []
      let authors = [Person.noor, Person.kai, Person.noor, Person.noor, Person.mira, Person.kai]
      for index in 0..<24 {
        let post = try await fixture.post("\(index)", by: authors[index % authors.count])
        expected.insert(post.id, at: 0)
      }
      for followed in [Person.noor, Person.kai] {
        let request = FollowRequest(userID: try await fixture.id(of: followed), isFollowing: true)
        _ = try await fixture.store.setFollow(request, viewer: Person.mira)
      }
      let filter = FeedFilter(followingOnly: true)
      var seen: [PostID] = []
      var page = try await fixture.feed(filter, size: 5)
      seen += page.posts.map(\.id)
      while !page.nextPageToken.isEmpty {
        page = try await fixture.feed(filter, size: 5, token: page.nextPageToken)
        seen += page.posts.map(\.id)
      }
      #expect(seen == expected)
      let newer = try await fixture.feed(filter, size: 3, token: page.newerPageToken)
      #expect(newer.posts.map(\.id) == Array(expected[17..<20]))
      #expect(!newer.isAtNewest)
    },
    ConformanceCheck("postsComeInTheOrderAskedAndTheMissingAreLeftOut") { fixture in
      let first = try await fixture.post("first")
      let second = try await fixture.post("second")
      let ids = [first.id, PostID(number: 99_999), second.id, first.id]
      let list = try await fixture.store.posts(ids, viewer: Person.mira)
      #expect(list.posts == [first, second, first])
      #expect(list.sequence == (try await fixture.feed()).sequence)
    },
  ]
}
