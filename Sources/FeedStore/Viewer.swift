package import FeedModel

/// The user that a call is made by.
///
/// Naming somebody costs no look-up and makes no row: the store finds the user within the call's
/// own snapshot or transaction, and makes the row at the first mutation.
package struct Viewer: Sendable {
  /// How a user is named.
  package enum Identity: Hashable, Sendable {
    /// The user bound to an account of a machine.
    case account(Account)
    /// A user that exists; where they do not, calls throw `notFound(.viewer)`.
    case user(UserID)
    /// The user with this name, who is made where nobody has it.
    case named(Username)
  }

  package var identity: Identity
  /// The connection that the call came by, which waits in turn with the others.
  package var client: UInt64 = 0

  package static func account(_ account: Account) -> Viewer { Viewer(identity: .account(account)) }
  package static func user(_ id: UserID) -> Viewer { Viewer(identity: .user(id)) }
  package static func named(_ username: Username) -> Viewer { Viewer(identity: .named(username)) }

  private init(identity: Identity) { self.identity = identity }

  /// The same user on another connection.
  package func on(client: UInt64) -> Viewer {
    var viewer = self
    viewer.client = client
    return viewer
  }

  /// An account with the user that belongs to it.
  package struct Account: Sendable {
    package let userID: UserID
    private let uid: UInt32
    private let accountName: @Sendable () -> String?

    /// - Parameters:
    ///   - realm: Whose accounts they are: `local`, or the id of a machine.
    ///   - uid: The account's number.
    ///   - accountName: From the passwd entry, or nil where there is none. It is evaluated on a
    ///     thread of the store, where the user has no row yet: it may take its time.
    package init(
      realm: String = "local",
      uid: UInt32,
      accountName: @autoclosure @escaping @Sendable () -> String?
    ) {
      userID = .derived(from: "uid:\(realm):\(uid)")
      self.uid = uid
      self.accountName = accountName
    }

    /// The username that they get if it is free.
    package var preferredUsername: Username { Username(accountName: accountName(), uid: uid) }
  }

  /// Reads the text that says on whose behalf a call is made: an id or a username.
  ///
  /// - Throws: `InvalidValue` where it is neither.
  package init(actingAs text: String) throws(InvalidValue) {
    if let id = UserID(text) {
      self = .user(id)
    } else {
      self = .named(try Username(text, field: "feedrpc-viewer"))
    }
  }
}

extension Viewer: Hashable {
  /// Viewers are told apart by who they are, not by where they come from.
  package static func == (left: Self, right: Self) -> Bool { left.identity == right.identity }

  package func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}

extension Viewer.Account: Hashable {
  /// Accounts are told apart by their users.
  package static func == (left: Self, right: Self) -> Bool { left.userID == right.userID }

  package func hash(into hasher: inout Hasher) { hasher.combine(userID) }
}

extension Viewer {
  /// The username for the viewer's row, where they have none yet.
  ///
  /// The one they prefer, or that with the first number from 2 on that nobody has.
  package func username<Failure: Error>(
    isTaken: (Username) throws(Failure) -> Bool
  ) throws(Failure) -> Username {
    let preferred: Username
    switch identity {
    case .account(let account): preferred = account.preferredUsername
    case .named(let username): preferred = username
    case .user: preconditionFailure("a viewer named by id has a row")
    }
    var username = preferred
    var number = 1
    while try isTaken(username) {
      number += 1
      username = preferred.appending(number: number)
    }
    return username
  }
}
