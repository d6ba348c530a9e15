import Testing

@testable import feedrpc

@Suite struct FollowOrderTests {
  /// The two lists of every user, made from follows that are newest first.
  private struct Lists: Equatable {
    var followers: [[Int32]]
    var following: [[Int32]]

    init(_ follows: [FollowOrder.Follow], userCount: Int) {
      followers = Array(repeating: [], count: userCount)
      following = followers
      for follow in follows {
        followers[Int(follow.followed)].append(follow.follower)
        following[Int(follow.follower)].append(follow.followed)
      }
    }

    var order: FollowOrder {
      var order = FollowOrder()
      for (user, list) in followers.enumerated() { order.add(followers: list, of: Int32(user)) }
      for (user, list) in following.enumerated() { order.add(following: list, of: Int32(user)) }
      return order
    }
  }

  @Test(arguments: [UInt64(1), 2, 3, 4, .random(in: 0 ... .max)])
  func everyListKeepsItsOrder(seed: UInt64) {
    var random = Generator(state: seed)
    let userCount = 9
    var follows: [FollowOrder.Follow] = []
    for follower in 0..<Int32(userCount) {
      for followed in 0..<Int32(userCount) where follower != followed && Bool.random(using: &random)
      {
        follows.append(.init(follower: follower, followed: followed))
      }
    }
    follows.shuffle(using: &random)
    let lists = Lists(follows, userCount: userCount)
    let order = lists.order.newestFirst()
    #expect(Lists(order, userCount: userCount) == lists, "seed \(seed)")
  }

  @Test func nothingHasAnOrder() { #expect(FollowOrder().newestFirst() == []) }

  @Test func listsThatContradictEachOtherLoseNothing() {
    var order = FollowOrder()
    order.add(followers: [0, 1], of: 2)
    order.add(followers: [1, 0], of: 3)
    // By the lists, 0 followed 3 after 2 and 1 followed 2 after 3: a circle.
    order.add(following: [3, 2], of: 0)
    order.add(following: [2, 3, 7], of: 1)
    #expect(Set(order.newestFirst()).count == 4 && order.newestFirst().count == 4)
  }

  @Test func whoIsThereTwiceCountsOnce() {
    var order = FollowOrder()
    order.add(followers: [0, 1, 0], of: 2)
    #expect(order.newestFirst().map(\.follower) == [0, 1])
  }

  /// xorshift64*.
  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = max(state, 1)
      state ^= state >> 12
      state ^= state << 25
      state ^= state >> 27
      return state &* 2_685_821_657_736_338_717
    }
  }
}
