package import FeedModel

/// A row that an engine gives, whose columns are read as what they were asked for.
package protocol StoredRow {
  /// NULL is 0.
  func integer(_ column: Int32) -> Int64
  func isNull(_ column: Int32) -> Bool
  /// NULL is empty.
  func text(_ column: Int32) -> String
  /// NULL is empty.
  func bytes(_ column: Int32) -> [UInt8]
}

extension StoredRow {
  @inlinable
  package func count(_ column: Int32) -> Int { Int(integer(column)) }
}

/// What rows of the feed's tables hold, in the columns in which every engine reads them.
extension StoredRow {
  /// A user whose seven columns begin at `column`.
  @inlinable
  package func user(from column: Int32) -> User {
    User(
      id: UserID(number: integer(column)),
      username: Username(stored: text(column + 1)),
      displayName: text(column + 2),
      avatar: ImageReference(
        id: text(column + 3),
        width: count(column + 4),
        height: count(column + 5),
        blurhash: text(column + 6)
      )
    )
  }

  /// A profile whose user comes first.
  @inlinable
  package func profile() -> Profile {
    Profile(
      user: user(from: 0),
      bio: text(7),
      postCount: count(8),
      followerCount: count(9),
      followingCount: count(10)
    )
  }

  /// How many posts, comments and likes there are.
  package func statistics() -> StoreStatistics {
    var statistics = StoreStatistics()
    statistics.posts = count(0)
    statistics.comments = count(1)
    statistics.likes = count(2)
    return statistics
  }

  /// A post in the columns that all engines read, as the viewer sees it.
  @inlinable
  package func post(viewerID: UserID) -> Post {
    let author = user(from: 12)
    return Post(
      id: PostID(number: integer(0)),
      author: author,
      text: text(2),
      image: isNull(4)
        ? nil
        : ImageReference(id: text(4), width: count(5), height: count(6), blurhash: text(7)),
      altText: text(3),
      createdAt: Timestamp(microseconds: integer(1)),
      likeCount: count(8),
      isLiked: integer(11) != 0,
      commentCount: count(9),
      requestID: author.id == viewerID ? requestID(10) : nil
    )
  }

  /// A comment in the columns that all engines read, as the viewer sees it; nil: as its author
  /// does.
  @inlinable
  package func comment(viewerID: UserID?) -> Comment {
    let author = user(from: 5)
    return Comment(
      id: CommentID(number: integer(0)),
      postID: PostID(number: integer(1)),
      author: author,
      text: text(3),
      createdAt: Timestamp(microseconds: integer(2)),
      requestID: viewerID == nil || author.id == viewerID ? requestID(4) : nil
    )
  }

  @inlinable
  func requestID(_ column: Int32) -> RequestID? {
    isNull(column) ? nil : RequestID(stored: text(column))
  }

  /// The change in the columns of `events`; nil where it can be none.
  package var eventRecord: EventRecord? {
    guard let kind = EventKind(rawValue: integer(1)) else { return nil }
    func number(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }
    let row = EventRow(
      kind: kind,
      postID: number(2),
      authorID: number(3),
      subjectID: number(4),
      isSet: number(5).map { $0 != 0 },
      likeCount: number(6).map { Int($0) },
      commentCount: number(7).map { Int($0) }
    )
    return row.change.map { EventRecord(sequence: SequenceNumber(integer(0)), change: $0) }
  }
}
