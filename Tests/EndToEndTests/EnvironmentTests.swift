import FeedClient
import Foundation
import Testing

/// The disk is full, read-only, damaged or not what it should be: a clear end at the start, or
/// refused writes with reads that go on.
@Suite(.timeLimit(.minutes(10)))
struct EnvironmentTests {
  // MARK: - No room

  @Test(.enabled(PrivateMount.reason) { try await PrivateMount.isPossible() })
  func aFullDiskRefusesWritesServesReadsAndHeals() async throws {
    let folder = try Self.folderWithData()
    let daemon = try await DaemonProcess.start(
      by: PrivateMount.script(
        "mount -t tmpfs -o size=3m tmpfs $FOLDER/data && head -c 1m /dev/zero >$FOLDER/data/ballast"
      ),
      ["--sample-posts", "3"],
      in: folder
    )
    let client = try daemon.client(patience: .zero)
    let health = HealthClient(client.transport)
    let service = HealthCheckRequest(service: "feedrpc.v1.FeedService")
    var states = try await health.watch(service)
    #expect(try await states.next()?.status == .serving)
    let post = try #require(try await client.allPosts().first)
    let kept = try await client.allComments(of: post.id).map(\.text)
    var written: [String] = []
    var refusal: RPCError?
    while refusal == nil {
      let text = "\(written.count) " + String(repeating: "x", count: 2_000)
      let request = AddCommentRequest(postID: post.id, text: text, requestID: "r\(written.count)")
      refusal = await status { () throws(RPCError) in try await client.feed.addComment(request) }
      if refusal == nil { written.append(text) }
    }
    #expect(refusal?.code == .resourceExhausted && refusal?.reason == "STORE_FULL")
    #expect(try await client.allComments(of: post.id).map(\.text) == kept + written)
    #expect(try await states.next()?.status == .notServing)
    #expect(try await health.check(service).status == .notServing)
    #expect(try await health.check(HealthCheckRequest()).status == .serving)

    let ballast = PrivateMount.path(folder.file("data/ballast"), of: daemon.process)
    try FileManager.default.removeItem(atPath: ballast)
    // What was refused can be sent again, and is there once.
    let text = "\(written.count) " + String(repeating: "x", count: 2_000)
    let again = AddCommentRequest(postID: post.id, text: text, requestID: "r\(written.count)")
    let answer = try await client.feed.addComment(again)
    let comments = try await client.allComments(of: post.id).map(\.text)
    #expect(comments == kept + written + [text])
    #expect(answer.commentCount == Int64(comments.count))
    #expect(try await states.next()?.status == .serving)
    daemon.process.signal(SIGTERM)
    #expect(try await daemon.process.ended() == .exit(0))
  }

  @Test(.enabled(PrivateMount.reason) { try await PrivateMount.isPossible() })
  func aDiskWithoutRoomForAStoreEndsTheStart() async throws {
    let folder = try Self.folderWithData()
    let text = try await Self.refusal(
      by: PrivateMount.script("mount -t tmpfs -o size=32k tmpfs $FOLDER/data"),
      in: folder
    )
    #expect(
      text == "feedrpcd: there is no room for the store \(folder.file("data/feed.sqlite")); make "
        + "some, or name another place"
    )
  }

  // MARK: - No right to write

  @Test(.enabled(PrivateMount.reason) { try await PrivateMount.isPossible() })
  func aDirectoryThatCanNotBeWrittenToEndsTheStart() async throws {
    let folder = try Self.folderWithData()
    let text = try await Self.refusal(
      by: PrivateMount.script("mount -t tmpfs -o ro tmpfs $FOLDER/data"),
      in: folder
    )
    #expect(
      text.hasPrefix(
        "feedrpcd: the directory \(folder.file("data")) can't be used (open "
          + "\(folder.file("data"))/feedrpcd.lock: Read-only file system)"
      )
    )
  }

  @Test(.enabled(PrivateMount.reason) { try await PrivateMount.isPossible() })
  func aFileThatCanNotBeWrittenToEndsTheStart() async throws {
    let folder = try await Self.folderWithStore()
    let text = try await Self.refusal(
      by: PrivateMount.script(
        "mount --bind $FOLDER/data/feed.sqlite $FOLDER/data/feed.sqlite && "
          + "mount -o remount,ro,bind $FOLDER/data/feed.sqlite"
      ),
      in: folder
    )
    let file = folder.file("data/feed.sqlite")
    #expect(text.hasPrefix("feedrpcd: the store \(file) can't be opened (it is read-only)"))
  }

  /// Another program, which knows nothing of the daemon's lock, holds that of SQLite.
  @Test func aStoreThatAnotherProgramHoldsServesReadsAndWritesWhenItIsFree() async throws {
    let daemon = try await DaemonProcess.start(["--sample-posts", "3"])
    let client = try daemon.client(patience: .zero)
    let holder = try ChildProcess(
      "/usr/bin/python3",
      [
        "-c",
        """
        import signal, sqlite3, sys
        connection = sqlite3.connect(sys.argv[1], isolation_level=None)
        connection.execute("BEGIN IMMEDIATE")
        print("held", file=sys.stderr, flush=True)
        signal.pause()
        """, daemon.folder.file("data/feed.sqlite"),
      ]
    )
    #expect(try await holder.line { $0 == "held" } != nil)
    // The client does not make this one again.
    let change = UpdateProfileRequest(displayName: "Elif")
    let refusal = await status { () throws(RPCError) in
      try await client.feed.updateProfile(change)
    }
    #expect(refusal?.code == .unavailable && refusal?.reason == "STORE_FAILED")
    #expect(try await client.allPosts().count == 3)
    holder.signal(SIGKILL)
    #expect(try await holder.ended() == .signal(SIGKILL))
    #expect(try await client.feed.updateProfile(change).user?.displayName == "Elif")
    daemon.process.signal(SIGTERM)
    #expect(try await daemon.process.ended() == .exit(0))
  }

  @Test func aDirectoryInTheStoresPlaceEndsTheStart() async throws {
    let folder = try Self.folderWithData()
    let file = folder.file("data/feed.sqlite")
    try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: true)
    let text = try await Self.refusal(in: folder)
    #expect(
      text.hasPrefix(
        "feedrpcd: the store \(file) can't be opened (unable to open database file: Is a directory)"
      )
    )
  }

  @Test func aDirectoryThatCanNotBeMadeEndsTheStart() async throws {
    let folder = try TemporaryFolder()
    try Data().write(to: URL(filePath: folder.file("data")))
    let text = try await Self.refusal(in: folder)
    #expect(text.hasPrefix("feedrpcd: the directory \(folder.file("data")) can't be used ("))
  }

  // MARK: - Damage

  @Test func aStoreOfANewerDaemonEndsTheStart() async throws {
    let folder = try await Self.folderWithStore()
    // The user's version (sqlite.org/fileformat2.html#the_database_header).
    try Self.overwrite(folder, at: 60, with: [0, 0, 3, 231])
    let text = try await Self.refusal(in: folder)
    let file = folder.file("data/feed.sqlite")
    #expect(
      text.hasPrefix("feedrpcd: the store \(file) was written by a newer feedrpcd (schema 999;")
    )
  }

  @Test func aStoreWithoutItsHeaderEndsTheStart() async throws {
    let folder = try await Self.folderWithStore()
    try Self.overwrite(folder, at: 0, with: Array(repeating: 0xAA, count: 100))
    let text = try await Self.refusal(in: folder)
    let file = folder.file("data/feed.sqlite")
    #expect(text.hasPrefix("feedrpcd: the store \(file) is damaged or holds no feed ("))
    let check = try await Self.check(folder)
    #expect(check.ending == .exit(1) && check.errors.contains("is damaged or holds no feed"))
  }

  @Test func damagedPagesAreDataLossAndTheRestIsServed() async throws {
    let folder = try await Self.folderWithStore(postCount: 400)
    let size = try Data(contentsOf: URL(filePath: folder.file("data/feed.sqlite"))).count
    // All but the first pages of each table, and the schema, whose end the fill wrote last.
    for page in 64..<size / 4_096 - 4 {
      try Self.overwrite(folder, at: page * 4_096, with: Array(repeating: 0, count: 4_096))
    }
    let daemon = try await DaemonProcess.start(in: folder)
    let client = try daemon.client(patience: .zero)
    let failure = await status { () throws(RPCError) in
      try await client.feed.fetchFeedPage(FetchFeedPageRequest(pageSize: 100))
    }
    #expect(failure?.code == .dataLoss && failure?.reason == "STORE_CORRUPT")
    let stats = try await client.admin.getStats(GetStatsRequest()).stats
    #expect(stats?.store?.posts == 400)
    daemon.process.signal(SIGTERM)
    #expect(try await daemon.process.ended() == .exit(0))
    let check = try await Self.check(folder)
    #expect(check.ending == .exit(1) && check.output.contains { $0.hasPrefix("file: ") })
    #expect(check.output.contains { $0.hasSuffix("bring back a copy of the store") })
  }

  // MARK: - The check

  @Test func theCheckWaitsForNobodyAndFindsNothingWrong() async throws {
    let daemon = try await DaemonProcess.start(["--sample-posts", "50"])
    let during = try await Self.check(daemon.folder)
    #expect(during.ending == .exit(1) && during.output == [])
    #expect(during.errors.contains("is used by another feedrpcd"))
    daemon.process.signal(SIGTERM)
    #expect(try await daemon.process.ended() == .exit(0))
    let after = try await Self.check(daemon.folder)
    #expect(after.ending == .exit(0) && after.errors == "")
    #expect(after.output.contains("posts: 50 rows, ok") && after.output.last == "file: ok")
  }

  @Test func whatIsNotThereIsNotMadeByACheck() async throws {
    let folder = try TemporaryFolder()
    let check = try await Self.check(folder)
    #expect(check.ending == .exit(1))
    #expect(
      check.errors.hasPrefix("feedrpcd: there is no store \(folder.file("data/feed.sqlite"))")
    )
    #expect(!FileManager.default.fileExists(atPath: folder.file("data")))
  }

  // MARK: - Help

  private static func folderWithData() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("data"),
      withIntermediateDirectories: true
    )
    return folder
  }

  /// A folder with the store of a daemon that has ended.
  private static func folderWithStore(postCount: Int = 5) async throws -> TemporaryFolder {
    var daemon = try await DaemonProcess.start(["--sample-posts", "\(postCount)"])
    let folder = daemon.folder
    daemon.process.signal(SIGTERM)
    #expect(try await daemon.process.ended() == .exit(0))
    // Connections that close at the same moment leave SQLite's log to the next daemon.
    let log = folder.file("data/feed.sqlite-wal")
    for _ in 0..<10 where FileManager.default.fileExists(atPath: log) {
      daemon = try await DaemonProcess.start(in: folder)
      daemon.process.signal(SIGTERM)
      #expect(try await daemon.process.ended() == .exit(0))
    }
    return folder
  }

  private static func overwrite(
    _ folder: TemporaryFolder,
    at offset: Int,
    with bytes: [UInt8]
  ) throws {
    let file = try FileHandle(forUpdating: URL(filePath: folder.file("data/feed.sqlite")))
    try file.seek(toOffset: UInt64(offset))
    try file.write(contentsOf: Data(bytes))
    try file.close()
  }

  /// What a daemon says that can't start.
  private static func refusal(
    by script: String = "exec \"$@\"",
    in folder: TemporaryFolder
  ) async throws -> String {
    let process = try DaemonProcess.launch(
      by: script,
      DaemonProcess.standardOptions(in: folder) + ["--socket", folder.file("socket")],
      in: folder
    )
    #expect(try await process.ended() == .exit(1))
    return try await process.allErrors()
  }

  private struct Check {
    var ending: ChildProcess.Ending
    var output: [String]
    var errors: String
  }

  private static func check(_ folder: TemporaryFolder) async throws -> Check {
    let process = try DaemonProcess.launch(
      DaemonProcess.standardOptions(in: folder) + ["--check"],
      in: folder
    )
    return Check(
      ending: try await process.ended(),
      output: try await process.allOutput(),
      errors: try await process.allErrors()
    )
  }
}
