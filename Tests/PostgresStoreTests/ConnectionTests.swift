import Base
import FeedStore
import FeedStoreConformance
import Testing

@testable import PostgresStore

@Suite struct ConnectionSettingsTests {
  @Test(
    arguments: [
      ("postgresql://anna@host:5433/feed", "postgresql://host:5433/feed", false),
      ("postgres://anna:secret@host/feed", "postgresql://host/feed", true),
      (
        "postgresql:///feed?host=/run/pg&password=secret", "postgresql://%2Frun%2Fpg/feed", true
      ),
      ("postgresql://", "postgresql:///", false),
      ("postgresql://:7/a%20b", "postgresql://:7/a%20b", false),
      ("postgresql://[::1]:7/feed", "postgresql://[::1]:7/feed", false),
      ("postgresql://a,b:6/feed", "postgresql://a,b:6/feed", false),
      ("postgresql://a:5,%2Fb:6/feed", "postgresql://a:5,%2Fb:6/feed", false),
      ("postgresql:///feed?host=a,b&port=6", "postgresql://a:6,b:6/feed", false),
    ]
  )
  func aURLIsReadAndToldWithoutItsPassword(
    url: String,
    description: String,
    hasPassword: Bool
  ) throws {
    let settings = try ConnectionSettings(url: url)
    #expect(settings.hasPassword == hasPassword)
    #expect(!"\(settings)".contains("secret"))
    #expect("\(settings)" == description)
    // It names the same place.
    #expect("\(try ConnectionSettings(url: description))" == description)
  }

  @Test(
    arguments: [
      ("postgres://an%20na:secret@host:5/feed", "postgresql://an%20na@host:5/feed"),
      (
        "postgresql:///feed?host=/run/pg&password=secret&sslpassword=secret&sslmode=require",
        "postgresql://%2Frun%2Fpg/feed?sslmode=require"
      ),
      ("postgresql://host/feed?hostaddr=::1", "postgresql://host/feed?hostaddr=%3A%3A1"),
      ("postgresql://?hostaddr=::1&user=anna", "postgresql://anna@[::1]/"),
    ]
  )
  func aURLIsToldWithAllButItsPassword(url: String, told: String) throws {
    #expect(try ConnectionSettings(url: url).withoutPassword == told)
    #expect(try ConnectionSettings(url: told).withoutPassword == told)
  }

  /// Those with a password have it as it is, with a character that ends it for libpq.
  @Test(
    arguments: [
      "", "host=a", "mysql://a/b", "postgresql://[::1/d", "postgresql://a/?x=y",
      "postgresql://anna:se/cret@host/feed", "postgresql://anna:12/cret@host/feed",
      "postgresql://anna:se@cret@host/feed", "postgresql://anna:se@cret@host:5/feed",
    ]
  )
  func whatIsNoURLIsRefused(url: String) {
    #expect(throws: ConnectionSettings.Refusal.malformed) { try ConnectionSettings(url: url) }
  }
}

@Suite struct ConnectionStandardTests {
  private static let variables = [
    "connect_timeout": "PGCONNECT_TIMEOUT", "target_session_attrs": "PGTARGETSESSIONATTRS",
  ]

  private static func value(
    _ keyword: String,
    _ url: String,
    _ environment: Set<String> = []
  ) throws -> String? {
    try ConnectionSettings(url: url).value(of: keyword) { environment.contains($0) }
  }

  @Test(
    arguments: [("connect_timeout", "5", "9"), ("target_session_attrs", "read-write", "any")]
  )
  func whatNobodySaysIsStandard(keyword: String, standard: String, other: String) throws {
    let url = "postgresql://a,b/feed"
    #expect(try Self.value(keyword, url) == standard)
    #expect(try Self.value(keyword, "\(url)?\(keyword)=\(other)") == other)
    let variable = try #require(Self.variables[keyword])
    #expect(try Self.value(keyword, url, [variable]) == nil)
    #expect(try Self.value(keyword, url, ["PGHOST"]) == standard)
    #expect(try Self.value(keyword, url, ["PGSERVICE"]) == nil)
    #expect(try Self.value(keyword, "\(url)?service=feed") == nil)
  }

  @Test func textsAreAlwaysUTF8() throws {
    let url = "postgresql://a/feed?client_encoding=LATIN1"
    #expect(try Self.value("client_encoding", url, ["PGCLIENTENCODING", "PGSERVICE"]) == "UTF8")
  }
}

@Suite struct ReconnectScheduleTests {
  @Test func triesGetRarerUpToALimit() {
    var schedule = ReconnectSchedule(delays: .milliseconds(50)...Duration.milliseconds(150))
    var now = Instant(nanoseconds: 0)
    #expect(schedule.nextTry < now)
    for delay in [50, 100, 150, 150] {
      schedule.failed(at: now)
      #expect(schedule.nextTry - now == .milliseconds(delay))
      now = schedule.nextTry
    }
    schedule.succeeded()
    #expect(schedule.nextTry < Instant(nanoseconds: 0))
  }
}

@Suite struct SQLStateTests {
  @Test(
    arguments: [
      ("40001", .conflict), ("40P01", .conflict), ("55P03", .conflict),
      ("53300", .unavailable), ("25006", .unavailable), ("57P01", .unavailable),
      ("08006", .unavailable), ("25P03", .unavailable), ("08P01", .failure),
      ("53100", .full), ("XX001", .corrupt), ("57014", .failure), ("42P01", .failure),
    ] as [(String, SQLState.Meaning)]
  )
  func statesHaveAMeaning(text: String, meaning: SQLState.Meaning) {
    #expect(SQLState(text).meaning == meaning)
    let failure = SQLState(text).failure("words", in: "statement")
    #expect(SQLState(of: failure).text == text)
  }

  @Test func failuresOfDataQuoteNoValues() {
    let quoting = SQLState("22P02").error("invalid input: \"secret\"", in: "SELECT $1")
    #expect(!"\(quoting)".contains("secret"))
    let telling = SQLState("42501").failure("permission denied for table likes", in: "")
    #expect(telling.message == "permission denied for table likes")
  }
}

@Suite(.timeLimit(.minutes(10)))
struct ConnectionTests {
  @Test func statementsBehindOneThatFailsFailUntilTheNextSync() async throws {
    try await TemporaryDatabase.with { database in
      let connection = try database.connection()
      func number(_ sql: String) -> PostgresStatement { PostgresStatement(sql, sql) }
      try connection.send(number("SELECT 1::bigint"), [])
      try connection.send(number("SELECT 1 / 0"), [])
      try connection.send(number("SELECT 2::bigint"), [])
      try connection.sync()
      #expect(try connection.next().first?.integer(0) == 1)
      #expect(throws: StoreError.self) { try connection.next() }
      #expect(throws: StoreError.self) { try connection.next() }
      try connection.drain()
      // What was not prepared is, the next time.
      #expect(try connection.rows(number("SELECT 2::bigint")).first?.integer(0) == 2)
      #expect(connection.loss == nil)
    }
  }

  @Test func valuesComeBackAsTheyWent() async throws {
    try await TemporaryDatabase.with { database in
      let connection = try database.connection()
      let numbers: [Int64] = [.min, -1, 0, 1, 255, 256, .max]
      for number in numbers {
        let statement = PostgresStatement(once: "SELECT $1::bigint, $1::bigint IS NULL")
        let row = try #require(try connection.rows(statement, .integer(number)).first)
        #expect(row.integer(0) == number && !row.boolean(1))
      }
      let small = try connection.rows(
        PostgresStatement(once: "SELECT -2::smallint, -3::int4, NULL::bigint, true, ''::text")
      )
      let row = try #require(small.first)
      #expect(row.integer(0) == -2 && row.integer(1) == -3 && row.isNull(2) && row.boolean(3))
      #expect(row.text(4).isEmpty && !row.isNull(4))
      let bytes = (0...255).map { UInt8($0) }
      let statement = PostgresStatement(once: "SELECT $1::bytea, ($2::bytea[])[2]")
      let blobs = try connection.rows(statement, .blob(bytes), .blobs([[], bytes]))
      #expect(blobs.first?.bytes(0) == bytes && blobs.first?.bytes(1) == bytes)
    }
  }

  /// More than the buffers of the socket hold, both ways, before anything is taken.
  @Test func muchCanBeUnderWay() async throws {
    try await TemporaryDatabase.with { database in
      let connection = try database.connection()
      let text = String(repeating: "x", count: 20_000)
      let statement = PostgresStatement("echo", "SELECT $1::text")
      for _ in 0..<400 { try connection.send(statement, [.text(text)]) }
      try connection.sync()
      for _ in 0..<400 { #expect(try connection.next().first?.text(0).utf8.count == 20_000) }
      try connection.drain()
    }
  }

  @Test func whoCopiesIntoNothingIsToldSo() async throws {
    try await TemporaryDatabase.with { database in
      let connection = try database.connection()
      let error = #expect(throws: StoreError.self) { try connection.copy(into: "nothing", [1]) }
      guard case .engine(let failure) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(SQLState(of: failure).text == "42P01")
      try connection.execute("SELECT 1")
    }
  }

  @Test func aServerIsSilentForSoLongAtMost() async throws {
    try await TemporaryDatabase.with { database in
      let sleep = PostgresStatement(once: "SELECT pg_sleep(0.5)")
      func connection(_ limit: Int32) throws -> PostgresConnection {
        try PostgresConnection(
          database.settings(),
          session: Database.patientSession,
          answerMilliseconds: limit
        )
      }
      #expect(try connection(-1).rows(sleep).count == 1)
      let impatient = try connection(50)
      let error = try #require(throws: StoreError.self) { try impatient.rows(sleep) }
      guard case .unavailable(let failure) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(failure.message == "the server is silent")
      // It is of no use from then on, and says so.
      #expect(throws: error) { try impatient.execute("SELECT 1") }
    }
  }

  /// A check that the server ends says nothing of the rows.
  @Test func aServerThatGoesIsNoDamage() async throws {
    try await TemporaryDatabase.with { database in
      await (try database.open()).close()
      let check = try StoreCheck(database.settings())
      let end = StoreLaw(table: "posts", query: "SELECT pg_terminate_backend(pg_backend_pid())") {
        .damage($0.text(0))
      }
      for (tables, laws) in [([], [end]), (["posts"], [end] + StoreLaw.all)] {
        let error = #expect(throws: StoreError.self) {
          try StoreReport(of: check, tables: tables, laws: laws)
        }
        guard case .unavailable = error else {
          Issue.record("\(String(describing: error))")
          return
        }
      }
    }
  }

  @Test func aServerThatIsNotThereIsUnavailable() {
    let settings = try? ConnectionSettings(url: "postgresql://%2Fnowhere/feed")
    guard let settings else { return }
    let error = #expect(throws: StoreError.self) {
      try PostgresStore(settings, environment: TestClock().environment)
    }
    guard case .unavailable(let failure) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(failure.message.contains("/nowhere/.s.PGSQL.5432"))
  }
}
