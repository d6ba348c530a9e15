import CommandLineKit
import FeedMessages
import ProtobufRuntime
import RPC
import Testing
import Waiting

@testable import feedrpc

@Suite(.timeLimit(.minutes(10))) struct ProfileCommandTests {
  private static let profile = FetchProfileResponse(
    user: User(id: "u:1", username: "eva", displayName: "Eva"),
    bio: "Sea and sky",
    postCount: 12,
    followerCount: 3,
    followingCount: 40,
    isFollowed: true
  )

  private static func harness() -> Harness {
    var harness = Harness()
    harness.answersByMethod = [
      "FetchProfile": Harness.answer(profile),
      "FetchFeedPage": Harness.answer(FeedPageCommandTests.last),
    ]
    return harness
  }

  private func run(_ words: [String]) async -> Harness.Outcome {
    await Self.harness().run(["profile"] + words)
  }

  private static let profileTable = """
    ID   USERNAME  NAME  POSTS  FOLLOWERS  FOLLOWING  FOLLOWED  BIO
    u:1  eva       Eva      12          3         40  yes       Sea and sky

    """
  private static let postTable = """
    ID   AUTHOR  AGE  LIKES  COMMENTS  IMAGE  TEXT
    p:0  eva     now     12         3         First

    """

  @Test func aProfileComesWithItsPosts() async {
    let outcome = await run(["--me"])
    #expect(outcome.output == Self.profileTable + "\n" + Self.postTable)
    #expect(outcome.errors.isEmpty && outcome.code == 0)
  }

  @Test func quietIsTheUserAlone() async {
    let outcome = await run(["-q"])
    #expect(outcome.output == "u:1\n" && outcome.calls.count == 1)
  }

  @Test func itIsJSON() async {
    let whole = await run(["--format", "json"])
    #expect(whole.output.hasPrefix("{\n  \"profile\": {\n    \"user\": {\n"))
    #expect(whole.output.contains("\n  \"posts\": {\n    \"posts\": [\n"))
    let lines = await run(["--format", "jsonl"]).output.split(separator: "\n")
    #expect(lines.map { $0.prefix(6) } == [#"{"user"#, #"{"id":"#])
  }

  @Test(
    arguments: [
      ([], FetchProfileRequest()), (["--me"], FetchProfileRequest()),
      (["--user", "u:7"], FetchProfileRequest(userID: "u:7")),
      (["--username", "eva"], FetchProfileRequest(username: "eva")),
      (["eva"], FetchProfileRequest(username: "eva")),
      (["u:7"], FetchProfileRequest(userID: "u:7")),
    ]
  )
  func theOptionsSayWhose(words: [String], request: FetchProfileRequest) async throws {
    let outcome = await run(words)
    let profiles = outcome.calls.filter { $0.path.hasSuffix("FetchProfile") }
    for call in profiles { #expect(call.messages == [request.encodedBytes()]) }
    // Whose id is not known is asked for once more, for the posts.
    #expect(profiles.count == (request.userID.isEmpty ? 2 : 1))
    let page = try #require(outcome.calls.first { $0.path.hasSuffix("FetchFeedPage") })
    let filter = FeedFilter(authorID: request.userID.isEmpty ? "u:1" : request.userID)
    #expect(page.messages == [FetchFeedPageRequest(pageSize: 20, filter: filter).encodedBytes()])
  }

  @Test(
    arguments: [
      ["--me", "--username", "eva"], ["--user", "u:1", "--username", "eva"], ["eva", "--me"],
    ]
  )
  func twoOfThemAreWrongUsage(words: [String]) async {
    let outcome = await run(words)
    #expect(outcome.code == 2 && outcome.calls.isEmpty)
    #expect(outcome.errors.contains("give one of them"))
  }

  @Test func anEmptyNameIsNobody() async {
    let outcome = await run([""])
    #expect(outcome.code == 2 && outcome.calls.isEmpty)
    #expect(outcome.errors == "feedrpc: USER is empty: leave it out for one's own\n")
  }

  // MARK: Each part by itself

  private static let terminal = Terminal(isInteractive: true, width: 80, hasColour: false)

  @Test func aPartThatFailsLeavesTheOther() async {
    var harness = Self.harness()
    harness.answersByMethod["FetchFeedPage"] = .failure(RPCError(.internal, "no"))
    let outcome = await harness.run(["profile"])
    #expect(outcome.output == Self.profileTable && outcome.code == 77)
    #expect(outcome.errors == "feedrpc: posts: INTERNAL: no\n")
    let json = await harness.run(["profile", "--format", "json"])
    #expect(json.output.hasPrefix("{\n  \"profile\": {\n") && json.code == 77)
    #expect(!json.output.contains("\"posts\""))
    harness.answersByMethod["FetchFeedPage"] = Harness.answer(FeedPageCommandTests.last)
    harness.answersByMethod["FetchProfile"] = .failure(RPCError(.internal, "no"))
    let posts = await harness.run(["profile", "--user", "u:1"])
    #expect(posts.output == Self.postTable && posts.code == 77)
    #expect(posts.errors == "feedrpc: profile: INTERNAL: no\n")
  }

  @Test func anErrorOfBothIsToldOnce() async {
    var harness = Harness()
    harness.answersByMethod = [
      "FetchProfile": .failure(RPCError(.notFound, "there is no such user"))
    ]
    let outcome = await harness.run(["profile", "--username", "nobody"])
    #expect(outcome.output.isEmpty && outcome.code == 69)
    #expect(outcome.errors == "feedrpc: profile: NOT_FOUND: there is no such user\n")
  }

  @Test(arguments: [true, false])
  func onATerminalEachIsShownAsItArrives(isTerminal: Bool) async {
    var harness = Self.harness()
    if isTerminal {
      harness.terminal = Self.terminal
      harness.errorsTerminal = Self.terminal
      harness.holds["FetchProfile"] = { output in
        do { try await waitUntil { output.text.contains("First") } } catch {
          Issue.record(error)
        }
      }
    }
    let outcome = await harness.run(["profile", "--user", "u:1"])
    #expect(
      outcome.output
        == (isTerminal
          ? Self.postTable + "\n" + Self.profileTable : Self.profileTable + "\n" + Self.postTable)
    )
    #expect(
      outcome.errors
        == (isTerminal
          ? "profile: loading…\nposts: loading…\n\u{1B}[2A\u{1B}[J"
            + "profile: loading…\n\u{1B}[1A\u{1B}[J" : "")
    )
  }

  @Test func aNarrowTerminalGetsLines() async {
    var harness = Self.harness()
    harness.terminal = Terminal(isInteractive: true, width: 60, hasColour: false)
    let outcome = await harness.run(["profile", "--user", "u:1"])
    #expect(
      outcome.output == """
        Eva  @eva
        Sea and sky
        u:1 12 posts, 3 followers, 40 following, followed

        \(Self.postTable)
        """
    )
  }

  @Test func aPartIsAskedForAgain() async {
    var harness = Harness()
    harness.answersByMethod["FetchFeedPage"] = Harness.answer(FeedPageCommandTests.last)
    let busy = RPCError(.resourceExhausted, "busy", details: [Self.retryAfterAMillisecond])
    harness.answers = [.failure(busy), Harness.answer(Self.profile)]
    harness.errorsTerminal = Self.terminal
    let words = ["profile", "--user", "u:1"]
    let outcome = await harness.run(words + ["--retry"])
    #expect(outcome.output == Self.profileTable + "\n" + Self.postTable && outcome.code == 0)
    #expect(outcome.errors.contains("profile: RESOURCE_EXHAUSTED, trying again in 1 ms\n"))
    let impatient = await harness.run(words)
    #expect(impatient.output == Self.postTable && impatient.code == 72)
  }

  private static var retryAfterAMillisecond: RPCError.Detail {
    RPCError.Detail(RetryInfo(retryDelay: ProtobufDuration(nanos: 1_000_000)))
  }
}
