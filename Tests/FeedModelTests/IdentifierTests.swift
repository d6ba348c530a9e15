import FeedModel
import Testing

@Suite struct IdentifierTests {
  @Test(arguments: [0, 1, 35, 36, 1_000_000, Int64.max])
  func aTextLeadsBackToItsNumber(_ number: Int64) {
    #expect(PostID(PostID(number: number).text)?.number == number)
    #expect(UserID(UserID(number: number).text)?.number == number)
    #expect(CommentID(CommentID(number: number).text)?.number == number)
  }

  @Test func aTextIsTheNumberToBase36() {
    var random = SplitMix64(seed: 36)
    for shift in 0..<63 {
      let number = Int64(random.next() >> (shift + 1))
      #expect(PostID(number: number).text == "p:" + String(number, radix: 36))
      #expect(PostID(PostID(number: number).text)?.number == number)
    }
  }

  @Test(arguments: [
    "", "p", "p:", "p:-1", "p:+1", "p:01", "p:A", "u:1", "1", "p: 1", "p:1 ", "p:1y2p0ij32e8e8",
    "p:zzzzzzzzzzzzz", "p:00", "p:{", "p:`", "p:/",
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
