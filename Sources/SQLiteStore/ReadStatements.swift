import FeedStore

/// The statements that read, prepared on one connection.
final class ReadStatements {
  /// A statement in both directions.
  struct Pair {
    private let older: SQLiteStatement
    private let newer: SQLiteStatement

    init(
      _ connection: SQLiteConnection,
      _ sql: (ReadSQL.Direction) -> String
    ) throws(StoreError) {
      older = try SQLiteStatement(sql(.older), on: connection)
      newer = try SQLiteStatement(sql(.newer), on: connection)
    }

    subscript(_ direction: ReadSQL.Direction) -> SQLiteStatement {
      direction == .older ? older : newer
    }
  }

  let head: SQLiteStatement
  let events: SQLiteStatement
  let eventsAfter: SQLiteStatement
  let statistics: SQLiteStatement
  let everything: Pair
  let author: Pair
  let exists: Pair
  let authorExists: Pair
  let followedExists: Pair
  let followedHeads: Pair
  let authorHead: Pair
  let posts: SQLiteStatement
  let comments: Pair
  let likers: SQLiteStatement
  let followers: SQLiteStatement
  let followed: SQLiteStatement
  let comment: SQLiteStatement
  let commentCount: SQLiteStatement
  let user: SQLiteStatement
  let userID: SQLiteStatement
  let profile: SQLiteStatement
  let isFollowing: SQLiteStatement
  let photoNamed: SQLiteStatement
  let photoOfContent: SQLiteStatement
  let photoCopies: SQLiteStatement
  let uploadedPhoto: SQLiteStatement

  init(_ connection: SQLiteConnection) throws(StoreError) {
    head = try SQLiteStatement(ReadSQL.head, on: connection)
    events = try SQLiteStatement(ReadSQL.events, on: connection)
    eventsAfter = try SQLiteStatement(ReadSQL.eventsAfter, on: connection)
    statistics = try SQLiteStatement(ReadSQL.statistics, on: connection)
    everything = try Pair(connection, ReadSQL.everything)
    author = try Pair(connection, ReadSQL.author)
    exists = try Pair(connection, ReadSQL.exists)
    authorExists = try Pair(connection, ReadSQL.authorExists)
    followedExists = try Pair(connection, ReadSQL.followedExists)
    followedHeads = try Pair(connection, ReadSQL.followedHeads)
    authorHead = try Pair(connection, ReadSQL.authorHead)
    posts = try SQLiteStatement(ReadSQL.posts, on: connection)
    comments = try Pair(connection, ReadSQL.comments)
    likers = try SQLiteStatement(ReadSQL.likers, on: connection)
    followers = try SQLiteStatement(ReadSQL.followers, on: connection)
    followed = try SQLiteStatement(ReadSQL.followed, on: connection)
    comment = try SQLiteStatement(ReadSQL.comment, on: connection)
    commentCount = try SQLiteStatement(ReadSQL.commentCount, on: connection)
    user = try SQLiteStatement(ReadSQL.user, on: connection)
    userID = try SQLiteStatement(ReadSQL.userID, on: connection)
    profile = try SQLiteStatement(ReadSQL.profile, on: connection)
    isFollowing = try SQLiteStatement(ReadSQL.isFollowing, on: connection)
    photoNamed = try SQLiteStatement(ReadSQL.photoNamed, on: connection)
    photoOfContent = try SQLiteStatement(ReadSQL.photoOfContent, on: connection)
    photoCopies = try SQLiteStatement(ReadSQL.photoCopies, on: connection)
    uploadedPhoto = try SQLiteStatement(ReadSQL.uploadedPhoto, on: connection)
  }
}
