import FeedModel
import Testing

@Suite struct IdentifierTests {
  @Test(arguments: [0, 1, 35, 36, 1_000_000, Int64.max])
  func aTextLeadsBackToItsNumber(_ number: Int64) {
    #expect(PostID(PostID(number: number).text)?.number == number)
    #expect(UserID(UserID(number: number).text)?.number == number)
    #expect(CommentID(CommentID(number: number).text)?.number == number)
  }

  @Test(arguments: [
    "", "p", "p:", "p:-1", "p:+1", "p:01", "p:A", "u:1", "1", "p: 1", "p:1 ", "p:1y2p0ij32e8e8",
    "p:zzzzzzzzzzzzzzzzzzzzzz", "p:é",
  ])
  func everythingElseIsNoID(_ text: String) {
    #expect(PostID(text) == nil)
  }

  @Test func idsSortAsTheirNumbers() {
    #expect(PostID(number: 35) < PostID(number: 36))
    #expect(
      Position(time: Timestamp(seconds: 1), number: 9)
        < Position(time: .init(seconds: 2), number: 1)
    )
    #expect(Position.lowest < Position.highest)
  }
}
