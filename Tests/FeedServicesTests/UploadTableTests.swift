import Base
import FeedStore
import Testing

@testable import FeedServices

@Suite struct UploadTableTests {
  private static func viewer(_ uid: UInt32) -> Viewer {
    .account(.init(uid: uid, accountName: nil))
  }

  private static func table() -> UploadTable {
    UploadTable(CallSlots(ownerLimit: 2, limit: 3), silence: .seconds(30))
  }

  private static func at(_ seconds: Int64) -> Instant {
    Instant(nanoseconds: seconds * 1_000_000_000)
  }

  private static func begin(
    _ table: inout UploadTable,
    _ uid: UInt32,
    at seconds: Int64
  ) throws -> (id: UploadTable.ID, ended: UploadTable.ID?) {
    let begun = table.begin(viewer(uid), at: at(seconds))
    return try #require(begun)
  }

  @Test func theLongestSilentUploadMakesRoom() throws {
    var table = Self.table()
    let first = try Self.begin(&table, 1, at: 0)
    let second = try Self.begin(&table, 1, at: 1)
    let third = try Self.begin(&table, 2, at: 2)
    #expect([first.ended, second.ended, third.ended] == [nil, nil, nil] && table.count == 3)
    // Something comes for the first: it has waited for less now.
    table.hear(first.id)
    table.listen(first.id, at: Self.at(3))
    table.listen(second.id, at: Self.at(9))
    #expect(table.begin(Self.viewer(3), at: Self.at(30)) == nil)
    let fourth = try Self.begin(&table, 3, at: 31)
    #expect(fourth.ended == second.id && table.count == 3)
    // It is told later that its slot is gone.
    table.listen(second.id, at: Self.at(31))
    table.hear(second.id)
    table.end(second.id)
    #expect(table.count == 3)
    for upload in [first, third, fourth] { table.end(upload.id) }
    #expect(table.count == 0)
  }

  @Test func whoHasAsManyAsOneMayNeedsOneOfTheirOwn() throws {
    var table = Self.table()
    let other = try Self.begin(&table, 2, at: 0)
    let first = try Self.begin(&table, 1, at: 5)
    let second = try Self.begin(&table, 1, at: 6)
    #expect(table.begin(Self.viewer(1), at: Self.at(34)) == nil)
    #expect(try Self.begin(&table, 1, at: 35).ended == first.id)
    #expect(try Self.begin(&table, 3, at: 36).ended == other.id)
    #expect(try Self.begin(&table, 1, at: 36).ended == second.id)
  }

  @Test func whatIsWorkedOnStays() throws {
    var table = Self.table()
    for uid: UInt32 in [1, 1, 2] {
      let upload = try Self.begin(&table, uid, at: 0)
      table.hear(upload.id)
    }
    #expect(table.begin(Self.viewer(3), at: Self.at(3_600)) == nil)
  }
}
