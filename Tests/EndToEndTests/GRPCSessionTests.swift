import FeedClient
import Foundation
import Testing

/// What somebody does with a feed, from another language, with nothing but `Protos/`.
@Suite(.timeLimit(.minutes(10)))
struct GRPCSessionTests {
  @Test func aWholeSessionWithGRPCsOwnClient() async throws {
    try await withDaemon(["--sample-posts", "30"]) { daemon in
      let lines = try await PythonPeer.run("session.py", [daemon.socket], in: daemon.folder)
      #expect(
        lines == [
          "pages_through_the_feed: 30 posts on 5 pages",
          "likes: True",
          "comments: Schön! 🌄 by somebody",
          "uploads_a_photo: 1600x1200",
          "posts_it: A circle 1600x1200",
          "streams_it_at_three_sizes: 64x48 320x240 1080x810",
          "watches: Seen?",
          "cancels_midway: CANCELLED, then 31 posts on 5 pages",
        ]
      )
      // What it gave up is over, and what it did is there for others.
      let client = try daemon.client()
      try await daemon.untilStats(client) { stats in
        stats.callsInFlight(ImageServiceMethods.streamImage) == 0
          && stats.callsInFlight(FeedServiceMethods.watchFeed) == 0
      }
      let newest = try #require(try await client.allPosts().first)
      #expect(newest.text == "A circle" && newest.author?.username == "somebody")
    }
  }
}
