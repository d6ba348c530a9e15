package import FeedModel

/// Which page of which feed.
package struct FeedPageQuery: Hashable, Sendable {
  package var filter: FeedFilter
  /// At least 1.
  package var pageSize: Int
  /// Empty: the newest page.
  package var pageToken: String

  package init(filter: FeedFilter = .everything, pageSize: Int, pageToken: String = "") {
    precondition(pageSize > 0, "a page has room for something")
    self.filter = filter
    self.pageSize = pageSize
    self.pageToken = pageToken
  }
}

/// A page of a feed, newest post first.
package struct FeedPage: Hashable, Sendable {
  package var posts: [Post]
  /// Older posts; empty: there are none.
  package var nextPageToken: String
  /// The posts nearest above this page; never empty.
  package var newerPageToken: String
  package var sequence: SequenceNumber
  /// Nothing is above this page now.
  package var isAtNewest: Bool

  package init(
    posts: [Post],
    nextPageToken: String,
    newerPageToken: String,
    sequence: SequenceNumber,
    isAtNewest: Bool
  ) {
    self.posts = posts
    self.nextPageToken = nextPageToken
    self.newerPageToken = newerPageToken
    self.sequence = sequence
    self.isAtNewest = isAtNewest
  }
}

/// Posts that were asked for by id.
package struct PostList: Hashable, Sendable {
  package var posts: [Post]
  package var sequence: SequenceNumber

  package init(posts: [Post], sequence: SequenceNumber) {
    self.posts = posts
    self.sequence = sequence
  }
}

/// Which page of which post's comments.
package struct CommentsQuery: Hashable, Sendable {
  package var postID: PostID
  package var order: CommentOrder
  /// At least 1.
  package var pageSize: Int
  /// Empty: the first page.
  package var pageToken: String

  package init(
    postID: PostID,
    order: CommentOrder = .oldestFirst,
    pageSize: Int,
    pageToken: String = ""
  ) {
    precondition(pageSize > 0, "a page has room for something")
    self.postID = postID
    self.order = order
    self.pageSize = pageSize
    self.pageToken = pageToken
  }
}

/// A page of a post's comments.
package struct CommentPage: Hashable, Sendable {
  package var comments: [Comment]
  /// Empty: this is the last page.
  package var nextPageToken: String
  /// Of the post.
  package var commentCount: Int
  package var sequence: SequenceNumber

  package init(
    comments: [Comment],
    nextPageToken: String,
    commentCount: Int,
    sequence: SequenceNumber
  ) {
    self.comments = comments
    self.nextPageToken = nextPageToken
    self.commentCount = commentCount
    self.sequence = sequence
  }
}

/// A list of users, newest entry first.
package enum UserList: Hashable, Sendable {
  /// Who likes a post.
  case likers(of: PostID)
  /// Who follows a user; nil: the viewer.
  case followers(of: UserID?)
  /// Whom a user follows; nil: the viewer.
  case followed(by: UserID?)
}

/// Which page of which list of users.
package struct UsersQuery: Hashable, Sendable {
  package var list: UserList
  /// At least 1.
  package var pageSize: Int
  /// Empty: the first page.
  package var pageToken: String

  package init(_ list: UserList, pageSize: Int, pageToken: String = "") {
    precondition(pageSize > 0, "a page has room for something")
    self.list = list
    self.pageSize = pageSize
    self.pageToken = pageToken
  }
}

/// A page of a list of users.
package struct UserPage: Hashable, Sendable {
  package var users: [User]
  /// Empty: this is the last page.
  package var nextPageToken: String
  package var sequence: SequenceNumber

  package init(users: [User], nextPageToken: String, sequence: SequenceNumber) {
    self.users = users
    self.nextPageToken = nextPageToken
    self.sequence = sequence
  }
}

/// Whose profile.
package enum ProfileSubject: Hashable, Sendable {
  case viewer
  case user(UserID)
  case named(Username)
}

/// A profile and the state that it shows.
package struct ProfileState: Hashable, Sendable {
  package var profile: Profile
  package var sequence: SequenceNumber

  package init(profile: Profile, sequence: SequenceNumber) {
    self.profile = profile
    self.sequence = sequence
  }
}
