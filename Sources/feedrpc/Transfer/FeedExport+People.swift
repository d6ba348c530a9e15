import FeedMessages

// Everybody who was met, and who follows whom.
extension FeedExport {
  /// Writes everybody who was met, and who follows whom, by which more are met.
  func writePeople() async throws {
    var order = FollowOrder()
    var following: [[Int32]] = []
    var index = 0
    while index < people.ids.count {
      try await writeUser(people.ids[index])
      let followers = try await meetFollows(of: people.ids[index], .followers)
      order.add(followers: followers, of: Int32(index))
      following.append(try await meetFollows(of: people.ids[index], .following))
      index += 1
      console.show("\(posts.lineCount) posts, \(users.lineCount) users")
    }
    for (user, list) in following.enumerated() { order.add(following: list, of: Int32(user)) }
    for follow in order.newestFirst() {
      let line = ExportedFollow(
        follower: people.usernames[Int(follow.follower)],
        followed: people.usernames[Int(follow.followed)]
      )
      try follows.append(JSONLine.text(of: line))
    }
  }

  private func writeUser(_ id: String) async throws {
    var profile = try await PatientCalls.run {
      try await feed.fetchProfile(FetchProfileRequest(userID: id), options: options)
    }
    profile.isFollowed = false
    profile.sequence = 0
    let avatar = try await exported(profile.user?.avatar, of: id)?.token
    profile.user?.avatar = avatar
    try users.append(try line(profile))
  }

  /// The places of a user's followers, or of whom the user follows, newest first.
  private func meetFollows(
    of id: String,
    _ direction: FollowDirection
  ) async throws -> [Int32] {
    var request = FetchFollowsRequest(userID: id, direction: direction, pageSize: 200)
    var places: [Int32] = []
    repeat {
      let page = try await PatientCalls.run { [request] in
        try await feed.fetchFollows(request, options: options)
      }
      places += page.users.map { people.meet($0) }
      request.pageToken = page.nextPageToken
    } while !request.pageToken.isEmpty
    return places
  }
}

/// The users of an export, numbered as they are met.
struct MetPeople {
  private(set) var ids: [String] = []
  private(set) var usernames: [String] = []
  private var places: [String: Int32] = [:]

  /// The user's place.
  @discardableResult
  mutating func meet(_ user: User) -> Int32 {
    if let place = places[user.id] { return place }
    let place = Int32(ids.count)
    places[user.id] = place
    ids.append(user.id)
    usernames.append(user.username)
    return place
  }

  mutating func meet(_ user: User?) {
    if let user { meet(user) }
  }
}
