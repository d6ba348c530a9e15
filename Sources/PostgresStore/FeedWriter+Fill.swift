import FeedModel
import FeedStore

/// The bulk fill of an empty store.
///
/// Counts are not kept row by row but set once, from the rows. No events are written: whoever
/// asks for changes before the fill's end gets a gap.
extension FeedWriter {
  func fill(with sample: SampleFeed) throws(StoreError) -> Bool {
    if try connection.rows(WriteSQL.hasUsers).first?.boolean(0) != false { return false }
    try connection.execute(WriteSQL.beginFill)
    var rows = SampleRows(sample)
    try copy(&rows)
    while rows.appendPosts(PostgresLimits.copiedPosts) { try copy(&rows) }
    try connection.execute(WriteSQL.setCounts)
    let head = rows.head
    _ = try connection.rows(
      WriteSQL.setHead,
      .integer(head.sequence.number),
      .integer(head.newestTime.microseconds)
    )
    _ = try connection.rows(WriteSQL.forgetFill, .integer(head.sequence.number))
    return true
  }

  private func copy(_ rows: inout SampleRows) throws(StoreError) {
    for table in SampleRows.Table.allCases {
      let text = rows.take(table)
      if !text.isEmpty { try connection.copy(into: table.target, text) }
    }
  }
}

/// The rows of a sample, as text that can be copied into tables.
struct SampleRows {
  /// In the order in which they refer to each other.
  enum Table: CaseIterable {
    case users
    case follows
    case posts
    case likes
    case comments

    var target: String {
      switch self {
      case .users:
        """
        users (
          id, username, display_name, bio, avatar_id, avatar_width, avatar_height,
          avatar_blurhash, pattern_id, pattern_width, pattern_height, pattern_blurhash
        )
        """
      case .follows: "follows (follower_id, followee_id, sequence)"
      case .posts:
        """
        posts (
          id, author_id, created_at, image_id, image_width, image_height, image_blurhash, text,
          alt_text
        )
        """
      case .likes: "likes (post_id, user_id, sequence)"
      case .comments: "comments (id, post_id, author_id, created_at, text)"
      }
    }
  }

  /// The counters as the rows have moved them.
  private(set) var head = StoreHead()
  private var texts: [Table: [UInt8]] = [:]
  private var posts: SampleFeed.Posts
  private let userIDs: [UserID]

  /// Begins with the users and whom they follow.
  init(_ sample: SampleFeed) {
    posts = sample.posts
    let people = (0..<sample.userCount).map(sample.user(at:))
    userIDs = people.map(\.user.id)
    for person in people {
      _ = head.nextSequence()
      let user = person.user
      let avatar: [Field] = [
        .text(user.avatar.id), .number(Int64(user.avatar.width)),
        .number(Int64(user.avatar.height)), .text(user.avatar.blurhash),
      ]
      append(
        to: .users,
        [
          .number(user.id.number), .text(user.username.text), .text(user.displayName),
          .text(person.bio),
        ] + avatar + avatar
      )
    }
    for person in people {
      for index in person.follows {
        append(
          to: .follows,
          [
            .number(person.user.id.number), .number(userIDs[index].number),
            .number(head.nextSequence().number),
          ]
        )
      }
    }
  }

  /// Adds up to `count` posts with what hangs on them; false where there are no more.
  mutating func appendPosts(_ count: Int) -> Bool {
    var added = 0
    while added < count, let post = posts.next() {
      append(post)
      added += 1
    }
    return added > 0
  }

  /// The rows of a table since they were last taken.
  mutating func take(_ table: Table) -> [UInt8] { texts.removeValue(forKey: table) ?? [] }

  private mutating func append(_ post: SamplePost) {
    let id = head.nextSequence().number
    append(
      to: .posts,
      [
        .number(id), .number(userIDs[post.authorIndex].number),
        .number(head.nextTime(now: post.createdAt, imported: post.createdAt).microseconds),
        .text(post.image?.id), .number(post.image.map { Int64($0.width) }),
        .number(post.image.map { Int64($0.height) }), .text(post.image?.blurhash),
        .text(post.text), .text(post.altText),
      ]
    )
    for liker in post.likers {
      append(
        to: .likes,
        [
          .number(id), .number(userIDs[liker].number), .number(head.nextSequence().number),
        ]
      )
    }
    for comment in post.comments {
      let number = head.nextSequence().number
      let time = head.nextTime(now: comment.createdAt, imported: comment.createdAt)
      append(
        to: .comments,
        [
          .number(number), .number(id), .number(userIDs[comment.authorIndex].number),
          .number(time.microseconds), .text(comment.text),
        ]
      )
    }
  }

  private enum Field {
    case number(Int64?)
    case text(String?)
  }

  private mutating func append(to table: Table, _ fields: [Field]) {
    var line: [UInt8] = []
    for field in fields {
      if !line.isEmpty { line.append(UInt8(ascii: "\t")) }
      switch field {
      case .number(let number?): line += String(number).utf8
      case .text(let text?): Self.append(text, to: &line)
      case .number(nil), .text(nil): line += #"\N"#.utf8
      }
    }
    line.append(UInt8(ascii: "\n"))
    texts[table, default: []] += line
  }

  private static func append(_ text: String, to line: inout [UInt8]) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\\"): line += #"\\"#.utf8
      case UInt8(ascii: "\t"): line += #"\t"#.utf8
      case UInt8(ascii: "\n"): line += #"\n"#.utf8
      case UInt8(ascii: "\r"): line += #"\r"#.utf8
      default: line.append(byte)
      }
    }
  }
}
