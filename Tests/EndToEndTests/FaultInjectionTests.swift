import FeedClient
import Testing

/// Faults that people who build clients ask for.
@Suite(.timeLimit(.minutes(10)))
struct FaultInjectionTests {
  @Test func aCallThatIsToldToFailFailsAndOthersDoNot() async throws {
    try await withDaemon([
      "--sample-posts", "1", "--inject-error", "FetchFeedPage=UNAVAILABLE:1",
    ]) { daemon in
      let client = try daemon.client()
      let error = await status { () async throws(RPCError) in
        try await client.feed.fetchFeedPage(FetchFeedPageRequest())
      }
      #expect(error?.code == .unavailable && error?.message.contains("injected") == true)
      #expect(try await client.feed.fetchProfile(FetchProfileRequest()).user != nil)
    }
  }

  @Test func aLateAnswerMissesTheDeadlineAndItsEffectStays() async throws {
    try await withDaemon([
      "--sample-posts", "1", "--inject-latency", "ToggleLike=20s", "--drain-time", "10ms",
    ]) { daemon in
      let client = try daemon.client(as: "ada")
      let post = try await client.allPosts()[0]
      let began = ContinuousClock.now
      let error = await status { () async throws(RPCError) in
        try await client.feed.toggleLike(
          ToggleLikeRequest(postID: post.id, intent: .like),
          options: CallOptions(timeout: .milliseconds(100))
        )
      }
      #expect(error?.code == .deadlineExceeded)
      #expect(began.duration(to: .now) < .seconds(10))
      let seen = try await client.feed.fetchPosts(FetchPostsRequest(postIDs: [post.id])).posts[0]
      #expect(seen.isLiked && seen.likeCount == post.likeCount + 1)
      try await daemon.untilStats(client) { $0.callsInFlight(FeedServiceMethods.toggleLike) == 0 }
    }
  }

  @Test func theSameSeedMakesTheSameFaults() async throws {
    var runs: [[Bool]] = []
    for seed in ["7", "7", "8"] {
      try await withDaemon([
        "--sample-posts", "1", "--inject-error", "FetchPosts=INTERNAL:0.5", "--inject-seed", seed,
      ]) { daemon in
        let client = try daemon.client()
        let id = try await client.allPosts()[0].id
        var fails: [Bool] = []
        for _ in 0..<40 {
          let error = await status { () async throws(RPCError) in
            try await client.feed.fetchPosts(FetchPostsRequest(postIDs: [id]))
          }
          #expect(error == nil || error?.code == .internal)
          fails.append(error != nil)
        }
        runs.append(fails)
      }
    }
    #expect(runs[0] == runs[1] && runs[0] != runs[2])
    #expect(runs[0].contains(true) && runs[0].contains(false))
  }
}
