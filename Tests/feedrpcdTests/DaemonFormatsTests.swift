import CommandLineKit
import FeedServices
import RPC
import Testing

@testable import feedrpcd

@Suite struct DaemonFormatsTests {
  @Test(arguments: [("0600", 0o600), ("660", 0o660), ("0", 0), ("0777", 0o777), ("00600", 0o600)])
  func permissionsAreOctal(text: String, mode: Int) throws {
    let format = ValueFormat<Int>.permissions
    #expect(try format.parse(text) == mode)
    #expect(try format.parse(format.describe(mode)) == mode)
    #expect(format.describe(mode).utf8.count == 4)
  }

  @Test(arguments: ["", "0800", "1000", "+600", "-0", "0o600", "rw", " 600"])
  func otherPermissionsAreRefused(text: String) {
    #expect(throws: InvalidValue.notLike(example: "0660")) {
      try ValueFormat<Int>.permissions.parse(text)
    }
  }

  @Test(
    arguments: [("0", 0), ("65534", 65_534), ("4294967294", 4_294_967_294)] as [(String, UInt32)]
  )
  func idsAreNumbers(text: String, id: UInt32) throws {
    #expect(try ValueFormat<UInt32>.userID.parse(text) == id)
    #expect(ValueFormat<UInt32>.userID.describe(id) == text)
  }

  @Test(arguments: ["4294967295", "-1", "99999999999999999999"])
  func idsEndBeforeTheOneThatIsNobodys(text: String) {
    #expect(throws: InvalidValue.integerOutOfRange(0...4_294_967_294)) {
      try ValueFormat<UInt32>.userID.parse(text)
    }
    #expect(throws: InvalidValue.notInteger) { try ValueFormat<UInt32>.userID.parse("anna") }
  }

  @Test(
    arguments: [
      ("sqlite", .sqlite(path: nil), "sqlite"), ("memory", .memory, "memory"),
      ("sqlite:feed.db", .sqlite(path: "feed.db"), "sqlite:feed.db"),
      ("sqlite:/srv/feed.db", .sqlite(path: "/srv/feed.db"), "sqlite:/srv/feed.db"),
      ("sqlite:///srv/feed.db", .sqlite(path: "/srv/feed.db"), "sqlite:/srv/feed.db"),
    ] as [(String, StoreChoice, String)]
  )
  func storesAreNamed(text: String, choice: StoreChoice, described: String) throws {
    let format = ValueFormat<StoreChoice>.storeURL
    #expect(try format.parse(text) == choice)
    #expect(format.describe(choice) == described)
    #expect(try format.parse(described) == choice)
  }

  @Test(arguments: ["postgresql://host/feed", "postgres://host", "postgresql:///feed"])
  func postgreSQLIsUnderstood(text: String) throws {
    #expect(try ValueFormat<StoreChoice>.storeURL.parse(text) == .postgreSQL(url: text))
  }

  private static let stores = [
    "sqlite", "sqlite:PATH", "postgresql://HOST/DATABASE", "memory",
  ]

  @Test(
    arguments: [
      ("", .notOneOf(Self.stores, suggestion: nil)),
      ("SQLite", .notOneOf(Self.stores, suggestion: nil)),
      ("mysql://x", .notOneOf(Self.stores, suggestion: nil)),
      ("sqlite:", .empty), ("sqlite:a\0b", .containsNUL),
      ("sqlite:///a\0b", .containsNUL),
      ("sqlite://host/feed.db", .notLike(example: "sqlite:///srv/feed.sqlite")),
    ] as [(String, InvalidValue)]
  )
  func otherStoresAreRefused(text: String, error: InvalidValue) {
    #expect(throws: error) { try ValueFormat<StoreChoice>.storeURL.parse(text) }
  }

  @Test(
    arguments: [
      ("200ms..900ms", nil, .milliseconds(200) ... .milliseconds(900)),
      ("1s", nil, .seconds(1) ... .seconds(1)),
      ("0ms..1s", nil, .zero ... .seconds(1)),
      ("StreamImage=1s", "StreamImage", .seconds(1) ... .seconds(1)),
      ("a.B/C=1ms..2ms", "a.B/C", .milliseconds(1) ... .milliseconds(2)),
    ] as [(String, String?, ClosedRange<Duration>)]
  )
  func latenciesAreRanges(text: String, method: String?, range: ClosedRange<Duration>) throws {
    let format = ValueFormat<FaultPlan.Latency>.latency
    let latency = FaultPlan.Latency(method: method, range: range)
    #expect(try format.parse(text) == latency)
    #expect(try format.parse(format.describe(latency)) == latency)
  }

  @Test(arguments: ["", "1", "1s..", "..1s", "2s..1s", "1s..2s..3s", "=1s", "a=", "-1s", "a=b=1s"])
  func otherLatenciesAreRefused(text: String) {
    #expect(throws: InvalidValue.self) { try ValueFormat<FaultPlan.Latency>.latency.parse(text) }
  }

  @Test(
    arguments: [
      ("UNAVAILABLE", nil, .unavailable, 1), ("unavailable:0.5", nil, .unavailable, 0.5),
      ("FetchFeedPage=UNAVAILABLE:0.1", "FetchFeedPage", .unavailable, 0.1),
      ("a.B/C=INTERNAL:0", "a.B/C", .internal, 0), ("DATA_LOSS:1", nil, .dataLoss, 1),
    ] as [(String, String?, StatusCode, Double)]
  )
  func failuresAreCodes(
    text: String,
    method: String?,
    code: StatusCode,
    probability: Double
  ) throws {
    let format = ValueFormat<FaultPlan.Failure>.failure
    let failure = FaultPlan.Failure(method: method, code: code, probability: probability)
    #expect(try format.parse(text) == failure)
    #expect(try format.parse(format.describe(failure)) == failure)
  }

  @Test(
    arguments: [
      "", "OK", "14", "NO_CODE", "INTERNAL:", "INTERNAL:1.1", "INTERNAL:-0.1", "INTERNAL:nan",
      "INTERNAL:0.1:0.1", "=INTERNAL", "a=",
    ]
  )
  func otherFailuresAreRefused(text: String) {
    #expect(throws: InvalidValue.notLike(example: "FetchFeedPage=UNAVAILABLE:0.1")) {
      try ValueFormat<FaultPlan.Failure>.failure.parse(text)
    }
  }
}
