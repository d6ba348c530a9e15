/// Somebody who posts, likes or comments.
package struct User: Hashable, Sendable {
  package var id: UserID
  package var username: Username
  /// 1 to 64 Unicode scalars.
  package var displayName: String
  package var avatar: ImageReference

  package init(id: UserID, username: Username, displayName: String, avatar: ImageReference) {
    self.id = id
    self.username = username
    self.displayName = displayName
    self.avatar = avatar
  }
}

extension User {
  /// The user as they are until they say otherwise: named by their username, with a pattern of
  /// their own.
  package init(newUser id: UserID, username: Username, blurhash: PatternBlurhash) {
    self.init(
      id: id,
      username: username,
      displayName: username.text,
      avatar: .userPattern(of: id, blurhash: blurhash)
    )
  }
}

extension ImageReference {
  /// The avatar of a user who has not uploaded one.
  package static func userPattern(
    of id: UserID,
    blurhash: PatternBlurhash
  ) -> ImageReference {
    .pattern(
      seed: String(id.number, radix: 36),
      width: 320,
      height: 320,
      blurhash: blurhash
    )
  }
}

/// A user with what their page shows.
package struct Profile: Hashable, Sendable {
  package var user: User
  /// 0 to 500 Unicode scalars.
  package var bio: String
  package var postCount: Int
  package var followerCount: Int
  package var followingCount: Int
  /// By the viewer.
  package var isFollowed: Bool

  package init(
    user: User,
    bio: String = "",
    postCount: Int = 0,
    followerCount: Int = 0,
    followingCount: Int = 0,
    isFollowed: Bool = false
  ) {
    self.user = user
    self.bio = bio
    self.postCount = postCount
    self.followerCount = followerCount
    self.followingCount = followingCount
    self.isFollowed = isFollowed
  }
}
