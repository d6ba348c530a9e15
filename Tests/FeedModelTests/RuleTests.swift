import FeedModel
import Testing

@Suite struct RuleTests {
  static let rules: [TextRule] = [
    .postText, .postTextAlone, .commentText, .altText, .displayName, .bio, .requestID,
  ]

  /// Scalars of one to four bytes, and a character of several scalars.
  @Test(arguments: rules, ["a", "é", "写", "🔭", "👩‍🚀"])
  func textsOfTheAllowedLengthsPass(rule: TextRule, character: String) throws {
    let scalars = character.unicodeScalars.count
    for count in [rule.allowedCounts.lowerBound, rule.allowedCounts.upperBound]
    where count.isMultiple(of: scalars) {
      try rule.check(String(repeating: character, count: count / scalars))
    }
  }

  @Test(arguments: rules)
  func oneScalarTooManyIsRefused(rule: TextRule) {
    let maximum = rule.allowedCounts.upperBound
    for character in ["a", "é", "写", "🔭"] {
      let text = String(repeating: character, count: maximum + 1)
      #expect(
        throws: InvalidValue.tooLong(field: rule.field, maximum: maximum, count: maximum + 1)
      ) {
        try rule.check(text)
      }
    }
  }

  @Test(arguments: rules)
  func emptyIsAllowedWhereTheRuleSaysSo(rule: TextRule) throws {
    if rule.allowedCounts.lowerBound == 0 {
      try rule.check("")
    } else {
      #expect(throws: InvalidValue.tooShort(field: rule.field, minimum: 1, count: 0)) {
        try rule.check("")
      }
    }
  }

  @Test(arguments: [
    (PageSizeRule.feed, 0, 20), (.feed, 1, 1), (.feed, 100, 100), (.feed, 101, 100),
    (.comments, 0, 50), (.comments, 200, 200), (.comments, .max, 200), (.likes, 0, 50),
    (.follows, 201, 200),
  ])
  func pagesHaveASize(rule: PageSizeRule, requested: Int, size: Int) throws {
    #expect(try rule.size(requested: requested) == size)
  }

  @Test func aNegativePageSizeIsRefused() {
    #expect(throws: InvalidValue.negativePageSize(-1)) {
      try PageSizeRule.feed.size(requested: -1)
    }
  }

  @Test func anEmptyRequestIDIsNone() throws {
    #expect(try RequestID.reading("") == nil)
    #expect(try RequestID.reading("x")?.text == "x")
    #expect(throws: InvalidValue.self) { try RequestID("") }
    #expect(throws: InvalidValue.self) {
      try RequestID.reading(String(repeating: "x", count: 65))
    }
  }

  @Test(arguments: LikeIntent.allCases, [false, true])
  func anIntentSaysWhatIsAfterwards(intent: LikeIntent, before: Bool) {
    let expected: Bool =
      switch intent {
      case .toggle: !before
      case .like: true
      case .unlike: false
      }
    #expect(intent.isLiked(before: before) == expected)
  }
}

@Suite struct UsernameTests {
  @Test(arguments: ["a", "z9._", "0", String(repeating: "a", count: 30), "...", "a.b_c"])
  func theseAreUsernames(text: String) throws {
    #expect(try Username(text).text == text)
  }

  @Test(arguments: ["", "A", "a-b", "a b", "é", "u:1", "a\u{0}", String(repeating: "a", count: 31)])
  func theseAreNot(text: String) {
    #expect(throws: InvalidValue.notAUsername(field: "username")) { try Username(text) }
  }

  @Test(arguments: [
    ("mira", "mira"), ("Mira", "mira"), ("www-data", "www_data"), ("Ann Lee", "ann_lee"),
    ("josé", "jos_"), ("DOMAIN\\user", "domain_user"), ("_apt", "_apt"), ("u:1", "u_1"),
    (String(repeating: "Ab", count: 20), String(repeating: "ab", count: 15)),
  ])
  func accountNamesBecomeUsernames(name: String, expected: String) throws {
    #expect(Username(accountName: name, uid: 5).text == expected)
    #expect(try Username(expected).text == expected)
  }

  @Test(arguments: [nil, ""] as [String?])
  func anAccountWithoutANameHasItsNumber(name: String?) {
    #expect(Username(accountName: name, uid: 4_294_967_294).text == "user4294967294")
  }

  @Test func aNumberBehindANameFits() throws {
    #expect(Username(stored: "mira").appending(number: 2).text == "mira2")
    let long = Username(stored: String(repeating: "a", count: 30))
    #expect(long.appending(number: 10).text == String(repeating: "a", count: 28) + "10")
  }
}
