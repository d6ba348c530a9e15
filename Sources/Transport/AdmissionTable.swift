/// Which connections there are of whom, and whether one more is let in.
package struct AdmissionTable: Sendable {
  /// What is to become of a new connection.
  package enum Decision: Equatable, Sendable {
    case admitted
    /// There are as many as there may be: one has to go first.
    case isFull
    /// Its user has a quarter of all that there may be.
    case userHasTooMany
  }

  private struct User {
    var openCount = 0
    var sniffedCount = 0
  }

  private let limits: ServerLimits
  private let ownerID: UInt32
  /// Users with at least one connection.
  private var users: [UInt32: User] = [:]

  /// Connections that are open.
  ///
  /// Invariant: the sum over all users.
  package private(set) var openCount = 0

  package init(limits: ServerLimits, ownerID: UInt32) {
    self.limits = limits
    self.ownerID = ownerID
  }

  /// Counts a connection in, if it may come in.
  package mutating func admit(userID: UInt32) -> Decision {
    let isLimited = userID != ownerID && userID != 0
    if isLimited, users[userID]?.openCount ?? 0 >= limits.connectionsPerUser {
      return .userHasTooMany
    }
    guard openCount < limits.connections else { return .isFull }
    openCount += 1
    users[userID, default: User()].openCount += 1
    return .admitted
  }

  /// The first bytes of a connection came and did not suffice.
  ///
  /// - Returns: false where its user has too many of this kind: close it.
  package mutating func beginSniffing(userID: UInt32) -> Bool {
    guard users[userID]?.sniffedCount ?? 0 < limits.sniffedConnectionsPerUser else { return false }
    users[userID]?.sniffedCount += 1
    return true
  }

  /// The protocol of a connection became known, or it is about to leave.
  package mutating func endSniffing(userID: UInt32) { users[userID]?.sniffedCount -= 1 }

  /// Counts a connection out.
  package mutating func leave(userID: UInt32) {
    openCount -= 1
    users[userID]?.openCount -= 1
    if users[userID]?.openCount == 0 { users[userID] = nil }
  }
}
