import FeedModel
import FeedStore
import FeedStoreConformance
import PostgresServer
import Testing

@testable import PostgresStore

/// How tables come to be, and who may make them.
@Suite(.timeLimit(.minutes(10)))
struct SchemaTests {
  /// A step that has been released is never changed: databases exist that have taken it.
  @Test func theVersionCountsTheSteps() async throws {
    try await TemporaryDatabase.with { database in
      await (try database.open()).close()
      #expect(try database.number("SELECT version FROM schema_version") == Int64(Schema.version))
      #expect(try Database.version(on: database.connection()) == Schema.version)
    }
  }

  @Test func aStoreOfANewerVersionIsRefusedAndLeftAlone() async throws {
    try await TemporaryDatabase.with { database in
      await (try database.open()).close()
      let newer = Schema.version + 1
      try database.execute("UPDATE schema_version SET version = \(newer)")
      let error = StoreError.newerSchema(found: newer, supported: Schema.version)
      #expect(throws: error) { try database.open() }
      #expect(throws: error) { try StoreCheck.report(database.settings(), keepsPhotos: true) }
    }
  }

  /// Another daemon brings the tables to its own version while this one serves.
  @Test func aDaemonThatHasBecomeTooOldChangesNothing() async throws {
    try await TemporaryDatabase.with { database in
      let store = try database.open()
      let fixture = database.fixture(store)
      try await fixture.post("before")
      let newer = Schema.version + 1
      try database.execute("UPDATE schema_version SET version = \(newer)")
      let error = StoreError.newerSchema(found: newer, supported: Schema.version)
      await #expect(throws: error) { try await fixture.post("after") }
      #expect(try await fixture.feed().posts.map(\.text) == ["before"])
      await store.close()
    }
  }

  @Test(arguments: ["read committed", "repeatable read"])
  func daemonsThatStartAtOnceMakeOneFeed(isolation: String) async throws {
    try await TemporaryDatabase.with { database in
      let setting = "default_transaction_isolation"
      let alter = "ALTER DATABASE \(database.name)"
      try database.execute("\(alter) SET \(setting) = '\(isolation)'")
      defer { try? database.execute("\(alter) RESET \(setting)") }
      let stores = try await withThrowingTaskGroup(of: PostgresStore.self) { group in
        for _ in 0..<4 { group.addTask { try database.open() } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(Set(stores.map(\.feedID)).count == 1)
      for store in stores { await store.close() }
    }
  }

  /// As behind another daemon that has much to change, before there are tables and afterwards.
  @Test func aStartWaitsForWhoChangesTheTablesForSoLongAtMost() async throws {
    try await TemporaryDatabase.with { database in
      let impatient = Database(settings: try database.settings(), migrationMilliseconds: 1_000)
      let holder = try database.connection()
      for lock in [
        "SELECT pg_advisory_xact_lock(\(Database.lockNumber))", "LOCK TABLE schema_version",
      ] {
        try holder.execute("BEGIN; \(lock)")
        let refusal = #expect(throws: StoreError.self) { try impatient.prepare(now: nil) }
        guard case .unavailable(let failure) = refusal else {
          Issue.record("\(String(describing: refusal))")
          return
        }
        #expect(
          failure.message == "its tables have been locked for 1 s, as by a feedrpcd that brings "
            + "them to its version: start this one again once that is ready"
        )
        try holder.execute("COMMIT")
        _ = try impatient.prepare(now: nil)
      }
    }
  }

  @Test func aDatabaseOfAnotherEncodingIsRefused() async throws {
    let server = try await PostgresServer.shared()
    try server.run("DROP DATABASE IF EXISTS latin")
    try server.run("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    let database = try TemporaryDatabase(server, "latin")
    let refusal = #expect(throws: StoreError.self) { try database.open() }
    guard case .engine(let failure) = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    #expect(failure.message.hasPrefix("its encoding is LATIN1 and must be UTF8: make it with "))
  }

  /// Those that have not written for long, by the server's clock; daemons come and go.
  @Test func writersAreForgotten() async throws {
    try await TemporaryDatabase.with { database in
      let first = try database.open()
      try await database.fixture(first).post("post")
      await first.close()
      let memory = PostgresLimits.writerMemoryMicroseconds
      try database.execute("UPDATE writers SET seen_at = seen_at - \(memory - 60_000_000)")
      await (try database.open()).close()
      #expect(try database.number("SELECT count(*) FROM writers") == 1)
      try database.execute("UPDATE writers SET seen_at = seen_at - 60000000")
      await (try database.open()).close()
      #expect(try database.number("SELECT count(*) FROM writers") == 0)
    }
  }

  /// As the README tells it: one role owns the tables, another serves.
  @Test func theServingRoleNeedsNoMoreThanRows() async throws {
    try await TemporaryDatabase.with { database in
      try Self.makeRoles(of: database)
      let refusal = #expect(throws: StoreError.self) { try database.open(role: "feed_server") }
      guard case .engine(let failure) = refusal else {
        Issue.record("\(String(describing: refusal))")
        return
      }
      #expect(
        failure.message == "its schema is 0 and this role may not make it \(Schema.version): "
          + "start a feedrpcd once as the role that owns it"
      )
      await (try database.open(role: "feed_owner")).close()

      let store = try database.open(role: "feed_server")
      let fixture = database.fixture(store)
      let sample = SampleFeed(postCount: 5, seed: 1, patternBlurhash: TestClock.blurhash)
      #expect(try await store.fill(with: sample))
      let photo = try await fixture.upload(1)
      let post = try await fixture.post(photo.id, requestID: "make")
      try await fixture.like(post.id, .toggle, by: Person.noor, requestID: "tap")
      try await fixture.comment(post.id, "hello", by: Person.noor, requestID: "say")
      _ = try await fixture.setAvatar(photo.id)
      let follow = FollowRequest(userID: post.author.id, isFollowing: true)
      _ = try await store.setFollow(follow, viewer: Person.noor)
      _ = try await store.deletePost(post.id, viewer: Person.mira)
      _ = try await store.removeUnusedPhotos(uploadedUntil: database.clock.now)
      try await store.tryWriting()
      await store.close()
      let report = try StoreCheck.report(
        database.settings(role: "feed_server"),
        keepsPhotos: false
      )
      #expect(report.findings == [])
      let connection = try PostgresConnection(
        database.settings(role: "feed_server"),
        session: Database.patientSession
      )
      #expect(throws: StoreError.self) { try connection.execute("DROP TABLE likes") }
    }
  }

  /// Each right that is asked for, and no other, is one that calls need.
  @Test func aRightThatIsMissingIsTold() async throws {
    try await TemporaryDatabase.with { database in
      try Self.makeRoles(of: database)
      await (try database.open(role: "feed_owner")).close()
      let store = try database.open(role: "feed_server")
      try await store.tryWriting()
      for (table, rights) in TableRights.needed where table != "schema_version" {
        for right in rights {
          // Without these the trial itself fails, in the server's words.
          let isOfEveryGroup = table == "feed_head" || table == "writers" && right != .delete
          try database.execute("REVOKE \(right.rawValue) ON feedrpc.\(table) FROM feed_server")
          let error = await #expect(throws: StoreError.self) { try await store.tryWriting() }
          guard case .engine(let failure) = error else {
            Issue.record("\(String(describing: error))")
            continue
          }
          #expect(SQLState(of: failure).text == "42501")
          let words = "role feed_server lacks \(right.rawValue) on \(table): "
          #expect(failure.message.hasPrefix(words) || isOfEveryGroup, "\(failure.message)")
          try database.execute("GRANT \(right.rawValue) ON feedrpc.\(table) TO feed_server")
        }
      }
      try await store.tryWriting()
      try database.execute("REVOKE ALL ON feedrpc.likes, feedrpc.follows FROM feed_server")
      let error = await #expect(throws: StoreError.self) { try await store.tryWriting() }
      #expect("\(String(describing: error))".contains(" and 3 rights more: "))
      await store.close()
    }
  }

  /// The calls of the conformance suite are all there are.
  @Test(arguments: ConformanceCheck.all)
  func noOtherRightIsNeeded(by check: ConformanceCheck) async throws {
    try await TemporaryDatabase.with { database in
      try Self.makeRoles(of: database)
      await (try database.open(role: "feed_owner")).close()
      for (table, rights) in TableRights.needed {
        let words = rights.map(\.rawValue).joined(separator: ", ")
        try database.execute(
          """
          REVOKE ALL ON feedrpc.\(table) FROM feed_server;
          GRANT \(words) ON feedrpc.\(table) TO feed_server
          """
        )
      }
      let store = try database.open(role: "feed_server", keepsPhotos: false)
      try await check.run(database.fixture(store))
      await store.close()
    }
  }

  private static func makeRoles(of database: TemporaryDatabase) throws {
    for role in ["feed_owner", "feed_server"] {
      try database.execute(
        """
        DO $$ BEGIN
          IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '\(role)') THEN
            CREATE ROLE \(role) LOGIN;
          END IF;
        -- Another test has made it meanwhile.
        EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
        END $$
        """
      )
    }
    try database.execute(
      """
      CREATE SCHEMA feedrpc AUTHORIZATION feed_owner;
      GRANT USAGE ON SCHEMA feedrpc TO feed_server;
      ALTER DEFAULT PRIVILEGES FOR ROLE feed_owner IN SCHEMA feedrpc
        GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO feed_server;
      """
    )
  }
}
