package import FeedModel

/// Makes a page of a feed from the rows that an engine found.
///
/// All engines share these rules: which rows are shown, what the tokens point at, and whether
/// the page is the newest.
package struct FeedPageAssembly: Sendable {
  /// Where the page begins, and which way it goes.
  package let cursor: PageToken
  /// Rows to look for: one more than are shown, to know whether the page is the last.
  package let rowLimit: Int
  private let scope: PageScope
  private let key: [UInt8]

  /// - Throws: `invalidPageToken`.
  package init(
    _ query: FeedPageQuery,
    viewerID: UserID,
    key: [UInt8]
  ) throws(StoreError) {
    scope = .feed(query.filter, viewer: viewerID)
    self.key = key
    rowLimit = query.pageSize + 1
    cursor =
      query.pageToken.isEmpty
      ? PageToken(direction: .onward, position: .highest)
      : try PageToken(query.pageToken, scope: scope, key: key)
  }

  /// Makes the page.
  ///
  /// - Parameters:
  ///   - found: The rows beyond the cursor, nearest first, as many as `rowLimit` if there are.
  ///   - sequence: The state shown.
  ///   - exists: Whether the feed has a row beyond a position, in that direction.
  /// - Returns: The page.
  /// - Throws: What `exists` throws.
  package func page(
    of found: [Post],
    sequence: SequenceNumber,
    exists: (PageToken) throws(StoreError) -> Bool
  ) throws(StoreError) -> FeedPage {
    let hasMore = found.count == rowLimit
    let shown = Array(hasMore ? found.dropLast() : found[...])
    // Rows below `bottom` are older than the page, rows above `top` newer.
    let bottom: Position
    let top: Position
    switch cursor.direction {
    case .onward:
      bottom = shown.last?.position ?? cursor.position
      // Nothing is below an empty page, so everything that is, or comes, is above it.
      top = shown.first?.position ?? .lowest
    case .back:
      bottom = shown.first?.position ?? cursor.position.successor
      top = shown.last?.position ?? cursor.position
    }
    let older = PageToken(direction: .onward, position: bottom)
    let newer = PageToken(direction: .back, position: top)
    let hasOlder = cursor.direction == .onward ? hasMore : try exists(older)
    let hasNewer = cursor.direction == .back ? hasMore : try exists(newer)
    return FeedPage(
      posts: cursor.direction == .onward ? shown : shown.reversed(),
      nextPageToken: hasOlder ? older.text(scope: scope, key: key) : "",
      newerPageToken: newer.text(scope: scope, key: key),
      sequence: sequence,
      isAtNewest: !hasNewer
    )
  }
}

extension Position {
  /// The next position above.
  fileprivate var successor: Position {
    number == .max ? self : Position(time: time, number: number + 1)
  }
}
