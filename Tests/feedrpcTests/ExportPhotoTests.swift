import Base
import FeedMessages
import ProtobufRuntime
import RPC
import Testing

@testable import feedrpc

/// Photos that `feedrpc export` takes from a server that means harm.
@Suite struct ExportPhotoTests {
  @Test(arguments: [
    (2, 2, nil), (2, 3, "the server sent more than the photo's 2 bytes"),
    (2, 1, "the photo ended after 1 bytes"),
    (64 << 20, 2, "the photo ended after 2 bytes"),
    (64 << 20 + 1, 2, "the server announces a photo of 67108865 bytes; the largest has 67108864"),
    (-1, 2, "the server announces a photo of -1 bytes; the largest has 67108864"),
  ])
  func noMoreIsTakenThanIsAnnounced(
    announced: Int64,
    byteCount: Int,
    complaint: String?
  ) async throws {
    let folder = try TemporaryFolder()
    let post = Post(id: "p:1", image: ImageToken(id: "photo:1"))
    let page = FetchFeedPageResponse(posts: [post], feedID: "f")
    var messages = [
      StreamImageResponse(header: ImageHeader(contentType: "image/png", totalBytes: announced))
    ]
    messages += Array(repeating: StreamImageResponse(chunk: [1]), count: byteCount)
    var harness = Harness()
    harness.answersByMethod = [
      "FetchFeedPage": Harness.answer(page),
      "StreamImage": .success(messages.map { $0.encodedBytes() }),
    ]
    let outcome = await harness.run(["export", folder.path("copy")])
    #expect(outcome.code == (complaint == nil ? 0 : 1))
    #expect(outcome.errors == (complaint.map { "photo of p:1: \($0)\n" } ?? ""))
  }
}
