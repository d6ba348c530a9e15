import Files
import Foundation
import Testing

@testable import feedrpcd

@Suite struct CacheDirectoryTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open(_ words: String...) throws -> CacheDirectory {
    let words = ["--log-level", "error"] + words
    return CacheDirectory(try Words.configuration(words))
  }

  @Test func aDirectoryIsMadeAndIsOneDaemons() throws {
    let path = folder.path("a/cache")
    let first = try open("--cache-dir", path)
    #expect(first.cache != nil)
    #expect(FileManager.default.fileExists(atPath: "\(path)/cache.lock"))
    #expect(try open("--cache-dir", path).cache == nil)
    withExtendedLifetime(first) {}
  }

  @Test func itMayBeTheDirectoryOfTheStore() throws {
    let store = try LockedDirectory(holding: folder.path("feed.sqlite"))
    #expect(try open("--cache-dir", folder.path("")).cache != nil)
    _ = consume store
  }

  @Test func aBudgetOfNothingTouchesNothing() throws {
    #expect(try open("--cache-dir", folder.path("c"), "--disk-cache", "0").cache == nil)
    #expect(try folder.names().isEmpty)
  }

  @Test func aDirectoryThatCannotBeHadIsDoneWithout() throws {
    #expect(FileManager.default.createFile(atPath: folder.path("file"), contents: nil))
    #expect(try open("--cache-dir", folder.path("file/cache")).cache == nil)
    #expect(try open("--cache-dir", "/proc/cache").cache == nil)
  }
}
