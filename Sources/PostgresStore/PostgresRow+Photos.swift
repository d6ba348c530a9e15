import FeedModel
import FeedStore

extension PostgresRow {
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
