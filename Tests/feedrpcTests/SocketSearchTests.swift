import CommandLineKit
import Testing

@testable import feedrpc

@Suite struct SocketSearchTests {
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
