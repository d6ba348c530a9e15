import CommandLineKit
import Testing

@testable import feedrpc

@Suite struct ListCommandTests {
  @Test func methodsAreListedWithWhatTheyTakeAndGive() async {
    let outcome = await Harness().run(["list", "ImageService"])
    #expect(
      outcome.output == """
        METHOD                                  TAKES                         GIVES
        feedrpc.v1.ImageService/StreamImage     StreamImageRequest            \
        stream StreamImageResponse
        feedrpc.v1.ImageService/PrefetchImages  stream PrefetchImagesRequest  \
        stream PrefetchImagesResponse

        """
    )
    #expect(outcome.code == 0 && outcome.address == nil)
  }

  @Test(arguments: [(60, "METHOD                                TAKES"), (50, "METHOD")])
  func aNarrowTerminalGetsMethodsWholeAndLessBesides(width: Int, titles: String) async {
    var harness = Harness()
    harness.terminal = Terminal(isInteractive: true, width: width, hasColour: false)
    let lines = await harness.run(["list", "FeedService"]).output.split(separator: "\n")
    #expect(lines.first.map(String.init) == titles && lines.allSatisfy { $0.count <= width })
    #expect(lines.count == 16 && lines[1].hasPrefix("feedrpc.v1.FeedService/FetchFeedPage"))
  }

  @Test func everyServiceOfADaemonIsListed() async {
    let outcome = await Harness().run(["list", "-q"])
    let paths = outcome.output.split(separator: "\n")
    #expect(paths.contains("feedrpc.v1.AdminService/GetStats"))
    #expect(paths.contains("feedrpc.v1.FeedService/WatchFeed"))
    #expect(!outcome.output.contains("bench"))
  }

  @Test func methodsAreListedAsJSON() async {
    let outcome = await Harness().run(["list", "AdminService", "--format", "json"])
    #expect(
      outcome.output == """
        [
          {
            "method": "feedrpc.v1.AdminService/GetStats",
            "request": "feedrpc.v1.GetStatsRequest",
            "response": "feedrpc.v1.GetStatsResponse",
            "streamsRequests": false,
            "streamsResponses": false
          }
        ]

        """
    )
  }

  @Test(arguments: [
    ("Nothing", "feedrpc: no service, method or type is called 'Nothing'; see 'feedrpc list'\n"),
    ("Post", "feedrpc: feedrpc.v1.Post is no service\n"),
    (
      "FeedServise",
      "feedrpc: no service, method or type is called 'FeedServise', did you mean FeedService?\n"
    ),
  ])
  func whatIsNoServiceIsWrongUsage(name: String, errors: String) async {
    let outcome = await Harness().run(["list", name])
    #expect(outcome.code == 2 && outcome.errors == errors && outcome.output.isEmpty)
  }

  @Test(arguments: ["SetFollow", "feedrpc.v1.FeedService/SetFollow"])
  func aMethodIsDescribedWithItsMessages(name: String) async {
    let outcome = await Harness().run(["describe", name])
    #expect(
      outcome.output == """
        rpc SetFollow(feedrpc.v1.SetFollowRequest) returns (feedrpc.v1.SetFollowResponse);

        message feedrpc.v1.SetFollowRequest {
          string user_id = 1;
          bool following = 2;
        }

        message feedrpc.v1.SetFollowResponse {
          int64 follower_count = 1;
          int64 sequence = 2;
        }

        """
    )
  }

  @Test(arguments: [
    (81, "rpc SetFollow(feedrpc.v1.SetFollowRequest)\n    returns (feedrpc.v1.SetFollowResponse);"),
    (82, "rpc SetFollow(feedrpc.v1.SetFollowRequest) returns (feedrpc.v1.SetFollowResponse);"),
  ])
  func aMethodThatIsTooLongForATerminalHasTwoLines(width: Int, text: String) async {
    var harness = Harness()
    harness.terminal = Terminal(isInteractive: true, width: width, hasColour: false)
    let outcome = await harness.run(["describe", "SetFollow"])
    #expect(outcome.code == 0 && outcome.output.hasPrefix(text + "\n"))
  }

  @Test func typesAndServicesAreDescribed() async {
    #expect(
      await Harness().run(["describe", "ImageFit"]).output == """
        enum feedrpc.v1.ImageFit {
          IMAGE_FIT_UNSPECIFIED = 0;
          IMAGE_FIT_COVER = 1;
          IMAGE_FIT_CONTAIN = 2;
        }

        """
    )
    #expect(
      await Harness().run(["describe", "ErrorInfo"]).output == """
        message google.rpc.ErrorInfo {
          string reason = 1;
          string domain = 2;
          map<string, string> metadata = 3;
        }

        """
    )
    let all = await Harness().run(["describe"])
    #expect(all.output.hasPrefix("service feedrpc.v1.") && all.code == 0)
  }

  @Test func whatIsNotThereCannotBeDescribed() async {
    let outcome = await Harness().run(["describe", "Pots"])
    #expect(outcome.code == 2)
    #expect(
      outcome.errors
        == "feedrpc: no service, method or type is called 'Pots', did you mean Post?\n"
    )
  }
}
