import FeedStore

/// The statements that write, prepared on one connection.
final class WriteStatements {
  let updateHead: SQLiteStatement
  let moveHead: SQLiteStatement
  let insertUser: SQLiteStatement
  let updateUser: SQLiteStatement
  let insertPost: SQLiteStatement
  let insertComment: SQLiteStatement
  let insertLike: SQLiteStatement
  let insertFollow: SQLiteStatement
  let insertEvent: SQLiteStatement
  let deletePost: SQLiteStatement
  let deleteComment: SQLiteStatement
  let deleteLike: SQLiteStatement
  let deleteFollow: SQLiteStatement
  let postFacts: SQLiteStatement
  let commentFacts: SQLiteStatement
  let followCounts: SQLiteStatement
  let postOfRequest: SQLiteStatement
  let commentOfRequest: SQLiteStatement
  let request: SQLiteStatement
  let rememberRequest: SQLiteStatement
  let rememberRequestOfPost: SQLiteStatement
  let rememberRequestsOfComments: SQLiteStatement
  let rememberRequestOfComment: SQLiteStatement
  let sweepRequests: SQLiteStatement
  let sweepEvents: SQLiteStatement
  let raiseEventsAfter: SQLiteStatement
  let insertPhoto: SQLiteStatement
  let deleteCopies: SQLiteStatement
  let insertCopy: SQLiteStatement
  let insertUpload: SQLiteStatement
  let photoOfPost: SQLiteStatement
  let photoOfUser: SQLiteStatement
  let unusedPhoto: SQLiteStatement
  let unusedPhotos: SQLiteStatement
  let deletePhoto: SQLiteStatement

  init(_ connection: SQLiteConnection) throws(StoreError) {
    func prepare(_ sql: String) throws(StoreError) -> SQLiteStatement {
      try SQLiteStatement(sql, on: connection)
    }
    updateHead = try prepare(WriteSQL.updateHead)
    moveHead = try prepare(WriteSQL.moveHead)
    insertUser = try prepare(WriteSQL.insertUser)
    updateUser = try prepare(WriteSQL.updateUser)
    insertPost = try prepare(WriteSQL.insertPost)
    insertComment = try prepare(WriteSQL.insertComment)
    insertLike = try prepare(WriteSQL.insertLike)
    insertFollow = try prepare(WriteSQL.insertFollow)
    insertEvent = try prepare(WriteSQL.insertEvent)
    deletePost = try prepare(WriteSQL.deletePost)
    deleteComment = try prepare(WriteSQL.deleteComment)
    deleteLike = try prepare(WriteSQL.deleteLike)
    deleteFollow = try prepare(WriteSQL.deleteFollow)
    postFacts = try prepare(WriteSQL.postFacts)
    commentFacts = try prepare(WriteSQL.commentFacts)
    followCounts = try prepare(WriteSQL.followCounts)
    postOfRequest = try prepare(WriteSQL.postOfRequest)
    commentOfRequest = try prepare(WriteSQL.commentOfRequest)
    request = try prepare(WriteSQL.request)
    rememberRequest = try prepare(WriteSQL.rememberRequest)
    rememberRequestOfPost = try prepare(WriteSQL.rememberRequestOfPost)
    rememberRequestsOfComments = try prepare(WriteSQL.rememberRequestsOfComments)
    rememberRequestOfComment = try prepare(WriteSQL.rememberRequestOfComment)
    sweepRequests = try prepare(WriteSQL.sweepRequests)
    sweepEvents = try prepare(WriteSQL.sweepEvents)
    raiseEventsAfter = try prepare(WriteSQL.raiseEventsAfter)
    insertPhoto = try prepare(WriteSQL.insertPhoto)
    deleteCopies = try prepare(WriteSQL.deleteCopies)
    insertCopy = try prepare(WriteSQL.insertCopy)
    insertUpload = try prepare(WriteSQL.insertUpload)
    photoOfPost = try prepare(WriteSQL.photoOfPost)
    photoOfUser = try prepare(WriteSQL.photoOfUser)
    unusedPhoto = try prepare(WriteSQL.unusedPhoto)
    unusedPhotos = try prepare(WriteSQL.unusedPhotos)
    deletePhoto = try prepare(WriteSQL.deletePhoto)
  }
}
