import Base
import CommandLineKit
import FeedMessages
import ProtobufRuntime
import RPC
import Testing

@testable import feedrpc

/// `feedrpc feed --images`: posts with their pictures.
@Suite struct FeedImagesTests {
  static func harness(
    _ picture: Result<[Bytes], RPCError> = ImageCommandTests.pixels,
    page: FetchFeedPageResponse = FeedPageCommandTests.page,
    width: Int = 60
  ) -> Harness {
    var harness = ImageCommandTests.onTerminal([], width: width)
    harness.answersByMethod = ["FetchFeedPage": Harness.answer(page), "StreamImage": picture]
    return harness
  }

  static let first = """
    \u{1B}[1mEva\u{1B}[0m  @eva  1 min ago

    Sunset
    at the sea

    p:2  ♥ 12 likes, 3 comments  \n
    """
  static let second = """
    \u{1B}[1mEva\u{1B}[0m  @eva  1 d ago

    Hello

    p:1  12 likes, 3 comments  \n

    """

  @Test(arguments: [(60, 480), (160, 640)])
  func eachPostHasItsPictureUnderIt(width: Int, pixels: Int32) async throws {
    let outcome = await Self.harness(width: width).run(["feed", "--images"])
    #expect(outcome.code == 0 && outcome.errors == "More: --page-token older\n")
    let painter = try PicturePainter(PictureTests.surroundings(PictureTests.trueColour))
    let place = PicturePlace.post(PictureTests.terminal, .characters)
    let picture = painter.paint(PictureTests.red, in: place)
    let shown = String(decoding: Array(picture), as: UTF8.self)
    #expect(outcome.output == Self.first + shown + "\n" + Self.second)
    let asked = outcome.calls.filter { $0.path.hasSuffix("StreamImage") }
    let variant = ImageVariant(
      imageID: "pattern:1.4x3",
      width: pixels,
      height: 192,
      fit: .contain,
      format: .rgba8
    )
    let request = StreamImageRequest(variant: variant, priority: .visible)
    #expect(asked.map(\.messages) == [[request.encodedBytes()]])
  }

  @Test func aPictureThatFailsIsALineThatSaysWhy() async {
    let sentence = "there is no image of this name, and the sentence goes on"
    let failed = await Self.harness(.failure(RPCError(.notFound, sentence)))
      .run(["feed", "--images"])
    let line = "no picture: NOT_FOUND: there is no image of this name, and …"
    #expect(failed.code == 0 && failed.output == Self.first + line + "\n\n" + Self.second)
    let short = await Self.harness(ImageCommandTests.answer).run(["feed", "--images"])
    #expect(short.output.contains("\nno picture: 5 bytes are no pixels of 4x3\n\n"))
  }

  @Test(arguments: [["-q"], ["--format", "json"], ["--format", "jsonl"]])
  func programsGetNoPictures(words: [String]) async {
    let outcome = await Self.harness().run(["feed", "--images"] + words)
    let without = await Self.harness().run(["feed"] + words)
    #expect(outcome.output == without.output && outcome.code == 0)
    #expect(outcome.calls.map(\.path) == ["feedrpc.v1.FeedService/FetchFeedPage"])
  }

  @Test func whatIsNoTerminalGetsNoPictures() async {
    let outcome = await Harness().run(["feed", "--images"])
    #expect(outcome.code == 2 && outcome.calls.isEmpty && outcome.output.isEmpty)
    #expect(
      outcome.errors == "feedrpc: --images needs a terminal: leave it out, or fetch pictures with "
        + "'feedrpc image'\n"
    )
  }

  @Test func anEmptyFeedIsToldWithPicturesToo() async {
    let outcome = await Self.harness(page: FetchFeedPageResponse()).run(["feed", "--images"])
    #expect(outcome.output.isEmpty && outcome.errors == "There are no posts.\n")
  }
}
