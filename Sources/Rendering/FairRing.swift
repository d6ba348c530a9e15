/// Whose turn it is, where turns are of unequal length.
///
/// A ring of members that each have a balance of time. The member at the front is served while its
/// balance is above zero; what it is given is charged to it, when the cost is known. At zero or
/// below it gets its share and goes to the back. So over time everybody who always wants something
/// gets the same time, however long the single turns are (deficit round robin, with the deficit
/// paid back afterwards). All operations take constant time, `next` amortised over what was
/// charged.
struct FairRing<Member: Hashable & Sendable>: Sendable {
  private struct Link: Sendable {
    var previous: Member
    var next: Member
    var balance: Int64
  }

  private let share: Int64
  private var links: [Member: Link] = [:]
  private var front: Member?

  /// `share` is in nanoseconds.
  init(share: Int64) {
    precondition(share > 0, "a turn takes time")
    self.share = share
  }

  var isEmpty: Bool { links.isEmpty }
  var count: Int { links.count }

  /// Adds a member behind all others, with one share; nothing happens where it is one already.
  mutating func insert(_ member: Member) {
    guard links[member] == nil else { return }
    guard let front, let last = links[front]?.previous else {
      links[member] = Link(previous: member, next: member, balance: share)
      front = member
      return
    }
    links[member] = Link(previous: last, next: front, balance: share)
    links[last]?.next = member
    links[front]?.previous = member
  }

  /// Takes a member out; its balance is forgotten.
  mutating func remove(_ member: Member) {
    guard let link = links.removeValue(forKey: member) else { return }
    guard !links.isEmpty else {
      front = nil
      return
    }
    links[link.previous]?.next = link.next
    links[link.next]?.previous = link.previous
    if front == member { front = link.next }
  }

  /// The member whose turn it is; it stays in front until its balance is used up.
  mutating func next() -> Member? {
    guard var member = front else { return nil }
    while let link = links[member], link.balance <= 0 {
      let balance = link.balance + share
      links[member]?.balance = balance
      member = link.next
    }
    front = member
    return member
  }

  /// Takes `nanoseconds` from a member's balance, or gives some back where negative.
  ///
  /// Debts and savings beyond 16 shares are forgotten, which bounds the work of `next`.
  mutating func charge(_ nanoseconds: Int64, to member: Member) {
    guard let balance = links[member]?.balance else { return }
    let (sum, overflow) = balance.subtractingReportingOverflow(nanoseconds)
    let bounded = overflow ? -16 * share : min(max(sum, -16 * share), 16 * share)
    links[member]?.balance = bounded
  }
}
