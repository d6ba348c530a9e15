import FeedModel
import FeedStore

extension PostgresRow {
  /// A user whose seven columns begin at `column`.
  func user(from column: Int32) -> User {
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

  /// A post in the columns of `ReadSQL`, as the viewer sees it.
  func post(viewerID: UserID) -> Post {
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
      isLiked: boolean(11),
      commentCount: count(9),
      requestID: author.id == viewerID ? requestID(10) : nil
    )
  }

  /// A comment in the columns of `ReadSQL`, as the viewer sees it; nil: as its author does.
  func comment(viewerID: UserID?) -> Comment {
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

  private func requestID(_ column: Int32) -> RequestID? {
    isNull(column) ? nil : RequestID(stored: text(column))
  }

  /// The change in the columns of `ReadSQL.events`; nil where it can be none.
  var eventRecord: EventRecord? {
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

  /// The photo whose ten columns, those of `photo_row`, begin at `column`; nil where they are
  /// NULL.
  func photo(from column: Int32 = 0) -> Photo? {
    if isNull(column) { return nil }
    return Photo(
      name: text(column + 1),
      content: PhotoContent(
        contentHash: bytes(column + 2),
        byteCount: count(column + 3),
        format: text(column + 4),
        width: count(column + 5),
        height: count(column + 6),
        blurhash: text(column + 7),
        takenAt: isNull(column + 8) ? nil : Timestamp(microseconds: integer(column + 8)),
        copies: Self.copies(bytes(column + 9)[...])
      )
    )
  }

  /// Each copy's side and the length of its hash, four bytes each, and its hash.
  private static func copies(_ bytes: ArraySlice<UInt8>) -> [PhotoContent.Copy] {
    var rest = bytes
    var copies: [PhotoContent.Copy] = []
    func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
    while rest.count >= 8 {
      let side = number(rest.prefix(4))
      let byteCount = number(rest.dropFirst(4).prefix(4))
      rest = rest.dropFirst(8)
      copies.append(PhotoContent.Copy(side: side, contentHash: Array(rest.prefix(byteCount))))
      rest = rest.dropFirst(byteCount)
    }
    return copies
  }
}
