import FeedStore
import FeedStoreConformance
import Foundation

@testable import SQLiteStore

/// A folder of its own for the files of one store, gone with this.
final class TemporaryStore: Sendable {
  let folder: String
  let clock = TestClock()
  let fault = StepFault()

  init() throws {
    folder = NSTemporaryDirectory() + "/feedrpc-store-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  var path: String { folder + "/feed.sqlite" }

  /// Opens the store's files, or copies of them.
  func open(_ path: String? = nil) throws -> SQLiteStore {
    try SQLiteStore(
      path: path ?? self.path,
      environment: clock.environment,
      readerCount: 2,
      fault: fault
    )
  }

  func fixture(_ store: SQLiteStore) -> StoreFixture { StoreFixture(store: store, clock: clock) }

  /// Copies the files as they are at this moment, as a crash would leave them.
  func copyFiles() throws -> String {
    let files = FileManager.default
    let copy = folder + "/copy-" + UUID().uuidString
    while true {
      let before = files.contents(atPath: path)
      let log = files.contents(atPath: path + "-wal")
      // A checkpoint in between would give a pair of files that never was.
      guard let before, before == files.contents(atPath: path) else { continue }
      try before.write(to: URL(filePath: copy))
      try log?.write(to: URL(filePath: copy + "-wal"))
      return copy
    }
  }

  /// What is wrong with the store's files; empty where nothing is.
  func damage(_ path: String? = nil) throws -> [String] {
    let connection = try SQLiteConnection(path: path ?? self.path)
    var found: [String] = []
    try SQLiteStatement("PRAGMA integrity_check", on: connection).forEachRow { row in
      if row.text(0) != "ok" { found.append(row.text(0)) }
    }
    try SQLiteStatement("PRAGMA foreign_key_check", on: connection).forEachRow { row in
      found.append("\(row.text(0)) refers to what is not there")
    }
    return try found + brokenLaws(path)
  }

  /// The laws between rows that do not hold.
  func brokenLaws(_ path: String? = nil) throws -> [String] {
    let connection = try SQLiteConnection(path: path ?? self.path)
    return try Self.laws.filter { try connection.number($0.query) != 0 }.map(\.name)
  }

  /// Queries that count the rows that break a law.
  private static let laws: [(name: String, query: String)] = [
    (
      "likes of a post",
      """
      SELECT count(*) FROM posts p
      WHERE like_count <> (SELECT count(*) FROM likes WHERE post_id = p.id)
      """
    ),
    (
      "comments of a post",
      """
      SELECT count(*) FROM posts p
      WHERE comment_count <> (SELECT count(*) FROM comments WHERE post_id = p.id)
      """
    ),
    (
      "counts of a user",
      """
      SELECT count(*) FROM users u
      WHERE post_count <> (SELECT count(*) FROM posts WHERE author_id = u.id)
        OR follower_count <> (SELECT count(*) FROM follows WHERE followee_id = u.id)
        OR following_count <> (SELECT count(*) FROM follows WHERE follower_id = u.id)
      """
    ),
    (
      "counts of the feed",
      """
      SELECT count(*) FROM feed_head
      WHERE post_count <> (SELECT count(*) FROM posts)
        OR comment_count <> (SELECT count(*) FROM comments)
        OR like_count <> (SELECT count(*) FROM likes)
      """
    ),
    (
      "an event beyond the head",
      """
      SELECT count(*) FROM events WHERE sequence > (SELECT sequence FROM feed_head)
      """
    ),
    (
      "a change without an event",
      """
      SELECT (SELECT sequence - events_after FROM feed_head)
        - (SELECT count(*) FROM events WHERE sequence > (SELECT events_after FROM feed_head))
      """
    ),
    (
      "a row newer than the head",
      """
      SELECT count(*) FROM feed_head WHERE newest_time < (SELECT max(created_at) FROM posts)
        OR newest_time < (SELECT max(created_at) FROM comments)
      """
    ),
  ]
}
