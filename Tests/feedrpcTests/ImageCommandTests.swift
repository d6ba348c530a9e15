import Base
import CommandLineKit
import FeedMessages
import Foundation
import ProtobufRuntime
import RPC
import Testing

@testable import feedrpc

@Suite struct ImageCommandTests {
  static let header = ImageHeader(
    contentType: "image/png",
    width: 4,
    height: 3,
    totalBytes: 5,
    source: .rendered,
    trace: RenderTrace(
      waitedMicroseconds: 24_180,
      queuedMicroseconds: 0,
      sourceMicroseconds: 10_050,
      encodeMicroseconds: 990
    )
  )
  static let answer = Harness.answer(
    StreamImageResponse(header: header, chunk: [1, 2, 3]),
    StreamImageResponse(chunk: [4, 5])
  )
  static let summary =
    "image/png 4x3, 5 bytes, rendered (waited 24.1 ms, source 10.0 ms, encode 0.9 ms)\n"

  @Test func anImageIsWrittenToItsFile() async throws {
    let folder = try TemporaryFolder()
    let outcome = await Harness(answers: [Self.answer]).run([
      "image", "pattern:1.4x3", "-o", folder.path("a.png"), "-w4", "--height", "3", "--format",
      "png", "--fit=contain", "--quality", "80",
    ])
    #expect(outcome.code == 0 && outcome.output.isEmpty && outcome.errors == Self.summary)
    #expect(try Data(contentsOf: URL(filePath: folder.path("a.png"))) == Data([1, 2, 3, 4, 5]))
    #expect(try folder.names() == ["a.png"])
    let request = StreamImageRequest(
      variant: ImageVariant(
        imageID: "pattern:1.4x3",
        width: 4,
        height: 3,
        fit: .contain,
        format: .png,
        quality: 80
      ),
      priority: .visible
    )
    #expect(outcome.calls[0].messages == [request.encodedBytes()])
  }

  @Test(arguments: [["-o", "-"], []])
  func anImageGoesToStandardOutput(words: [String]) async {
    let outcome = await Harness(answers: [Self.answer]).run(["image", "pattern:1.4x3"] + words)
    #expect(outcome.output == "\u{1}\u{2}\u{3}\u{4}\u{5}" && outcome.errors == Self.summary)
  }

  @Test func bytesInsteadOfAMemoryFileAreNoted() async throws {
    let outcome = await Harness(answers: [Self.answer]).run(["image", "x", "--memory-file"])
    #expect(outcome.output == "\u{1}\u{2}\u{3}\u{4}\u{5}")
    let note = "note: the server sent bytes, not a memory file\n"
    #expect(outcome.code == 0 && outcome.errors == Self.summary + note)
    let request = StreamImageRequest(
      variant: ImageVariant(imageID: "x", fit: .cover, format: .jpeg),
      priority: .visible,
      delivery: .memoryFile
    )
    #expect(outcome.calls[0].messages == [request.encodedBytes()])
  }

  @Test func aMemoryFileThatIsAnnouncedMustCome() async {
    var header = Self.header
    header.memoryFile = true
    let answer = Harness.answer(StreamImageResponse(header: header))
    let outcome = await Harness(answers: [answer]).run(["image", "x", "--memory-file"])
    #expect(outcome.code == 1 && outcome.output.isEmpty)
    #expect(outcome.errors == "feedrpc: the server's memory file can't be used: none came\n")
  }

  static let pixels = Harness.answer(
    StreamImageResponse(
      header: ImageHeader(
        contentType: "image/x-rgba8",
        width: 16,
        height: 8,
        totalBytes: 512,
        source: .memoryCache
      ),
      chunk: PictureTests.red.pixels
    )
  )

  static func onTerminal(_ answers: [Result<[Bytes], RPCError>], width: Int = 80) -> Harness {
    var harness = Harness(answers: answers, environment: PictureTests.trueColour)
    harness.terminal = Terminal(isInteractive: true, width: width, hasColour: true)
    return harness
  }

  @Test(arguments: [(60, 480), (160, 1280)])
  func aTerminalShowsThePicture(width: Int, pixels: Int32) async throws {
    let outcome = await Self.onTerminal([Self.pixels], width: width).run(["image", "pattern:1.4x3"])
    #expect(outcome.code == 0 && outcome.output.contains("48;2;255;0;0m"))
    #expect(outcome.errors == "16x8, from memory\n")
    let variant = ImageVariant(
      imageID: "pattern:1.4x3",
      width: pixels,
      height: 336,
      fit: .contain,
      format: .rgba8
    )
    let request = StreamImageRequest(variant: variant, priority: .visible)
    #expect(outcome.calls[0].messages == [request.encodedBytes()])
  }

  @Test(arguments: [
    (
      ["-o", "-"],
      "the bytes of an image are nothing for a terminal: leave --output out to see it, or name a "
        + "file"
    ),
    (["--format", "png"], "--format says what a file holds: name one with --output"),
  ])
  func aTerminalGetsNoBytes(words: [String], sentence: String) async {
    let outcome = await Self.onTerminal([Self.answer]).run(["image", "pattern:1.4x3"] + words)
    #expect(outcome.code == 2 && outcome.calls.isEmpty && outcome.output.isEmpty)
    #expect(outcome.errors == "feedrpc: \(sentence)\n")
  }

  @Test func pixelsThatAreNoPictureAreNotPainted() async {
    let outcome = await Self.onTerminal([Self.answer]).run(["image", "pattern:1.4x3"])
    #expect(outcome.code == 1 && outcome.output.isEmpty)
    #expect(outcome.errors == "feedrpc: 5 bytes are no pixels of 4x3\n")
  }

  @Test(arguments: ["p:q1", "feedrpc://post/p:q1"])
  func aPostStandsForItsPicture(reference: String) async throws {
    let post = Post(id: "p:q1", image: ImageToken(id: "pattern:7.4x3"))
    let posts = Harness.answer(FetchPostsResponse(posts: [post]))
    let outcome = await Harness(answers: [posts, Self.answer]).run(["image", reference])
    #expect(outcome.code == 0 && outcome.errors == Self.summary)
    #expect(outcome.calls[0].messages == [FetchPostsRequest(postIDs: ["p:q1"]).encodedBytes()])
    let request = try StreamImageRequest(wireBytes: outcome.calls[1].messages[0])
    #expect(request.variant?.imageID == "pattern:7.4x3")
  }

  @Test func aPostWithoutAPictureIsNamed() async {
    let bare = Harness.answer(FetchPostsResponse(posts: [Post(id: "p:q1")]))
    let outcome = await Harness(answers: [bare]).run(["image", "p:q1"])
    #expect(outcome.code == 1 && outcome.errors == "feedrpc: post p:q1 has no picture\n")
    let none = Harness.answer(FetchPostsResponse())
    let missing = await Harness(answers: [none]).run(["image", "p:q1"])
    #expect(missing.code == 69 && missing.errors == "feedrpc: NOT_FOUND: there is no post p:q1\n")
  }

  @Test func aFileIsLeftAloneWhereTheImageFails() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.jpeg")
    try Data("old".utf8).write(to: URL(filePath: path))
    let short = Harness.answer(StreamImageResponse(header: Self.header, chunk: [1]))
    let cut = await Harness(answers: [short]).run(["image", "x", "-o", path])
    #expect(cut.code == 1 && cut.errors == "feedrpc: the image ended after 1 of 5 bytes\n")
    let missing = RPCError(.notFound, "no such image")
    let refused = await Harness(answers: [.failure(missing)]).run(["image", "x", "-o", path])
    #expect(refused.code == 69 && refused.errors == "feedrpc: NOT_FOUND: no such image\n")
    #expect(try Data(contentsOf: URL(filePath: path)) == Data("old".utf8))
    #expect(try folder.names() == ["a.jpeg"])
  }

  @Test(.serialized, arguments: [true, false])
  func aFileHasItsPlaceOnlyWhenItIsWhole(knowsNameless: Bool) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a")
    try Data("old".utf8).write(to: URL(filePath: path))
    func write(finishes: Bool) throws {
      var file = try OutputFile(path, knowsNameless: knowsNameless)
      try file.write([1, 2])
      // A kill at this moment leaves what is here.
      if knowsNameless { #expect(try folder.names() == ["a"]) }
      if finishes { try file.finish() }
    }
    try write(finishes: false)
    #expect(try Data(contentsOf: URL(filePath: path)) == Data("old".utf8))
    try write(finishes: true)
    #expect(try Data(contentsOf: URL(filePath: path)) == Data([1, 2]))
    #expect(try folder.names() == ["a"])
    var status = stat()
    #expect(stat(path, &status) == 0)
    let mask = umask(0)
    umask(mask)
    #expect(status.st_mode & 0o777 == 0o666 & ~mask)
  }

  @Test func whatIsNoOrdinaryFileIsWrittenAsItIs() async throws {
    let outcome = await Harness(answers: [Self.answer]).run(["image", "x", "-o", "/dev/null"])
    #expect(outcome.code == 0 && outcome.errors == Self.summary)
    let attributes = try FileManager.default.attributesOfItem(atPath: "/dev/null")
    #expect(attributes[.type] as? FileAttributeType == .typeCharacterSpecial)
  }

  @Test func aLinkStaysOne() async throws {
    let folder = try TemporaryFolder()
    try Data().write(to: URL(filePath: folder.path("file")))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"),
      withDestinationPath: "file"
    )
    let outcome = await Harness(answers: [Self.answer])
      .run(["image", "x", "-o", folder.path("link")])
    #expect(outcome.code == 0)
    #expect(try Data(contentsOf: URL(filePath: folder.path("file"))).count == 5)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link")) == "file"
    )
    #expect(try folder.names() == ["file", "link"])
  }

  @Test func aFolderThatIsNotThereIsNamed() async {
    let outcome = await Harness(answers: [Self.answer]).run(["image", "x", "-o", "/nowhere/a"])
    #expect(outcome.code == 1)
    #expect(outcome.errors == "feedrpc: can't write /nowhere/a: No such file or directory\n")
  }

  @Test(arguments: [
    (ImageSource.coalesced, ", rendered for several calls"), (.memoryCache, ", from memory"),
    (.diskCache, ", from disk"), (.unspecified, ""), (.unrecognized(9), ""),
  ])
  func theSourceIsTold(source: ImageSource, words: String) {
    var header = Self.header
    header.source = source
    header.trace = nil
    #expect("\(ImageSummary(header))" == "image/png 4x3, 5 bytes\(words)")
  }

  @Test func anOriginalIsAsItWasUploaded() async {
    let header = ImageHeader(contentType: "image/png", width: 4, height: 3, totalBytes: 2)
    let answer = Harness.answer(StreamImageResponse(header: header, chunk: [1, 2]))
    let outcome = await Harness(answers: [answer]).run(["image", "x", "--format", "original"])
    #expect(outcome.errors == "image/png 4x3, 2 bytes, as it was uploaded\n")
  }

  /// What a server that means harm announces, and sends.
  @Test(
    arguments: [
      (16, 8, 511, 1, "511 bytes are no pixels of 16x8"),
      (16, 8, 512, 1, nil), (16, 8, 512, 2, "the server sent more than the image's 512 bytes"),
      (2_049, 1, 2_049 * 4, 17, "8196 bytes are no pixels of 2049x1"),
      (128, 1, 512, 1, nil), (Int32.max, Int32.max, -1, 1, "-1 bytes are no pixels of "),
    ] as [(Int32, Int32, Int64, Int, String?)]
  )
  func noMoreIsTakenThanIsAnnounced(
    width: Int32,
    height: Int32,
    totalBytes: Int64,
    chunkCount: Int,
    complaint: String?
  ) async {
    let header = ImageHeader(width: width, height: height, totalBytes: totalBytes)
    let chunk = PictureTests.red.pixels
    var messages = [StreamImageResponse(header: header, chunk: chunk)]
    messages += Array(repeating: StreamImageResponse(chunk: chunk), count: chunkCount - 1)
    let answer = Result<[Bytes], RPCError>.success(messages.map { $0.encodedBytes() })
    let outcome = await Self.onTerminal([answer]).run(["image", "pattern:1.4x3"])
    #expect(outcome.code == (complaint == nil ? 0 : 1))
    #expect(outcome.output.isEmpty == (complaint != nil))
    if let complaint { #expect(outcome.errors.hasPrefix("feedrpc: \(complaint)")) }
  }

  @Test func aFileGetsNoMoreThanIsAnnounced() async throws {
    let folder = try TemporaryFolder()
    let answer = Harness.answer(
      StreamImageResponse(header: Self.header, chunk: [1, 2, 3]),
      StreamImageResponse(chunk: [4, 5, 6])
    )
    let outcome = await Harness(answers: [answer]).run(["image", "x", "-o", folder.path("a")])
    #expect(outcome.code == 1 && outcome.errors.hasSuffix("more than the image's 5 bytes\n"))
    #expect(try folder.names().isEmpty)
  }

  @Test(arguments: [
    (-1, false), (0, true), (ImageDownload.byteCounts.upperBound, true),
    (ImageDownload.byteCounts.upperBound + 1, false), (.max, false),
  ])
  func aFileGetsNothingOfWhatIsAnnouncedTooLong(totalBytes: Int64, isTaken: Bool) async throws {
    let folder = try TemporaryFolder()
    let header = ImageHeader(contentType: "image/png", width: 4, height: 3, totalBytes: totalBytes)
    let answer = Harness.answer(StreamImageResponse(header: header))
    let outcome = await Harness(answers: [answer]).run(["image", "x", "-o", folder.path("a")])
    // What may come has not come.
    let refusal =
      isTaken
      ? "the image ended after 0 of \(totalBytes) bytes"
      : "the server announces an image of \(totalBytes) bytes; the largest has 269484032"
    let isWhole = totalBytes == 0
    #expect(outcome.code == (isWhole ? 0 : 1))
    #expect(outcome.errors == (isWhole ? "image/png 4x3, 0 bytes\n" : "feedrpc: \(refusal)\n"))
    #expect(try folder.names() == (isWhole ? ["a"] : []))
  }

  @Test func bytesWithoutAHeaderAreNoImage() async {
    let answer = Harness.answer(StreamImageResponse(chunk: [1]))
    let outcome = await Harness(answers: [answer]).run(["image", "x"])
    #expect(outcome.code == 1 && outcome.output.isEmpty)
    #expect(outcome.errors == "feedrpc: the server sent no image\n")
  }
}
