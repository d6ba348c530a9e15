import CommandLineKit
import FeedStore
import Foundation
import Testing
import Transport

@testable import feedrpcd

@Suite struct StartTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// What the program says where it can't open its store.
  private func open(_ words: [String]) async -> Words.Outcome {
    await Words.run(words) { configuration in
      let directory = try configuration.lockedPath.map { try LockedDirectory(holding: $0) }
      await (try Daemon.openStore(configuration)).close()
      _ = consume directory
    }
  }

  @Test func aNewDirectoryIsMadeWithWhatIsAboveIt() async throws {
    let path = folder.path("a/b")
    let outcome = await open(["--data-dir", path, "--sample-posts", "3"])
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    #expect(try folder.names() == ["a"])
    #expect(FileManager.default.fileExists(atPath: "\(path)/feed.sqlite"))
    #expect(FileManager.default.fileExists(atPath: "\(path)/feedrpcd.lock"))
  }

  @Test func aStoreCanBeAFileOfItsOwn() async throws {
    let file = folder.path("own.db")
    let outcome = await open(["--data-dir", folder.path("d"), "--store", "sqlite:\(file)"])
    #expect(outcome.code == 0)
    let names = try folder.names()
    #expect(names.contains("own.db") && names.contains("feedrpcd.lock") && !names.contains("d"))
  }

  @Test func memoryNeedsNoDirectory() async throws {
    let words = ["--data-dir", folder.path("d"), "--store", "memory", "--sample-posts", "3"]
    #expect(await open(words).code == 0)
    #expect(try folder.names().isEmpty)
  }

  @Test func anotherDaemonKeepsItsDirectory() async throws {
    let path = folder.path("d")
    let lock = try LockedDirectory(holding: "\(path)/feed.sqlite")
    let outcome = await open(["--data-dir", path])
    #expect(outcome.code == 1)
    #expect(
      outcome.errors == """
        feedrpcd: the directory \(path) is used by another feedrpcd; stop it, or name another with \
        --data-dir, or the file with --store sqlite:PATH

        """
    )
    _ = consume lock
    #expect(await open(["--data-dir", path]).code == 0)
  }

  @Test func aDirectoryThatCannotBeMadeIsNamed() async throws {
    try Data().write(to: URL(fileURLWithPath: folder.path("file")))
    let path = folder.path("file/d")
    let outcome = await open(["--data-dir", path])
    #expect(outcome.code == 1)
    #expect(
      outcome.errors == """
        feedrpcd: the directory \(path) can't be used (mkdir \(path): Not a directory); name \
        another with --data-dir, or the file with --store sqlite:PATH

        """
    )
  }

  @Test func aFileThatIsNoStoreIsLeftAlone() async throws {
    let file = folder.path("feed.sqlite")
    let text = Data(String(repeating: "a letter to Anna\n", count: 100).utf8)
    try text.write(to: URL(fileURLWithPath: file))
    let outcome = await open(["--data-dir", folder.path("")])
    #expect(outcome.code == 1)
    #expect(outcome.errors.hasPrefix("feedrpcd: the store \(file) is damaged or holds no feed ("))
    #expect(outcome.errors.hasSuffix("move it away to begin a new one\n"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == text)
  }

  /// A database without tables (sqlite.org/fileformat2.html#the_database_header).
  private static func emptyDatabase(userVersion: Int) -> Data {
    var page = Data(count: 4_096)
    func put(_ bytes: [UInt8], at offset: Int) {
      page.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    }
    put(Array("SQLite format 3\0".utf8) + [0x10, 0, 1, 1, 0, 64, 32, 32], at: 0)
    // The change counter and the count of pages; the schema's format; UTF-8.
    put([0, 0, 0, 1, 0, 0, 0, 1], at: 24)
    put([0, 0, 0, 4], at: 44)
    put([0, 0, 0, 1, 0, 0, UInt8(userVersion >> 8), UInt8(userVersion & 255)], at: 56)
    put([0, 0, 0, 1], at: 92)
    // An empty leaf of a table, whose cells would begin at the page's end.
    put([0x0D, 0, 0, 0, 0, 0x10, 0, 0], at: 100)
    return page
  }

  @Test func aStoreOfANewerVersionIsNamed() async throws {
    let file = URL(fileURLWithPath: folder.path("feed.sqlite"))
    try Self.emptyDatabase(userVersion: 999).write(to: file)
    let outcome = await open(["--data-dir", folder.path("")])
    #expect(outcome.code == 1)
    let start = "feedrpcd: the store \(file.path) was written by a newer feedrpcd (schema 999; "
    #expect(outcome.errors.hasPrefix(start))
  }

  @Test(
    arguments: [
      .full, .corrupt(EngineFailure(code: 11, message: "words", statement: "SELECT 1")),
      .engine(EngineFailure(code: 14, message: "words", statement: "SELECT 1")), .closed,
      .newerSchema(found: 2, supported: 1),
    ] as [StoreError]
  )
  func everyFailureNamesTheStore(error: StoreError) {
    for failure in [CommandFailure(error, opening: "/d/f"), CommandFailure(error, filling: "/d/f")]
    {
      #expect(failure.exitCode == .failed && failure.message.contains("/d/f"))
      #expect(!failure.message.contains("\n") && !failure.message.contains("SELECT"))
    }
  }

  @Test func aSocketThatCannotBeIsNamed() async throws {
    try Data().write(to: URL(fileURLWithPath: folder.path("file")))
    let path = folder.path("file")
    let outcome = await Words.run(["--socket", path]) { configuration in
      _ = try Daemon.listeners(configuration)
    }
    #expect(outcome.code == 1)
    #expect(
      outcome.errors
        == "feedrpcd: can't listen: \(path) is there and is no socket; it is left alone\n"
    )
  }

  @Test func aSocketInUseIsNamed() async throws {
    let path = folder.path("s")
    let configuration = try Words.configuration(["--socket", path])
    let first = try Daemon.listeners(configuration)
    let outcome = await Words.run(["--socket", path]) { _ = try Daemon.listeners($0) }
    #expect(outcome.code == 1)
    #expect(
      outcome.errors
        == "feedrpcd: can't listen: \(path) is used by another server; stop it or listen somewhere "
        + "else\n"
    )
    withExtendedLifetime(first) {}
  }
}
