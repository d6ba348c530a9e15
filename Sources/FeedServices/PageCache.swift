import Base
import FeedModel
import FeedStore

/// Encoded pages of the feed, for whoever asks for the same again.
///
/// A page stays until a commit changes what it shows. Reads of the store and the notes of commits
/// come in any order, so a page is of the state in which it was read, and of every later one that
/// was noted: `note` drops what is not.
struct PageCache: Sendable {
  /// Who asks for what.
  struct Key: Hashable, Sendable {
    var claim: Authority.Claim
    /// As it was received.
    var request: Bytes
  }

  /// What is kept of an answer.
  struct Page: Sendable {
    /// The encoded answer without its sequence.
    var body: Bytes
    /// The state in which it was read.
    var sequence: SequenceNumber
    var posts: [PostID]
    var authors: Set<UserID>
    /// The viewer's follows decide what it shows.
    var isOfFollowed: Bool
  }

  private struct Entry {
    var key: Key
    var page: Page
    var wasUsed = false

    /// Bytes that it takes, about.
    var byteCount: Int {
      page.body.count + key.request.count + 96 * (page.posts.count + page.authors.count) + 512
    }
  }

  private let capacityByteCount: Int
  private(set) var byteCount = 0
  private var entries: [Int: Entry] = [:]
  private var numbers: [Key: Int] = [:]
  private var lastNumber = 0
  /// Numbers of entries, oldest first; some are gone.
  private var order: [Int] = []
  /// Every commit up to here has been noted, as far as pages are concerned.
  private var noted = SequenceNumber(0)
  /// The newest state that a page was read in.
  private var seen = SequenceNumber(0)

  private var byPost: [PostID: Set<Int>] = [:]
  private var byAuthor: [UserID: Set<Int>] = [:]
  private var ofFollowed: Set<Int> = []
  /// Whose viewer is looked up by a text that may come to mean somebody else.
  private var ofNamed: Set<Int> = []

  init(capacityByteCount: Int) { self.capacityByteCount = capacityByteCount }

  var count: Int { entries.count }

  /// The page as it is now, with the state that it shows; nil: the store has to be asked.
  ///
  /// Nobody is shown an older state than somebody was before.
  mutating func page(for key: Key) -> (body: Bytes, sequence: SequenceNumber)? {
    guard let number = numbers[key], let page = entries[number]?.page else { return nil }
    let sequence = max(noted, page.sequence)
    guard sequence >= seen else { return nil }
    entries[number]?.wasUsed = true
    return (page.body, sequence)
  }

  /// Keeps a page that was read from the store, unless commits were noted since that it may miss.
  mutating func insert(_ page: Page, for key: Key) {
    seen = max(seen, page.sequence)
    let entry = Entry(key: key, page: page)
    guard page.sequence >= noted, entry.byteCount <= capacityByteCount / 10 else { return }
    if let number = numbers[key] { remove(number) }
    lastNumber += 1
    entries[lastNumber] = entry
    numbers[key] = lastNumber
    order.append(lastNumber)
    byteCount += entry.byteCount
    for post in page.posts { byPost[post, default: []].insert(lastNumber) }
    for author in page.authors { byAuthor[author, default: []].insert(lastNumber) }
    if page.isOfFollowed { ofFollowed.insert(lastNumber) }
    if case .actingAs = key.claim { ofNamed.insert(lastNumber) }
    evict()
  }

  /// Drops the pages that a commit has changed.
  mutating func note(_ commit: FeedCommit) {
    if !commit.isComplete { removeAll() }
    if commit.previous > noted {
      // Of the commits in between nothing is known.
      for (number, entry) in entries where entry.page.sequence < commit.previous {
        remove(number)
      }
    }
    noted = max(noted, commit.sequence)
    for change in commit.changes { drop(change) }
  }

  private mutating func drop(_ change: FeedChange) {
    switch change {
    case .postCreated, .postDeleted: removeAll()
    case .postLiked(let counts, _, _), .commentAdded(_, let counts), .commentDeleted(_, let counts):
      remove(byPost[counts.postID])
    case .userChanged(let user):
      remove(byAuthor[user])
      remove(ofNamed)
    case .followChanged: remove(ofFollowed)
    }
  }

  // MARK: - Help

  private mutating func remove(_ numbers: Set<Int>?) {
    for number in numbers ?? [] { remove(number) }
  }

  private mutating func remove(_ number: Int) {
    guard let entry = entries.removeValue(forKey: number) else { return }
    byteCount -= entry.byteCount
    numbers[entry.key] = nil
    for post in entry.page.posts { Self.remove(number, of: post, from: &byPost) }
    for author in entry.page.authors { Self.remove(number, of: author, from: &byAuthor) }
    ofFollowed.remove(number)
    ofNamed.remove(number)
  }

  private static func remove<ID: Hashable>(
    _ number: Int,
    of id: ID,
    from index: inout [ID: Set<Int>]
  ) {
    index[id]?.remove(number)
    if index[id]?.isEmpty == true { index[id] = nil }
  }

  private mutating func removeAll() {
    guard !entries.isEmpty else { return }
    let cleared = PageCache(capacityByteCount: capacityByteCount)
    let (noted, seen, lastNumber) = (noted, seen, lastNumber)
    self = cleared
    (self.noted, self.seen, self.lastNumber) = (noted, seen, lastNumber)
  }

  /// Drops pages until the others fit, oldest first; one that was used since has a second chance.
  private mutating func evict() {
    var index = 0
    while byteCount > capacityByteCount {
      let number = order[index]
      index += 1
      guard let entry = entries[number] else { continue }
      if entry.wasUsed {
        entries[number]?.wasUsed = false
        order.append(number)
      } else {
        remove(number)
      }
    }
    order.removeFirst(index)
    if order.count > 2 * entries.count + 64 { order.removeAll { entries[$0] == nil } }
  }
}
