import Base
import FeedMessages
import ProtobufRuntime
import RPC
import Testing

@testable import feedrpc

@Suite(.timeLimit(.minutes(10))) struct WatchCommandTests {
  static let eva = FeedPageCommandTests.eva

  static func message(_ sequence: Int64, _ event: WatchFeedResponse.Event) -> WatchFeedResponse {
    WatchFeedResponse(sequence: sequence, event: event)
  }

  static let subscribed = message(4, .subscribed(Subscribed(feedID: "f", viewer: eva)))
  static let everything: [WatchFeedResponse] = [
    subscribed,
    message(5, .postCreated(FeedPageCommandTests.post("p:5", "Sunset\nat sea", secondsAgo: 0))),
    message(6, .viewerLike(ViewerLike(postID: "p:5", isLiked: true))),
    message(7, .countsChanged(PostCounts(postID: "p:5", likeCount: 1, commentCount: 2))),
    message(8, .commentAdded(Comment(id: "c:8", postID: "p:5", author: eva, text: "\u{1b}Nice"))),
    message(10, .commentDeleted(CommentDeleted(postID: "p:5", commentID: "c:8"))),
    message(12, .viewerLike(ViewerLike(postID: "p:5"))),
    message(13, .progress(Progress())),
    message(14, .userChanged(eva)),
    message(15, .postDeleted(PostDeleted(postID: "p:5"))),
    message(99, .gap(Gap())),
  ]

  static func answer(_ messages: [WatchFeedResponse]) -> Result<[Bytes], RPCError> {
    .success(messages.map { $0.encodedBytes() })
  }

  static func requests(_ outcome: Harness.Outcome) -> [WatchFeedRequest] {
    outcome.calls.filter { $0.path.hasSuffix("WatchFeed") }.flatMap(\.messages)
      .compactMap { try? WatchFeedRequest(wireBytes: $0) }
  }

  @Test func everyEventIsALine() async {
    let outcome = await Harness(answers: [Self.answer(Self.everything)]).run(["watch"])
    #expect(
      outcome.output == """
        5  post  p:5  eva  Sunset at sea
        6  liked  p:5
        7  counts  p:5  ♥ 1  comments 2
        8  comment  p:5  eva  \u{FFFD}Nice
        10  uncommented  p:5  c:8
        12  unliked  p:5
        14  user  u:1  eva  Eva
        15  deleted  p:5
        99  gap  some events are missing; fetch again what you hold

        """
    )
    #expect(outcome.errors.isEmpty && outcome.code == 0)
    #expect(Self.requests(outcome) == [WatchFeedRequest()])
  }

  @Test func everyMessageIsALineOfJSON() async {
    let start = Self.message(4, .subscribed(Subscribed(feedID: "f")))
    let messages = [start, Self.everything[2], Self.everything[7]]
    let outcome = await Harness(answers: [Self.answer(messages)])
      .run(["watch", "--format", "json"])
    #expect(
      outcome.output == """
        {"sequence":"4","subscribed":{"feedId":"f","serverVersion":""}}
        {"sequence":"6","viewerLike":{"postId":"p:5","isLiked":true}}
        {"sequence":"13","progress":{}}

        """
    )
  }

  @Test func optionsMakeTheRequest() async {
    let page = Harness.answer(FetchFeedPageResponse(feedID: "f"))
    let profile = Harness.answer(FetchProfileResponse(user: Self.eva))
    let outcome = await Harness(answers: [profile, page, Self.answer([Self.subscribed])])
      .run(["watch", "--author", "eva", "--following", "--since", "41", "--as", "max"])
    let filter = FeedFilter(authorID: "u:1", followingOnly: true)
    let request = WatchFeedRequest(filter: filter, feedID: "f", resumeAfter: 41)
    #expect(Self.requests(outcome) == [request] && outcome.code == 0)
    #expect(outcome.calls.allSatisfy { $0.metadata == ["feedrpc-viewer": "max"] })
  }

  @Test func aLostWatchGoesOnWhereItWas() async {
    let lost = RPCError(.unavailable, "the connection was lost")
    let answers = [
      Self.answer([Self.subscribed, Self.everything[1]]), .failure(lost),
      Self.answer([Self.message(5, .subscribed(Subscribed(feedID: "f"))), Self.everything[2]]),
    ]
    let outcome = await Harness(answers: answers, breaksStreams: [0: lost]).run(["watch"])
    #expect(outcome.output == "5  post  p:5  eva  Sunset at sea\n6  liked  p:5\n")
    let again = WatchFeedRequest(feedID: "f", resumeAfter: 5)
    #expect(Self.requests(outcome) == [WatchFeedRequest(), again, again])
    #expect(outcome.errors.contains("waiting for the server") && outcome.code == 0)
  }

  @Test func aServerThatWasNeverThereIsAnError() async {
    let error = RPCError(.unavailable, "not connected")
    let outcome = await Harness(answers: [.failure(error)]).run(["watch"])
    #expect(outcome.code == 78 && Self.requests(outcome).count == 1)
  }

  @Test func aServerThatIsNeverAbleEndsIt() async {
    let error = RPCError(.unavailable, "no")
    let answers = [Self.answer([Self.subscribed])] + Array(repeating: .failure(error), count: 9)
    let outcome = await Harness(answers: answers, breaksStreams: [0: error]).run(["watch"])
    #expect(outcome.code == 78 && Self.requests(outcome).count == 9)
  }

  @Test func anyOtherEndIsTold() async {
    let error = RPCError(.resourceExhausted, "too many")
    let answers = [Self.answer([Self.subscribed])]
    let outcome = await Harness(answers: answers, breaksStreams: [0: error]).run(["watch"])
    #expect(outcome.code == 72 && outcome.errors.contains("RESOURCE_EXHAUSTED"))
  }

  @Test func ctrlCEndsIt() async {
    var harness = Harness(answers: [Self.answer([Self.subscribed])])
    harness.isInterrupted = true
    harness.holdsStreams = true
    let outcome = await harness.run(["watch"])
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
  }
}
