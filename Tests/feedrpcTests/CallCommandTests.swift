import Base
import FeedMessages
import Foundation
import ProtobufRuntime
import RPC
import Testing

@testable import feedrpc

@Suite struct CallCommandTests {
  static let liked = ToggleLikeResponse(postID: "p:1", isLiked: true, likeCount: 5, sequence: 7)
  static let request = ToggleLikeRequest(postID: "p:1", intent: .like)

  @Test(arguments: [
    "ToggleLike", "FeedService/ToggleLike", "feedrpc.v1.FeedService/ToggleLike",
    "feedrpc.v1.FeedService.ToggleLike",
  ])
  func aMethodIsCalledByAnyOfItsNames(name: String) async {
    let harness = Harness(answers: [Harness.answer(Self.liked)])
    let outcome = await harness.run([
      "call", name, #"{"post_id": "p:1", "intent": "LIKE_INTENT_LIKE"}"#,
    ])
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    #expect(
      outcome.output == """
        {
          "postId": "p:1",
          "isLiked": true,
          "likeCount": "5",
          "sequence": "7"
        }

        """
    )
    #expect(outcome.calls.map(\.path) == ["feedrpc.v1.FeedService/ToggleLike"])
    #expect(outcome.calls[0].messages == [Self.request.encodedBytes()])
    #expect(outcome.calls[0].metadata.isEmpty && outcome.calls[0].timeout == nil)
  }

  @Test func optionsTravelBesideTheMessage() async {
    let harness = Harness(answers: [Harness.answer(Self.liked)])
    let outcome = await harness.run([
      "--as", "eva", "--timeout=250ms", "call", "ToggleLike", "--metadata", "a=1", "--metadata=B=2",
      "--compact", "--socket", "@other",
    ])
    #expect(
      outcome.output == #"{"postId":"p:1","isLiked":true,"likeCount":"5","sequence":"7"}"# + "\n"
    )
    #expect(outcome.calls[0].metadata == ["feedrpc-viewer": "eva", "a": "1", "b": "2"])
    #expect(outcome.calls[0].timeout == .milliseconds(250))
    #expect(outcome.calls[0].messages == [Bytes()])
    #expect(outcome.address == "@other")
  }

  @Test func defaultsArePrintedWhereAskedFor() async {
    let harness = Harness(answers: [Harness.answer(SetFollowResponse())])
    let outcome = await harness.run(["call", "SetFollow", "-c", "--defaults"])
    #expect(outcome.output == #"{"followerCount":"0","sequence":"0"}"# + "\n")
  }

  @Test func aMessageComesFromInputOrAFile() async throws {
    let folder = try TemporaryFolder()
    let file = folder.path("message.json")
    try Data(#"{"postId": "p:1", "intent": 2}"#.utf8).write(to: URL(filePath: file))
    var harness = Harness(answers: [Harness.answer(Self.liked)])
    harness.input = #" {"postId": "p:1", "intent": 2.0} "#
    for words in [["-"], ["@\(file)"], ["--data", "-"], ["-d@\(file)"]] {
      let outcome = await harness.run(["call", "ToggleLike"] + words)
      #expect(outcome.calls.first?.messages == [Self.request.encodedBytes()], "\(words)")
    }
  }

  @Test func answersThatStreamAreALineEach() async {
    let events = [
      WatchFeedResponse(sequence: 1, event: .progress(Progress())),
      WatchFeedResponse(sequence: 2, event: .gap(Gap())),
    ]
    let harness = Harness(answers: [.success(events.map { $0.encodedBytes() })])
    let outcome = await harness.run(["call", "WatchFeed", "{}"])
    #expect(
      outcome.output == """
        {"sequence":"1","progress":{}}
        {"sequence":"2","gap":{}}

        """
    )
    #expect(outcome.calls[0].messages == [Bytes()])
  }

  @Test func manyMessagesCanBeSent() async {
    let answer = UploadPhotoResponse(image: ImageToken(id: "photo:x.1x1", width: 1, height: 1))
    var harness = Harness(answers: [Harness.answer(answer)])
    harness.input = #"{"chunk": "AQ=="}"# + "\n\n  \r\n" + #"{"chunk": "Ag"}"#
    let outcome = await harness.run([
      "call", "UploadPhoto", #"{"details": {"totalBytes": 2}}"#, "--data", "-", "-d",
      #"{"chunk": ""}"#,
    ])
    #expect(outcome.output == #"{"image":{"id":"photo:x.1x1","width":1,"height":1}}"# + "\n")
    let sent = outcome.calls[0].messages.compactMap { try? UploadPhotoRequest(wireBytes: $0) }
    #expect(
      sent.map(\.part) == [
        .details(PhotoDetails(totalBytes: 2)), .chunk([1]), .chunk([2]), .chunk(Bytes()),
      ]
    )
  }

  @Test func aStatusIsToldWithItsDetails() async {
    let error = RPCError(
      .notFound,
      "no such post",
      details: [
        RPCError.Detail(ErrorInfo(reason: "POST_NOT_FOUND", domain: "feedrpc")),
        RPCError.Detail(typeURL: "type.googleapis.com/other.Fact", value: [1]),
      ]
    )
    let outcome = await Harness(answers: [.failure(error)]).run(["call", "ToggleLike"])
    #expect(outcome.code == 69 && outcome.output.isEmpty)
    #expect(
      outcome.errors == """
        feedrpc: NOT_FOUND: no such post
          {"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"POST_NOT_FOUND",\
        "domain":"feedrpc"}
          {"@type":"type.googleapis.com/other.Fact","value":"AQ=="}

        """
    )
    let stream = await Harness(answers: [.failure(RPCError(.unavailable, ""))]).run([
      "call", "WatchFeed",
    ])
    #expect(stream.code == 78 && stream.errors == "feedrpc: UNAVAILABLE\n")
  }

  @Test(arguments: [
    (["Toggle"], "feedrpc: no method is called 'Toggle', did you mean ToggleLike?\n"),
    (["Tolike"], "feedrpc: no method is called 'Tolike'; see 'feedrpc list'\n"),
    (
      ["ToggleLike", #"{"postId": 5}"#],
      """
      feedrpc: MESSAGE: postId: expected a string, found 5
      See 'feedrpc describe feedrpc.v1.ToggleLikeRequest'.

      """
    ),
    (
      ["UploadPhoto", "-"],
      """
      feedrpc: standard input, message in line 2: line 1, column 1: parse error: premature EOF
      See 'feedrpc describe feedrpc.v1.UploadPhotoRequest'.

      """
    ),
    (["ToggleLike", "{}", "--data", "{}"], "feedrpc: the method takes one message, found 2\n"),
    (
      ["ToggleLike", "--metadata", "x"],
      "feedrpc call: --metadata: expected NAME=VALUE, found 'x'\nSee 'feedrpc call --help'.\n"
    ),
    (
      ["ToggleLike", "--timeout", "5"],
      """
      feedrpc call: --timeout: expected a duration with its unit, such as 250ms, 2s or 1m, found '5'
      See 'feedrpc call --help'.

      """
    ),
    ([], "feedrpc call: METHOD is missing\nSee 'feedrpc call --help'.\n"),
  ])
  func wrongUsageSendsNothing(words: [String], errors: String) async {
    var harness = Harness()
    harness.input = "{}\n\u{22}\n"
    let outcome = await harness.run(["call"] + words)
    if words.last == "-" {
      #expect(outcome.code == 2 && outcome.errors.contains("standard input, message in line 2: "))
    } else {
      #expect(outcome.code == 2 && outcome.errors == errors)
    }
    #expect(outcome.output.isEmpty && outcome.calls.isEmpty)
  }

  @Test(arguments: [
    ["call", "ToggleLike", "@/dev/zero"], ["list", "--descriptor-set", "/dev/zero"],
  ])
  func whatHasNoEndIsReadSoFar(words: [String]) async {
    let outcome = await Harness().run(words)
    #expect(outcome.code == 1 && outcome.calls.isEmpty)
    #expect(outcome.errors == "feedrpc: can't read /dev/zero: it has more than 67108864 bytes\n")
  }

  @Test(arguments: [(0, true), (1, false)])
  func aFileHasALimit(excess: Int, isTaken: Bool) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("file")
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    #expect(truncate(path, InputFile.byteLimit + excess) == 0)
    let content = try? InputFile.read(path)
    #expect(content?.count == (isTaken ? InputFile.byteLimit : nil))
  }

  @Test func aMissingFileIsNamed() async {
    let outcome = await Harness().run(["call", "ToggleLike", "@/nowhere/x"])
    #expect(outcome.code == 1)
    #expect(outcome.errors == "feedrpc: can't read /nowhere/x: No such file or directory\n")
  }
}
