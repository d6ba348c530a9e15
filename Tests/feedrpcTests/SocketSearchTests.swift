import CommandLineKit
import Testing

@testable import feedrpc

@Suite struct SocketSearchTests {
  @Test(
    arguments: [
      (
        ["XDG_RUNTIME_DIR": "/run/user/7"], false,
        ["/run/user/7/feedrpc/feedrpc.sock", "/run/feedrpc/feedrpc.sock"]
      ),
      (["XDG_RUNTIME_DIR": "/run/user/0"], true, ["/run/feedrpc/feedrpc.sock"]),
      (
        ["XDG_RUNTIME_DIR": "", "HOME": "/h"], false,
        ["/h/.local/state/feedrpc/feedrpc.sock", "/run/feedrpc/feedrpc.sock"]
      ),
      (
        ["XDG_STATE_HOME": "/s", "HOME": "/h"], false,
        ["/s/feedrpc/feedrpc.sock", "/run/feedrpc/feedrpc.sock"]
      ),
      ([:], false, ["/run/feedrpc/feedrpc.sock"]),
    ] as [([String: String], Bool, [String])]
  )
  func theUsersSocketComesFirst(environment: [String: String], isRoot: Bool, candidates: [String]) {
    #expect(SocketSearch(environment: environment, isRoot: isRoot).candidates == candidates)
  }

  @Test func theFirstThatExistsIsTaken() async {
    var harness = Harness()
    harness.environment = ["XDG_RUNTIME_DIR": "/run/user/7"]
    harness.existing = ["/run/feedrpc/feedrpc.sock"]
    #expect(await harness.run(["feed"]).address == "/run/feedrpc/feedrpc.sock")
    harness.existing.insert("/run/user/7/feedrpc/feedrpc.sock")
    #expect(await harness.run(["feed"]).address == "/run/user/7/feedrpc/feedrpc.sock")
    harness.environment["FEEDRPC_SOCKET"] = "named"
    #expect(await harness.run(["feed"]).address == "named")
    #expect(await harness.run(["feed", "--socket", "given"]).address == "given")
  }

  @Test func whereThereIsNoneThePlacesAreNamed() async {
    var harness = Harness()
    harness.environment = ["XDG_RUNTIME_DIR": "/run/user/7"]
    let outcome = await harness.run(["feed"])
    #expect(outcome.code == 1 && outcome.address == nil)
    #expect(
      outcome.errors == """
        feedrpc: no feedrpcd at /run/user/7/feedrpc/feedrpc.sock or \
        /run/feedrpc/feedrpc.sock: start one, or name its socket with --socket or FEEDRPC_SOCKET

        """
    )
  }
}
