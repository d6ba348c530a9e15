import Base
import CommandLineKit
import FeedMessages
import Foundation
import ProtobufRuntime
import RPC
import Testing

@testable import feedrpc

/// The commands that change the feed.
@Suite struct WritingCommandTests {
  private static let eva = FeedPageCommandTests.eva

  private static func sent<Message: FeedMessage>(
    _ outcome: Harness.Outcome,
    _ call: Int = 0
  ) throws -> Message {
    try Message(wireBytes: try #require(outcome.calls[call].messages.first))
  }

  @Test(arguments: [
    ("like", LikeIntent.like, true, "yes  "), ("unlike", .unlike, false, "no   "),
  ])
  func aLikeIsSetAndTakenBack(
    word: String,
    intent: LikeIntent,
    isLiked: Bool,
    shown: String
  ) async throws {
    let answer = ToggleLikeResponse(postID: "p:1", isLiked: isLiked, likeCount: 12, sequence: 7)
    for post in ["p:1", "feedrpc://post/p:1"] {
      let outcome = await Harness(answers: [Harness.answer(answer)]).run([word, post])
      #expect(outcome.output == "POST  LIKED  LIKES\np:1   \(shown)     12\n")
      #expect(outcome.errors.isEmpty && outcome.code == 0)
      let request: ToggleLikeRequest = try Self.sent(outcome)
      #expect(request == ToggleLikeRequest(postID: "p:1", intent: intent))
    }
    let quiet = await Harness(answers: [Harness.answer(answer)]).run([word, "p:1", "-q"])
    #expect(quiet.output == "p:1\n")
    let line = await Harness(answers: [Harness.answer(answer)])
      .run([word, "p:1", "--format", "jsonl"])
    #expect(
      line.output
        == #"{"postId":"p:1","isLiked":\#(isLiked),"likeCount":"12","sequence":"7"}"# + "\n"
    )
  }

  @Test func numbersAreThereWhereTheyAre0() async {
    let likes = await Harness(answers: [Harness.answer(ToggleLikeResponse(postID: "p:1"))])
      .run(["unlike", "p:1", "--format", "jsonl"])
    #expect(
      likes.output == #"{"postId":"p:1","isLiked":false,"likeCount":"0","sequence":"0"}"# + "\n"
    )
    // As the standard has it.
    let call = await Harness(answers: [Harness.answer(ToggleLikeResponse(postID: "p:1"))])
      .run(["call", "ToggleLike", "-c"])
    #expect(call.output == #"{"postId":"p:1"}"# + "\n")
  }

  @Test(arguments: ["", "feedrpc://post/", "https://post/p:1", "feedrpc://user/u:1"])
  func whatNamesNoPostIsWrongUsage(text: String) async {
    for command in ["like", "share", "open", "post"] {
      let outcome = await Harness().run([command, text])
      #expect(outcome.code == 2 && outcome.calls.isEmpty && outcome.output.isEmpty)
    }
  }

  private static let comment = Comment(
    id: "c:9",
    postID: "p:1",
    author: eva,
    text: "Nice",
    createdAt: Timestamp(seconds: Harness.now)
  )

  @Test(arguments: [("Nice", ""), ("-", "Nice\n")])
  func aCommentSaysItsText(text: String, input: String) async throws {
    var harness = Harness(
      answers: [Harness.answer(AddCommentResponse(comment: Self.comment, commentCount: 4))]
    )
    harness.input = input
    let outcome = await harness.run(["comment", "p:1", text])
    #expect(
      outcome.output == """
        ID   AUTHOR  AGE  TEXT
        c:9  eva     now  Nice

        """
    )
    let request: AddCommentRequest = try Self.sent(outcome)
    #expect(request == AddCommentRequest(postID: "p:1", text: "Nice"))
  }

  @Test func severalWordsNeedQuotes() async {
    let outcome = await Harness().run(["comment", "p:1", "Very", "nice"])
    #expect(outcome.code == 2 && outcome.calls.isEmpty)
    #expect(
      outcome.errors == """
        feedrpc comment: unexpected argument 'nice'; write a text of several words in quotes
        See 'feedrpc comment --help'.

        """
    )
  }

  @Test func aURLIsPrinted() async throws {
    let post = Post(id: "p:1", shareURL: "feedrpc://post/p:1")
    let answers = [Harness.answer(FetchPostsResponse(posts: [post]))]
    let outcome = await Harness(answers: answers).run(["share", "p:1"])
    #expect(outcome.output == "feedrpc://post/p:1\n" && outcome.code == 0)
    let request: FetchPostsRequest = try Self.sent(outcome)
    #expect(request == FetchPostsRequest(postIDs: ["p:1"]))
    let line = await Harness(answers: answers).run(["share", "p:1", "--format", "jsonl"])
    #expect(line.output == #"{"postId":"p:1","shareUrl":"feedrpc://post/p:1"}"# + "\n")
    #expect(await Harness(answers: answers).run(["share", "p:1", "-q"]).output == "p:1\n")
  }

  @Test func aPostThatIsNotThereHasNoURL() async {
    let outcome = await Harness(answers: [Harness.answer(FetchPostsResponse())])
      .run(["share", "p:1"])
    #expect(outcome.code == 69 && outcome.output.isEmpty)
    #expect(outcome.errors == "feedrpc: NOT_FOUND: there is no post p:1\n")
  }

  @Test(arguments: [("follow", true, "yes     "), ("unfollow", false, "no      ")])
  func somebodyIsFollowedByName(word: String, follows: Bool, shown: String) async throws {
    let answers = [
      Harness.answer(FetchProfileResponse(user: Self.eva)),
      Harness.answer(SetFollowResponse(followerCount: 3)),
    ]
    let outcome = await Harness(answers: answers).run([word, "eva"])
    #expect(
      outcome.output == """
        ID   USER  FOLLOWED  FOLLOWERS
        u:1  eva   \(shown)          3

        """
    )
    let request: SetFollowRequest = try Self.sent(outcome, 1)
    #expect(request == SetFollowRequest(userID: "u:1", following: follows))
    let byID = await Harness(answers: [answers[1]]).run([word, "u:1", "-q"])
    #expect(byID.output == "u:1\n" && byID.calls.count == 1)
  }
}

/// `feedrpc post delete` and `feedrpc comment delete`.
@Suite struct DeleteCommandTests {
  private static let refusal = RPCError(.permissionDenied, "only its author may delete a post")

  @Test func postsAreDeletedInTheirOrder() async throws {
    let answers = [
      Harness.answer(DeletePostResponse(sequence: 7)),
      Harness.answer(DeletePostResponse(sequence: 9)),
    ]
    let words = ["post", "delete", "p:1", "feedrpc://post/p:2"]
    let outcome = await Harness(answers: answers).run(words)
    #expect(outcome.output == "POST  DELETED\np:1   yes\np:2   yes\n")
    #expect(outcome.errors.isEmpty && outcome.code == 0)
    let requests = ["p:1", "p:2"].map { [DeletePostRequest(postID: $0).encodedBytes()] }
    #expect(outcome.calls.map(\.messages) == requests)
    let lines = await Harness(answers: answers).run(words + ["--format", "jsonl"])
    #expect(
      lines.output == """
        {"postId":"p:1","sequence":"7"}
        {"postId":"p:2","sequence":"9"}

        """
    )
    let quiet = await Harness(answers: answers).run(words + ["-q"])
    #expect(quiet.output == "p:1\np:2\n")
  }

  @Test func commentsAreDeleted() async throws {
    let outcome = await Harness(answers: [Harness.answer(DeleteCommentResponse(sequence: 7))])
      .run(["comment", "delete", "c:1", "--format", "json"])
    #expect(outcome.output == "{\n  \"commentId\": \"c:1\",\n  \"sequence\": \"7\"\n}\n")
    let request = DeleteCommentRequest(commentID: "c:1").encodedBytes()
    #expect(outcome.calls.map(\.messages) == [[request]] && outcome.code == 0)
  }

  @Test func whatCanNotBeDeletedIsNamedAndEndsIt() async {
    let answers = [Harness.answer(DeletePostResponse(sequence: 7)), .failure(Self.refusal)]
    let outcome = await Harness(answers: answers).run(["post", "delete", "p:1", "p:2", "p:3"])
    #expect(outcome.output == "POST  DELETED\np:1   yes\n" && outcome.calls.count == 2)
    #expect(outcome.code == 71)
    #expect(
      outcome.errors
        == "feedrpc: p:2: PERMISSION_DENIED: only its author may delete a post\n"
    )
  }

  @Test(arguments: [("post", "c:1", "comment"), ("comment", "p:1", "post")])
  func whatIsOfAnotherKindIsNotTakenForDeleted(command: String, id: String, kind: String) async {
    let outcome = await Harness().run([command, "delete", id])
    #expect(outcome.code == 2 && outcome.calls.isEmpty)
    #expect(outcome.errors == "feedrpc: \(id) is a \(kind): see 'feedrpc \(kind) delete'\n")
  }

  @Test(arguments: [("post", "POST"), ("comment", "COMMENT")])
  func nothingToDeleteIsWrongUsage(command: String, name: String) async {
    let outcome = await Harness().run([command, "delete"])
    #expect(outcome.code == 2 && outcome.calls.isEmpty)
    #expect(
      outcome.errors == """
        feedrpc \(command) delete: \(name) is missing
        See 'feedrpc \(command) delete --help'.

        """
    )
  }
}

@Suite struct ProfileEditTests {
  private static func old(_ image: String) -> FetchProfileResponse {
    FetchProfileResponse(
      user: User(id: "u:1", username: "eva", displayName: "Eva", avatar: ImageToken(id: image)),
      bio: "Sea and sky"
    )
  }

  private static let answer = Harness.answer(
    UpdateProfileResponse(user: User(id: "u:1", username: "eva", displayName: "Eva S."))
  )

  @Test(arguments: [
    (["--name", "Eva S."], "pattern:1.4x4", UpdateProfileRequest("Eva S.", "Sea and sky", "")),
    (["--bio", ""], "photo:7", UpdateProfileRequest("Eva", "", "photo:7")),
    (["--no-avatar"], "photo:7", UpdateProfileRequest("Eva", "Sea and sky", "")),
  ])
  func whatIsNotGivenStaysAsItIs(
    words: [String],
    image: String,
    request: UpdateProfileRequest
  ) async throws {
    let answers = [Harness.answer(Self.old(image)), Self.answer]
    let outcome = await Harness(answers: answers).run(["profile", "edit"] + words)
    #expect(try UpdateProfileRequest(wireBytes: outcome.calls[1].messages[0]) == request)
    #expect(outcome.output.hasPrefix("ID   USERNAME  NAME    BIO\nu:1  eva       Eva S."))
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
  }

  @Test func anAvatarIsUploaded() async throws {
    let folder = try TemporaryFolder()
    try Data("x".utf8).write(to: URL(filePath: folder.path("a.jpg")))
    let upload = UploadPhotoResponse(image: ImageToken(id: "photo:9"))
    let answers = [Harness.answer(Self.old("")), Harness.answer(upload), Self.answer]
    let outcome = await Harness(answers: answers)
      .run(["profile", "edit", "--avatar", folder.path("a.jpg"), "-q"])
    #expect(outcome.output == "u:1\n")
    let request = try UpdateProfileRequest(wireBytes: outcome.calls[2].messages[0])
    #expect(request.avatarImageID == "photo:9")
  }

  @Test(arguments: [
    ([], "nothing to change"), (["--avatar", "f", "--no-avatar"], "exclude each other"),
    (["--me"], "unknown option --me"), (["eva"], "unexpected argument 'eva'"),
  ])
  func wrongUsageIsTold(words: [String], text: String) async {
    let outcome = await Harness().run(["profile", "edit"] + words)
    #expect(outcome.code == 2 && outcome.calls.isEmpty)
    #expect(outcome.errors.contains(text))
  }

  @Test func optionsOfTheProfileAreNotThoseOfItsEditing() async {
    let outcome = await Harness().run(["profile", "--me", "edit", "--name", "x"])
    #expect(outcome.code == 2 && outcome.calls.isEmpty)
    #expect(outcome.errors.hasPrefix("feedrpc profile edit: unknown option --me"))
  }
}

extension UpdateProfileRequest {
  fileprivate init(_ name: String, _ bio: String, _ image: String) {
    self.init(displayName: name, bio: bio, avatarImageID: image)
  }
}
