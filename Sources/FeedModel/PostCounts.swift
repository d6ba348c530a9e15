/// The counts of a post after a change.
package struct PostCounts: Hashable, Sendable {
  package var postID: PostID
  package var authorID: UserID
  package var likeCount: Int
  package var commentCount: Int

  package init(postID: PostID, authorID: UserID, likeCount: Int, commentCount: Int) {
    self.postID = postID
    self.authorID = authorID
    self.likeCount = likeCount
    self.commentCount = commentCount
  }
}
