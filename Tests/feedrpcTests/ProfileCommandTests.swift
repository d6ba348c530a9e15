import FeedMessages
import RPC
import Testing

@testable import feedrpc

@Suite struct ProfileCommandTests {
  private static let profile = FetchProfileResponse(
    user: User(id: "u:1", username: "eva", displayName: "Eva"),
    bio: "Sea and sky",
    postCount: 12,
    followerCount: 3,
    followingCount: 40,
    isFollowed: true
  )

  private func run(_ words: [String]) async -> Harness.Outcome {
    await Harness(answers: [Harness.answer(Self.profile)]).run(["profile"] + words)
  }

  @Test func aProfileIsALine() async {
    let outcome = await run(["--me"])
    #expect(
      outcome.output == """
        ID   USERNAME  NAME  POSTS  FOLLOWERS  FOLLOWING  FOLLOWED  BIO
        u:1  eva       Eva      12          3         40  yes       Sea and sky

        """
    )
    #expect(outcome.errors.isEmpty && outcome.code == 0)
    #expect(await run(["-q"]).output == "u:1\n")
  }

  @Test(
    arguments: [
      ([], FetchProfileRequest()), (["--me"], FetchProfileRequest()),
      (["--user", "u:7"], FetchProfileRequest(userID: "u:7")),
      (["--username", "eva"], FetchProfileRequest(username: "eva")),
    ]
  )
  func theOptionsSayWhose(words: [String], request: FetchProfileRequest) async throws {
    let outcome = await run(words)
    let sent = try #require(outcome.calls.first?.messages.first)
    #expect(try FetchProfileRequest(wireBytes: sent) == request)
  }

  @Test(arguments: [["--me", "--username", "eva"], ["--user", "u:1", "--username", "eva"]])
  func twoOfThemAreWrongUsage(words: [String]) async {
    let outcome = await run(words)
    #expect(outcome.code == 2 && outcome.calls.isEmpty)
    #expect(outcome.errors.contains("give one of them"))
  }
}
