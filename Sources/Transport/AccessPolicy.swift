/// Who may connect.
///
/// The kernel decides by the mode of the socket's file. Where others than the owner are named, the
/// file is open to all and the peer's ids are looked at instead.
package struct AccessPolicy: Sendable {
  /// Who runs this process.
  package var ownerID: UInt32
  package var allowedUserIDs: Set<UInt32>
  package var allowedGroupIDs: Set<UInt32>
  /// The mode asked for, or nil for the one that follows from who is allowed.
  package var socketMode: UInt32?

  package init(
    ownerID: UInt32,
    allowedUserIDs: Set<UInt32> = [],
    allowedGroupIDs: Set<UInt32> = [],
    socketMode: UInt32? = nil
  ) {
    self.ownerID = ownerID
    self.allowedUserIDs = allowedUserIDs
    self.allowedGroupIDs = allowedGroupIDs
    self.socketMode = socketMode
  }

  private var namesOthers: Bool { !allowedUserIDs.isEmpty || !allowedGroupIDs.isEmpty }

  /// The mode of the socket's file.
  package var fileMode: UInt32 { socketMode ?? (namesOthers ? 0o666 : 0o600) }

  /// The mode of a directory made for it: others pass through where they may connect.
  package var directoryMode: UInt32 { fileMode & 0o077 != 0 ? 0o711 : 0o700 }

  /// True where a peer's groups matter.
  package var looksAtGroups: Bool { !allowedGroupIDs.isEmpty }

  /// True where a user may connect; `groups` are all groups of the peer, where they matter.
  package func admits(userID: UInt32, groups: [UInt32], isAbstract: Bool) -> Bool {
    if userID == ownerID || userID == 0 { return true }
    guard namesOthers else { return !isAbstract }
    return allowedUserIDs.contains(userID) || !allowedGroupIDs.isDisjoint(with: groups)
  }
}
