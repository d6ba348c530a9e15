import FeedModel
import FeedStore
import FeedStoreConformance
import Testing

@testable import SQLiteStore

/// Pages cost one index range, whatever their offset.
@Suite struct QueryPlanTests {
  static let statements =
    [ReadSQL.Direction.older, .newer].flatMap { direction in
      [
        ReadSQL.everything(direction), ReadSQL.author(direction), ReadSQL.exists(direction),
        ReadSQL.authorExists(direction), ReadSQL.followedExists(direction),
        ReadSQL.followedHeads(direction), ReadSQL.authorHead(direction),
        ReadSQL.comments(direction),
      ]
    } + [
      ReadSQL.likers, ReadSQL.followers, ReadSQL.followed, ReadSQL.posts, ReadSQL.comment,
      ReadSQL.user, ReadSQL.userID, ReadSQL.profile,
      ReadSQL.events, ReadSQL.isFollowing, ReadSQL.commentCount,
      WriteSQL.postFacts,
      WriteSQL.commentFacts,
      WriteSQL.postOfRequest, WriteSQL.commentOfRequest, WriteSQL.request, WriteSQL.sweepRequests,
      WriteSQL.sweepEvents, WriteSQL.deletePost, WriteSQL.deleteComment, WriteSQL.deleteLike,
      WriteSQL.rememberRequestsOfComments, ReadSQL.photoNamed, ReadSQL.photoOfContent,
      ReadSQL.photoCopies, ReadSQL.uploadedPhoto, WriteSQL.photoOfPost, WriteSQL.photoOfUser,
      WriteSQL.unusedPhoto, WriteSQL.unusedPhotos, WriteSQL.deletePhoto, WriteSQL.deleteCopies,
    ]

  @Test func noStatementScansOrSorts() async throws {
    let files = try TemporaryStore()
    await (try files.open()).close()
    let connection = try Database(path: files.path).connect()
    // The lists that the viewer's follows and the ids asked for make are walked, not searched.
    let lists = ["SCAN a", "SCAN CONSTANT ROW", "SCAN wanted VIRTUAL TABLE INDEX 1:"]
    for sql in Self.statements {
      let plan = try Self.plan(of: sql, connection)
      #expect(!plan.isEmpty, "\(sql)")
      for line in plan where !lists.contains(line) {
        #expect(!line.contains("SCAN") && !line.contains("TEMP B-TREE"), "\(line) in \(sql)")
      }
    }
  }

  private static func plan(
    of sql: String,
    _ connection: SQLiteConnection
  ) throws(StoreError) -> [String] {
    var plan: [String] = []
    try SQLiteStatement("EXPLAIN QUERY PLAN " + sql, on: connection)
      .forEachRow { plan.append($0.text(3)) }
    return plan
  }

  @Test(arguments: [ReadSQL.Direction.older, .newer])
  func pagesSearchByTheWholePosition(_ direction: ReadSQL.Direction) async throws {
    let files = try TemporaryStore()
    await (try files.open()).close()
    let connection = try Database(path: files.path).connect()
    for sql in [
      ReadSQL.everything(direction), ReadSQL.author(direction), ReadSQL.comments(direction),
    ] {
      let plan = try Self.plan(of: sql, connection).joined(separator: "\n")
      #expect(plan.contains("(created_at,number)\(direction.comparison)(?,?)"), "\(plan)")
    }
  }
}
