import CommandLineKit
import FeedStore
import Testing

@testable import feedrpcd

@Suite struct StoreCheckingTests {
  @Test func everyMismatchSaysWhatToDo() {
    let mismatches: [StoreReport.Mismatch] = [
      .count(row: 7, column: "like_count", stored: 3, counted: 2),
      .below(column: "sequence", stored: 3, needed: 9), .eventsMissing(first: 4, last: 6),
      .withoutEvent(row: 7),
      .eventDisagrees(sequence: 8, post: 7, column: "like_count", told: 3, stored: 2),
      .halfRequest(row: 7), .doubledRequest(row: 7), .strangeRequest(row: 7),
      .strangePhoto(row: 7),
      .refersToNothing(row: nil, parent: "users"), .damage("row 1 missing from index i"),
      .unreadable("database disk image is malformed"),
    ]
    let report = StoreReport(tables: [
      .init(name: "users", rowCount: 1),
      .init(name: "posts", rowCount: 2, mismatches: mismatches, mismatchCount: 30),
      .init(name: "likes", rowCount: nil, mismatches: [.unreadable("it hurts")], mismatchCount: 1),
      .init(name: "file", rowCount: nil),
    ])
    #expect(
      StoreChecking.text(of: report, .file("/d/f")) == """
        users: 1 row, ok
        posts: 2 rows, 30 wrong
          row 7: like_count is 3, and there are 2; set it: sqlite3 '/d/f' 'UPDATE posts SET \
        like_count = 2 WHERE id = 7'
          sequence is 3 and must be 9 at least; set it: sqlite3 '/d/f' 'UPDATE posts SET \
        sequence = 9'
          changes 4 to 6 have no event; clients that watch since before must read anew: sqlite3 \
        '/d/f' 'UPDATE feed_head SET events_after = 6 WHERE events_after < 6'
          row 7: no event tells of it; clients see it when they read anew
          event 8: it tells that like_count of post 7 is 3, and it is 2; clients see it when \
        they read anew
          row 7: its request id can't be recognised when it comes again; bring back a copy of the \
        store
          row 7: its request id belongs to something that is there; take it out: sqlite3 '/d/f' \
        'DELETE FROM posts WHERE rowid = 7'
          row 7: its method has no request ids; take it out: sqlite3 '/d/f' 'DELETE FROM posts \
        WHERE rowid = 7'
          row 7: it and its photo or uploads say different things; bring back a copy of the store
          row of two keys: it names one of users that is not there; bring back a copy of the store
          row 1 missing from index i; bring back a copy of the store
          rows can't be read: database disk image is malformed; bring back a copy of the store
          and 18 more
        likes: rows that can't be read, 1 wrong
          rows can't be read: it hurts; bring back a copy of the store
        file: ok

        """
    )
  }

  @Test func aStoreInMemoryCanNotBeChecked() async {
    let outcome = await Words.run(["--store", "memory", "--check"]) { configuration in
      #expect(configuration.checksStore)
      _ = try StoreChecking.run(configuration, output: MemorySink())
    }
    #expect(outcome.code == 2)
    #expect(outcome.errors == "feedrpcd: a store in memory is gone; there is nothing to check\n")
  }
}
