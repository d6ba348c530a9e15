package import FeedModel

/// Cuts a list that is only read onward into pages.
package struct ListPage: Sendable {
  /// The page has the rows beyond this position.
  package let start: Position
  /// Rows to look for: one more than are shown, to know whether the page is the last.
  package let rowLimit: Int
  private let scope: PageScope
  private let key: [UInt8]

  /// Begins a page where `token` says, or at `top` where it is empty.
  ///
  /// - Throws: `invalidPageToken`.
  package init(
    scope: PageScope,
    top: Position,
    pageSize: Int,
    token: String,
    key: [UInt8]
  ) throws(StoreError) {
    self.scope = scope
    self.key = key
    rowLimit = pageSize + 1
    start = token.isEmpty ? top : try PageToken(token, scope: scope, key: key).position
  }

  /// Parts what is shown from what only tells that there is more.
  ///
  /// - Parameters:
  ///   - found: The rows beyond `start`, nearest first, as many as `rowLimit` if there are.
  ///   - position: Where a row stands.
  /// - Returns: The rows to show, and the token of the next page or an empty text.
  package func cut<Row>(
    _ found: [Row],
    position: (Row) -> Position
  ) -> (rows: [Row], nextPageToken: String) {
    guard found.count == rowLimit else { return (found, "") }
    let shown = Array(found.dropLast())
    guard let last = shown.last else { return (shown, "") }
    let token = PageToken(direction: .onward, position: position(last))
    return (shown, token.text(scope: scope, key: key))
  }
}

extension CommentsQuery {
  /// The page that is asked for.
  ///
  /// - Throws: `invalidPageToken`.
  package func page(viewerID: UserID, key: [UInt8]) throws(StoreError) -> ListPage {
    try ListPage(
      scope: .comments(of: postID, order, viewer: viewerID),
      top: order == .oldestFirst ? .lowest : .highest,
      pageSize: pageSize,
      token: pageToken,
      key: key
    )
  }
}

extension UsersQuery {
  /// The page that is asked for.
  ///
  /// - Throws: `invalidPageToken`.
  package func page(viewerID: UserID, key: [UInt8]) throws(StoreError) -> ListPage {
    try ListPage(
      scope: .users(list, viewer: viewerID),
      top: .highest,
      pageSize: pageSize,
      token: pageToken,
      key: key
    )
  }
}
