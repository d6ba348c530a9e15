import FeedModel
import FeedStore
import FeedStoreConformance
import Testing

@testable import PostgresStore

/// What a read costs does not depend on how much there is.
@Suite(.timeLimit(.minutes(10)))
struct QueryPlanTests {
  private static let statements: [PostgresStatement] = [
    ReadSQL.everything[.older], ReadSQL.everything[.newer], ReadSQL.author[.older],
    ReadSQL.exists[.newer], ReadSQL.authorExists[.newer], ReadSQL.posts,
    ReadSQL.comments[.older], ReadSQL.comments[.newer], ReadSQL.likers, ReadSQL.followers,
    ReadSQL.following, ReadSQL.comment, ReadSQL.commentCount, ReadSQL.user, ReadSQL.userID,
    ReadSQL.profile, ReadSQL.events, ReadSQL.isFollowing, ReadSQL.photoNamed,
    ReadSQL.photoOfContent, ReadSQL.hasUploaded, ReadSQL.knownContent,
    ReadSQL.followedExists[.newer], ReadSQL.createdPosts, ReadSQL.addedComments,
    ReadSQL.changedUsers, ReadSQL.isMarked,
  ]

  /// The tables are small, which is when the planner likes to read them whole.
  @Test func everyReadIsARangeOfAnIndex() async throws {
    try await TemporaryDatabase.with { database in
      let store = try database.open()
      let sample = SampleFeed(postCount: 50, seed: 1, patternBlurhash: TestClock.blurhash)
      #expect(try await store.fill(with: sample))
      await store.close()
      try database.execute("ANALYZE")
      let connection = try PostgresConnection(database.settings(), session: Database.session)
      for statement in Self.statements {
        let plan = try Self.plan(of: statement, on: connection)
        #expect(!plan.contains("Seq Scan"), "\(statement.name): \(plan)")
        #expect(!plan.contains("Sort"), "\(statement.name): \(plan)")
        // A table made of all rows of a viewer, or of everybody.
        #expect(!plan.contains("hashed"), "\(statement.name): \(plan)")
      }
      // Those who are followed are merged, which is a sort of their nearest posts.
      let followed = try Self.plan(of: ReadSQL.followed[.older], on: connection)
      #expect(!followed.contains("Seq Scan") && !followed.contains("hashed"), "\(followed)")
    }
  }

  /// The plan that the statement has whatever its values are.
  private static func plan(
    of statement: PostgresStatement,
    on connection: PostgresConnection
  ) throws -> String {
    try connection.execute("PREPARE explained AS \(statement.sql)")
    defer { try? connection.execute("DEALLOCATE explained") }
    let count = (1...9).count { statement.sql.contains("$\($0)") }
    let values = Array(repeating: "NULL", count: count).joined(separator: ", ")
    let rows = try connection.rows(
      PostgresStatement(once: "EXPLAIN (VERBOSE, COSTS off) EXECUTE explained (\(values))")
    )
    return (0..<rows.count).map { rows[$0].text(0) }.joined(separator: "\n")
  }
}
