import CommandLineKit
import FeedMessages
import ProtobufRuntime
import RPC
import Testing

@testable import feedrpc

@Suite struct FeedPageCommandTests {
  static let eva = User(id: "u:1", username: "eva", displayName: "Eva")

  static func post(_ id: String, _ text: String, secondsAgo: Int64) -> Post {
    Post(
      id: id,
      author: eva,
      text: text,
      image: id == "p:2" ? ImageToken(id: "pattern:1.4x3", width: 4, height: 3) : nil,
      createdAt: Timestamp(seconds: Harness.now - secondsAgo),
      likeCount: 12,
      isLiked: id == "p:2",
      commentCount: 3
    )
  }

  static let page = FetchFeedPageResponse(
    posts: [
      post("p:2", "Sunset\nat the sea", secondsAgo: 90), post("p:1", "Hello", secondsAgo: 86_400),
    ],
    nextPageToken: "older"
  )
  static let last = FetchFeedPageResponse(posts: [post("p:0", "First", secondsAgo: 0)])

  static func requests(_ outcome: Harness.Outcome) -> [FetchFeedPageRequest] {
    outcome.calls.flatMap(\.messages).compactMap { try? FetchFeedPageRequest(wireBytes: $0) }
  }

  @Test func aPageIsATable() async {
    let outcome = await Harness(answers: [Harness.answer(Self.page)]).run(["feed"])
    #expect(
      outcome.output == """
        ID   AUTHOR  AGE        LIKES  COMMENTS  IMAGE  TEXT
        p:2  eva     1 min ago   ♥ 12         3  yes    Sunset at the sea
        p:1  eva     1 d ago       12         3         Hello

        """
    )
    #expect(outcome.errors.isEmpty && outcome.code == 0)
    #expect(Self.requests(outcome) == [FetchFeedPageRequest(pageSize: 20)])
  }

  @Test func aTerminalIsToldHowToGoOn() async {
    var harness = Harness(answers: [Harness.answer(Self.page)])
    harness.terminal = Terminal(isInteractive: true, width: 60, hasColour: false)
    let outcome = await harness.run(["feed"])
    #expect(
      outcome.output == """
        ID   AUTHOR  AGE        LIKES  COMMENTS  TEXT
        p:2  eva     1 min ago   ♥ 12         3  Sunset at the sea
        p:1  eva     1 d ago       12         3  Hello

        """
    )
    #expect(outcome.errors == "More: --page-token older\n")
  }

  @Test func allPagesFollowEachOther() async {
    let answers = [Harness.answer(Self.page), Harness.answer(Self.last)]
    let outcome = await Harness(answers: answers).run(["feed", "--all", "-q", "-n", "2"])
    #expect(outcome.output == "p:2\np:1\np:0\n")
    #expect(
      Self.requests(outcome) == [
        FetchFeedPageRequest(pageSize: 2), FetchFeedPageRequest(pageSize: 2, pageToken: "older"),
      ]
    )
    let json = await Harness(answers: answers).run(["feed", "--all", "--format", "json"])
    #expect(json.output.split(separator: "\n").count == 2)
  }

  @Test func aPageIsJSON() async {
    let outcome = await Harness(answers: [Harness.answer(Self.last)]).run(["feed", "--format=json"])
    #expect(
      outcome.output == """
        {
          "posts": [
            {
              "id": "p:0",
              "author": {
                "id": "u:1",
                "username": "eva",
                "displayName": "Eva"
              },
              "text": "First",
              "altText": "",
              "createdAt": "2026-01-31T12:00:00Z",
              "likeCount": "12",
              "isLiked": false,
              "commentCount": "3",
              "shareUrl": "",
              "requestId": ""
            }
          ],
          "nextPageToken": "",
          "newerPageToken": "",
          "sequence": "0",
          "feedId": "",
          "atNewest": false
        }

        """
    )
  }

  @Test(arguments: [("feed", "100", "101"), ("profile", "100", "101"), ("comments", "200", "201")])
  func aPageIsNoLargerThanTheMethodGives(command: String, most: String, more: String) async {
    let words = [command] + (command == "comments" ? ["p:1"] : []) + ["--page-size"]
    let refused = await Harness().run(words + [more])
    #expect(refused.code == 2 && refused.calls.isEmpty)
    #expect(
      refused.errors.hasPrefix(
        "feedrpc \(command): --page-size: expected a whole number from 1 to \(most), "
          + "found '\(more)'\n"
      )
    )
    let asked = await Harness().run(words + [most])
    #expect(asked.code != 2 && !asked.calls.isEmpty)
  }

  @Test func anAuthorIsNamedByIdOrUsername() async {
    let byID = await Harness(answers: [Harness.answer(Self.last)]).run(["feed", "--author", "u:1"])
    #expect(Self.requests(byID).map(\.filter) == [FeedFilter(authorID: "u:1")])
    let profile = Harness.answer(FetchProfileResponse(user: Self.eva))
    let byName = await Harness(answers: [profile, Harness.answer(Self.last)])
      .run(["feed", "--author", "eva", "--following", "--page-token", "t", "--as", "max"])
    #expect(
      byName.calls.map(\.path) == [
        "feedrpc.v1.FeedService/FetchProfile", "feedrpc.v1.FeedService/FetchFeedPage",
      ]
    )
    #expect(byName.calls[0].messages == [FetchProfileRequest(username: "eva").encodedBytes()])
    #expect(
      byName.calls[1].messages == [
        FetchFeedPageRequest(
          pageSize: 20,
          pageToken: "t",
          filter: FeedFilter(authorID: "u:1", followingOnly: true)
        ).encodedBytes()
      ]
    )
    #expect(byName.calls.allSatisfy { $0.metadata == ["feedrpc-viewer": "max"] })
  }

  @Test func anEmptyFeedIsToldToPeopleOnly() async {
    for (words, output, errors) in [
      (["feed"], "", "There are no posts.\n"), (["feed", "--all"], "", "There are no posts.\n"),
      (["feed", "-q"], "", ""), (["feed", "--format", "jsonl"], "", ""),
      (["feed", "--format", "jsonl", "--all"], "", ""),
    ] {
      let outcome = await Harness(answers: [Harness.answer(FetchFeedPageResponse())]).run(words)
      #expect(outcome.output == output && outcome.errors == errors && outcome.code == 0)
    }
    let empty = Harness.answer(FetchFeedPageResponse(nextPageToken: "older"))
    let short = await Harness(answers: [empty]).run(["feed"])
    #expect(short.errors.isEmpty, "only the last page tells that there are none")
    let answers = [Harness.answer(Self.page), Harness.answer(FetchFeedPageResponse())]
    let some = await Harness(answers: answers).run(["feed", "--all"])
    #expect(some.errors.isEmpty)
    let comments = await Harness(answers: [Harness.answer(FetchCommentsResponse())])
      .run(["comments", "p:1"])
    #expect(comments.output.isEmpty && comments.errors == "There are no comments.\n")
  }

  @Test func aPostIsALineOfJSON() async {
    let words = ["feed", "--format", "jsonl"]
    let outcome = await Harness(answers: [Harness.answer(Self.page)]).run(words)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.map { $0.prefix(11) } == [#"{"id":"p:2""#, #"{"id":"p:1""#])
  }

  @Test func timesMayBeAbsolute() async {
    let outcome = await Harness(answers: [Harness.answer(Self.last)]).run(["feed", "--absolute"])
    #expect(
      outcome.output == """
        ID   AUTHOR  TIME                       LIKES  COMMENTS  IMAGE  TEXT
        p:0  eva     2026-01-31 12:00:00 +0000     12         3         First

        """
    )
  }

  @Test func commentsAreATable() async {
    let comment = Comment(
      id: "c:1",
      postID: "p:1",
      author: Self.eva,
      text: "Nice",
      createdAt: Timestamp(seconds: Harness.now - 7_200)
    )
    let harness = Harness(answers: [Harness.answer(FetchCommentsResponse(comments: [comment]))])
    let outcome = await harness.run(["comments", "p:1", "--newest", "-n", "5"])
    #expect(
      outcome.output == """
        ID   AUTHOR  AGE      TEXT
        c:1  eva     2 h ago  Nice

        """
    )
    let request = FetchCommentsRequest(postID: "p:1", pageSize: 5, order: .newestFirst)
    #expect(outcome.calls[0].messages == [request.encodedBytes()])
  }
}
