import FeedModel
import FeedStore
import RPC
import Testing

@testable import FeedServices

@Suite struct AuthorityTests {
  private func peer(_ uid: UInt32) -> Peer {
    Peer(userID: uid, groupID: 0, processID: 1, connectionID: 1)
  }

  private func names(_ values: [String]) -> Metadata {
    var metadata: Metadata = ["other": "x"]
    for value in values { metadata.add(value, for: "feedrpc-viewer") }
    return metadata
  }

  @Test(
    arguments: [
      (1_000, [], .userOf(uid: 1_000)), (500, [], .userOf(uid: 500)), (0, [], .userOf(uid: 0)),
      (65_533, [], .userOf(uid: 65_533)), (65_535, [], .userOf(uid: 65_535)),
      (500, ["anna"], .actingAs("anna")), (0, ["u:1"], .actingAs("u:1")),
    ] as [(UInt32, [String], Authority.Claim)]
  )
  func aPeerIsItsUidOrWhomAnOperatorNames(
    uid: UInt32,
    values: [String],
    claim: Authority.Claim
  ) throws {
    let authority = Authority(ownerUserID: 500)
    #expect(try authority.claim(of: peer(uid), names(values)) == claim)
  }

  @Test(
    arguments: [
      (65_534, [], .permissionDenied, .unmappedUser),
      (65_534, ["anna"], .permissionDenied, .actingAsOther),
      (1_000, ["anna"], .permissionDenied, .actingAsOther),
      (1_000, [""], .permissionDenied, .actingAsOther),
      (1_000, ["anna", "anna"], .permissionDenied, .actingAsOther),
      (500, [""], .invalidArgument, .invalidViewer),
      (500, ["anna", "bert"], .invalidArgument, .invalidViewer),
      (0, ["anna", "anna"], .invalidArgument, .invalidViewer),
    ] as [(UInt32, [String], StatusCode, ErrorReason)]
  )
  func othersAreRefused(
    uid: UInt32,
    values: [String],
    code: StatusCode,
    reason: ErrorReason
  ) async {
    let authority = Authority(ownerUserID: 500)
    await expectRefusal(code, reason) { () throws(RPCError) in
      try authority.claim(of: peer(uid), names(values))
    }
  }

  @Test func aDaemonOfTheUnmappedUidServesIt() throws {
    let authority = Authority(ownerUserID: Authority.unmappedUserID)
    let claim = try authority.claim(of: peer(Authority.unmappedUserID), Metadata())
    #expect(claim == .userOf(uid: Authority.unmappedUserID))
  }

  @Test(arguments: [(0, true), (500, true), (501, false), (65_534, false)] as [(UInt32, Bool)])
  func ownerAndRootAreOperators(uid: UInt32, isOperator: Bool) async {
    let authority = Authority(ownerUserID: 500)
    #expect(authority.isOperator(peer(uid)) == isOperator)
    if isOperator {
      #expect(throws: Never.self) {
        try authority.requireOperator(peer(uid), for: FakeCall.anyMethod)
      }
    } else {
      await expectRefusal(.permissionDenied, .operatorsOnly) { () throws(RPCError) in
        try authority.requireOperator(peer(uid), for: FakeCall.anyMethod)
      }
    }
  }
}

@Suite struct ViewerDirectoryTests {
  private let viewers = ViewerDirectory(Authority(ownerUserID: 500), realm: "r") { uid in
    "Name-\(uid)"
  }

  @Test func aUidIsAnAccountOfItsRealm() throws {
    let viewer = try viewers.viewer(of: FakeCall(uid: 7))
    #expect(viewer == .account(.init(realm: "r", uid: 7, accountName: nil)))
    #expect(viewer != .account(.init(realm: "local", uid: 7, accountName: nil)))
    guard case .account(let account) = viewer.identity else { return }
    #expect(account.preferredUsername.text == "name_7")
  }

  @Test func anOperatorNamesAnIDOrAUsername() throws {
    let byID = try viewers.viewer(of: FakeCall(metadata: ["feedrpc-viewer": "u:7"]))
    #expect(byID == .user(UserID(number: 7)))
    let byName = try viewers.viewer(of: FakeCall(metadata: ["feedrpc-viewer": "anna"]))
    #expect(byName == .named(try Username("anna")))
  }

  @Test(arguments: ["Anna", "u:07", "u:", "p:1", "a b", String(repeating: "a", count: 31)])
  func whatIsNeitherIsRefused(text: String) async {
    await expectRefusal(.invalidArgument, .invalidViewer) { () throws(RPCError) in
      try viewers.viewer(of: FakeCall(metadata: ["feedrpc-viewer": text]))
    }
  }
}
