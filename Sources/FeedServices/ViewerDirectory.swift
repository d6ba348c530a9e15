import FeedModel
package import FeedStore
package import RPC

/// Finds out for whom a call is made; it never waits, so that calls keep their order.
package struct ViewerDirectory: Sendable {
  private let authority: Authority
  private let realm: String
  private let accountName: @Sendable (UInt32) -> String?

  /// - Parameters:
  ///   - authority: Who may act as whom.
  ///   - realm: Whose uids they are: `local`, or a machine's id.
  ///   - accountName: The name in the passwd entry of a uid; asked where a user is new.
  package init(
    _ authority: Authority,
    realm: String,
    accountName: @escaping @Sendable (UInt32) -> String?
  ) {
    self.authority = authority
    self.realm = realm
    self.accountName = accountName
  }

  /// Whom a call says it is made for: equal claims are equal viewers, until a user is new.
  ///
  /// - Throws: PERMISSION_DENIED or INVALID_ARGUMENT.
  func claim(of call: any ServerCall) throws(RPCError) -> Authority.Claim {
    try authority.claim(of: call.peer, call.metadata)
  }

  /// The viewer of a call.
  ///
  /// - Throws: PERMISSION_DENIED or INVALID_ARGUMENT.
  package func viewer(of call: any ServerCall) throws(RPCError) -> Viewer {
    try user(of: call).on(client: call.peer.connectionID)
  }

  private func user(of call: any ServerCall) throws(RPCError) -> Viewer {
    switch try claim(of: call) {
    case .userOf(let uid):
      return .account(.init(realm: realm, uid: uid, accountName: accountName(uid)))
    case .actingAs(let text):
      do { return try Viewer(actingAs: text) } catch {
        throw .refused(
          .invalidArgument,
          .invalidViewer,
          "\(Authority.viewerMetadataName) is neither a user id nor a username: those have 1 to 30 "
            + "of a-z, 0-9, . and _"
        )
      }
    }
  }

  /// Refuses everybody but the daemon's owner and root.
  ///
  /// - Throws: PERMISSION_DENIED.
  package func requireOperator(_ call: any ServerCall) throws(RPCError) {
    try authority.requireOperator(call.peer, for: call.method)
  }

  /// True for the daemon's owner and root.
  func isOperator(_ call: any ServerCall) -> Bool { authority.isOperator(call.peer) }

  /// Refuses the original of a photo to those who may not have it.
  ///
  /// - Throws: PERMISSION_DENIED.
  func requireReader(
    ofOriginalUploadedByViewer isUploader: Bool,
    _ call: any ServerCall
  ) throws(RPCError) {
    try authority.requireReader(call.peer, ofOriginalUploadedByViewer: isUploader)
  }
}
