package import RPC

/// Who may ask for what, decided by the peer's uid alone.
package struct Authority: Sendable {
  /// Whom a call is made for.
  package enum Claim: Hashable, Sendable {
    /// The user that belongs to the uid.
    case userOf(uid: UInt32)
    /// The user that the call names, by id or username.
    case actingAs(String)
  }

  /// Metadata that names the user to act as.
  package static let viewerMetadataName = "feedrpc-viewer"
  /// The uid that the kernel shows for users that have none in this namespace (user_namespaces(7)).
  package static let unmappedUserID: UInt32 = 65_534

  /// The uid that the daemon runs under.
  package let ownerUserID: UInt32

  package init(ownerUserID: UInt32) { self.ownerUserID = ownerUserID }

  /// True for the daemon's owner and root.
  package func isOperator(_ peer: Peer) -> Bool {
    peer.userID == ownerUserID || peer.userID == 0
  }

  /// Whom a call is made for.
  ///
  /// A name that is given twice is refused, not chosen from: a proxy that adds the user it has
  /// verified must not be overruled by one that its client sent.
  ///
  /// - Throws: PERMISSION_DENIED where the peer has no user, or may not act as another;
  ///   INVALID_ARGUMENT where it is not said as whom.
  package func claim(of peer: Peer, _ metadata: Metadata) throws(RPCError) -> Claim {
    let names = metadata.values(for: Self.viewerMetadataName)
    guard let name = names.first else {
      guard peer.userID != Self.unmappedUserID || isOperator(peer) else {
        throw .refused(
          .permissionDenied,
          .unmappedUser,
          "uid \(peer.userID) stands for users of other namespaces and has no feed user"
        )
      }
      return .userOf(uid: peer.userID)
    }
    guard isOperator(peer) else {
      throw .refused(
        .permissionDenied,
        .actingAsOther,
        "only the daemon's owner and root may act as another user; uid \(peer.userID) may not"
      )
    }
    guard names.count == 1, !name.isEmpty else {
      throw .refused(
        .invalidArgument,
        .invalidViewer,
        "\(Self.viewerMetadataName) is \(name.isEmpty ? "empty" : "given more than once"); "
          + "give one user id or username"
      )
    }
    return .actingAs(name)
  }

  /// Refuses the original of a photo to everybody but those who uploaded it, the daemon's owner and
  /// root.
  ///
  /// - Throws: PERMISSION_DENIED.
  package func requireReader(
    _ peer: Peer,
    ofOriginalUploadedByViewer isUploader: Bool
  ) throws(RPCError) {
    guard isUploader || isOperator(peer) else {
      throw .refused(
        .permissionDenied,
        .notUploader,
        "the stored bytes of a photo are for those who uploaded it; ask for another format"
      )
    }
  }

  /// Refuses everybody but the daemon's owner and root.
  ///
  /// - Throws: PERMISSION_DENIED.
  package func requireOperator(_ peer: Peer, for method: MethodDescriptor) throws(RPCError) {
    guard isOperator(peer) else {
      throw .refused(
        .permissionDenied,
        .operatorsOnly,
        "\(method.path) is for the daemon's owner and root only; uid \(peer.userID) is neither"
      )
    }
  }
}
