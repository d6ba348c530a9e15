import FeedModel
import FeedStore
import Testing

@Suite struct ViewerTests {
  @Test func anIDBelongsToARealmAndAUID() {
    let first = Viewer.Account(uid: 1_000, accountName: "mira")
    #expect(first.userID == Viewer.Account(uid: 1_000, accountName: "renamed").userID)
    #expect(first.userID != Viewer.Account(uid: 1_001, accountName: "mira").userID)
    #expect(first.userID != Viewer.Account(realm: "box", uid: 1_000, accountName: "mira").userID)
    // The same in every store and version: a change would orphan everybody's posts.
    #expect(first.userID.text == "u:96vbvupxbsdm")
    #expect(first.userID.number >= 0)
  }

  @Test func anIDOrAUsernameNamesWhoIsActed() throws {
    #expect(try Viewer(actingAs: "u:5k") == .user(UserID(number: 200)))
    #expect(try Viewer(actingAs: "mira") == .named(Username("mira")))
    for text in ["", "u:", "u:ABC", "p:1", "Mira", "mi ra", String(repeating: "a", count: 31)] {
      #expect(throws: InvalidValue.notAUsername(field: "feedrpc-viewer")) {
        try Viewer(actingAs: text)
      }
    }
  }

  @Test func aNewUsersNameIsTheFirstThatIsFree() {
    let viewer = Viewer.account(.init(uid: 1, accountName: "mira"))
    for (taken, expected) in [
      ([], "mira"), (["mira"], "mira2"), (["mira", "mira2", "mira3"], "mira4"),
    ] as [([String], String)] {
      #expect(viewer.username { taken.contains($0.text) }.text == expected)
    }
  }

  @Test func timeNeverStandsStillOrGoesBack() {
    var head = StoreHead(newestTime: Timestamp(microseconds: 100))
    #expect(head.nextTime(now: Timestamp(microseconds: 50)).microseconds == 101)
    #expect(head.nextTime(now: Timestamp(microseconds: 101)).microseconds == 102)
    #expect(head.nextTime(now: Timestamp(microseconds: 200)).microseconds == 200)
    let imported = Timestamp(microseconds: 7)
    #expect(head.nextTime(now: Timestamp(microseconds: 300), imported: imported) == imported)
    #expect(head.newestTime.microseconds == 200)
    #expect(head.nextSequence() == SequenceNumber(1))
  }
}
