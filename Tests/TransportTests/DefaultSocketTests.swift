import Testing
import Transport

@Suite struct DefaultSocketTests {
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
      (
        ["XDG_STATE_HOME": "s", "HOME": "/h"], false,
        ["/h/.local/state/feedrpc/feedrpc.sock", "/run/feedrpc/feedrpc.sock"]
      ),
      (["HOME": "h"], false, ["/run/feedrpc/feedrpc.sock"]),
      ([:], false, ["/run/feedrpc/feedrpc.sock"]),
    ] as [([String: String], Bool, [String])]
  )
  func theUsersSocketComesFirst(environment: [String: String], isRoot: Bool, candidates: [String]) {
    #expect(DefaultSocket.candidates(environment: environment, isRoot: isRoot) == candidates)
  }
}
