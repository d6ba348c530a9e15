import FeedModel
import FeedStore
import Testing

@Suite struct PageTokenTests {
  static let key = [UInt8](repeating: 7, count: KeyedHash.keyByteCount)
  static let token = PageToken(
    direction: .onward,
    position: Position(time: Timestamp(microseconds: 1_700_000_000_123_456), number: 42)
  )
  static let scope = PageScope.feed(.everything, viewer: UserID(number: 1))

  @Test(arguments: PageToken.Direction.allCases, [Position.lowest, token.position, .highest])
  func aTextLeadsBackToItsToken(direction: PageToken.Direction, position: Position) throws {
    let token = PageToken(direction: direction, position: position)
    let text = token.text(scope: Self.scope, key: Self.key)
    #expect(text.utf8.count == 46)
    #expect(text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) })
    #expect(try PageToken(text, scope: Self.scope, key: Self.key) == token)
  }

  @Test(arguments: [
    PageScope.feed(.everything, viewer: UserID(number: 2)),
    .feed(FeedFilter(author: UserID(number: 1)), viewer: UserID(number: 1)),
    .feed(FeedFilter(followingOnly: true), viewer: UserID(number: 1)),
    .comments(of: PostID(number: 1), .oldestFirst, viewer: UserID(number: 1)),
    .comments(of: PostID(number: 1), .newestFirst, viewer: UserID(number: 1)),
    .comments(of: PostID(number: 2), .newestFirst, viewer: UserID(number: 1)),
    .users(.likers(of: PostID(number: 1)), viewer: UserID(number: 1)),
    .users(.followers(of: nil), viewer: UserID(number: 1)),
    .users(.followed(by: nil), viewer: UserID(number: 1)),
    .users(.followed(by: UserID(number: 1)), viewer: UserID(number: 1)),
  ])
  func aTokenIsGoodForItsScopeOnly(scope: PageScope) throws {
    let text = Self.token.text(scope: Self.scope, key: Self.key)
    #expect(throws: StoreError.invalidPageToken) {
      try PageToken(text, scope: scope, key: Self.key)
    }
    let other = Self.token.text(scope: scope, key: Self.key)
    #expect(try PageToken(other, scope: scope, key: Self.key) == Self.token)
  }

  @Test func aTokenOfAnotherStoreIsRefused() {
    let text = Self.token.text(scope: Self.scope, key: Self.key)
    let key = [UInt8](repeating: 8, count: KeyedHash.keyByteCount)
    #expect(throws: StoreError.invalidPageToken) {
      try PageToken(text, scope: Self.scope, key: key)
    }
  }

  @Test func everyChangedCharacterIsNoticed() {
    let text = Array(Self.token.text(scope: Self.scope, key: Self.key))
    for index in text.indices {
      for replacement in ["A", "b", "_", "=", "é", "\u{0}"] as [Character] {
        var changed = text
        changed[index] = replacement
        guard changed != text else { continue }
        #expect(throws: StoreError.invalidPageToken, "\(String(changed))") {
          try PageToken(String(changed), scope: Self.scope, key: Self.key)
        }
      }
    }
  }

  @Test(arguments: ["", "A", "AQ", String(repeating: "A", count: 46), "AQIABmUXKJiAAQAAAAAAAAAD"])
  func otherTextsAreRefused(text: String) {
    #expect(throws: StoreError.invalidPageToken) {
      try PageToken(text, scope: Self.scope, key: Self.key)
    }
    let token = Self.token.text(scope: Self.scope, key: Self.key)
    for longer in [token + "A", token + "=", " " + token, String(token.dropLast())] {
      #expect(throws: StoreError.invalidPageToken) {
        try PageToken(longer, scope: Self.scope, key: Self.key)
      }
    }
  }

  @Test func anotherVersionIsRefused() {
    // The first character holds the upper six bits of the version, the second its lower two.
    let text = Self.token.text(scope: Self.scope, key: Self.key)
    #expect(text.hasPrefix("AQ"))
    for version in ["AA", "Ag", "BA"] {
      #expect(throws: StoreError.invalidPageToken) {
        try PageToken(version + text.dropFirst(2), scope: Self.scope, key: Self.key)
      }
    }
  }
}
