/// An order of all follows, newest first, that every user's two lists agree with.
///
/// Nobody tells when a follow was made, only the order of those that have an end in common. Users
/// are numbers from 0. A follow takes about 50 bytes.
struct FollowOrder {
  struct Follow: Hashable, Sendable {
    var follower: Int32
    var followed: Int32
  }

  private var follows: [Follow] = []
  private var places: [Follow: Int32] = [:]
  /// Of each follow, those that come behind it in a list, at most two.
  private var behind: [(first: Int32, second: Int32)] = []
  /// How many lists have another follow in front of it.
  private var frontCounts: [UInt8] = []

  private static let none: Int32 = -1

  var count: Int { follows.count }

  /// Adds the followers of a user, newest first; each user's once.
  mutating func add(followers: [Int32], of user: Int32) {
    var last = Self.none
    for follower in followers {
      let follow = Follow(follower: follower, followed: user)
      let place = Int32(follows.count)
      // A list that changed between two pages may show somebody twice.
      guard places.updateValue(place, forKey: follow) == nil else { continue }
      follows.append(follow)
      behind.append((Self.none, Self.none))
      frontCounts.append(0)
      link(last, place)
      last = place
    }
  }

  /// Adds whom a user follows, newest first, behind all followers; what those did not have is left
  /// out.
  mutating func add(following: [Int32], of user: Int32) {
    var last = Self.none
    for followed in following {
      guard let place = places[Follow(follower: user, followed: followed)] else { continue }
      link(last, place)
      last = place
    }
  }

  private mutating func link(_ place: Int32, _ next: Int32) {
    guard place != Self.none else { return }
    if behind[Int(place)].first == Self.none {
      behind[Int(place)].first = next
    } else {
      behind[Int(place)].second = next
    }
    frontCounts[Int(next)] += 1
  }

  /// All follows, newest first.
  ///
  /// Lists that were read at different times may contradict each other: what they leave open comes
  /// last.
  func newestFirst() -> [Follow] {
    var fronts = frontCounts
    var queue = fronts.indices.filter { fronts[$0] == 0 }.map { Int32($0) }
    var index = 0
    while index < queue.count {
      let next = behind[Int(queue[index])]
      for place in [next.first, next.second] where place != Self.none {
        fronts[Int(place)] -= 1
        if fronts[Int(place)] == 0 { queue.append(place) }
      }
      index += 1
    }
    let rest = fronts.indices.filter { fronts[$0] > 0 }.map { Int32($0) }
    return (queue + rest).map { follows[Int($0)] }
  }
}
