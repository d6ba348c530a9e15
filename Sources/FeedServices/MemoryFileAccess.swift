package import RPC

/// Who gets pictures as memory files.
///
/// The pages of a file that a client maps stay charged to the daemon for as long as it does, which
/// no budget bounds: so it is for those who could end the daemon anyway, and whom its owner names.
package struct MemoryFileAccess: Sendable {
  private let userIDs: Set<UInt32>

  /// Lets in the daemon's owner, root and the users with these ids.
  package init(ownerUserID: UInt32, allowedUserIDs: Set<UInt32> = []) {
    userIDs = allowedUserIDs.union([ownerUserID, 0])
  }

  private init() { userIDs = [] }

  /// Lets in nobody.
  package static var nobody: MemoryFileAccess { MemoryFileAccess() }

  package func admits(_ peer: Peer) -> Bool { userIDs.contains(peer.userID) }
}
