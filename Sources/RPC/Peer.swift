/// Who is at the other end of a connection, as the kernel says (SO_PEERCRED), fixed when it was
/// made.
package struct Peer: Hashable, Sendable {
  package var userID: UInt32
  package var groupID: UInt32
  package var processID: Int32
  /// A number that no other connection of this process has.
  package var connectionID: UInt64

  package init(userID: UInt32, groupID: UInt32, processID: Int32, connectionID: UInt64) {
    self.userID = userID
    self.groupID = groupID
    self.processID = processID
    self.connectionID = connectionID
  }
}
