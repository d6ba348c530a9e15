import CLinux
import EventLoop
import RPC

/// What the kernel noted about a peer when its connection was made (unix(7), SO_PEERCRED).
enum PeerCredentials {
  /// Who is at the other end of a connected socket.
  static func peer(
    of descriptor: borrowing FileDescriptor,
    connectionID: UInt64
  ) throws(SystemError) -> Peer {
    var credentials = linux_peer_credentials()
    let number = descriptor.number
    _ = try SystemCall.run("getsockopt") { linux_get_peer_credentials(number, &credentials) }
    return Peer(
      userID: credentials.user_id,
      groupID: credentials.group_id,
      processID: credentials.process_id,
      connectionID: connectionID
    )
  }

  /// The peer's supplementary groups; none where the kernel does not tell.
  static func supplementaryGroups(of descriptor: borrowing FileDescriptor) -> [UInt32] {
    let number = descriptor.number
    var groups = [gid_t](repeating: 0, count: Limits.supplementaryGroups)
    let count = linux_get_peer_groups(number, &groups, Int32(groups.count))
    return Array(groups.prefix(Int(max(count, 0))))
  }
}
