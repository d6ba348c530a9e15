import Base
import CommandLineKit
import FeedModel
import Files
import Foundation
import Rendering
import Testing

@testable import feedrpcd

@Suite struct PhotoPlaceTests {
  private static let feed = FeedID(text: "feed1")

  @Test func photosAreBesideTheirStoreInAFolderOfTheirFeed() async throws {
    let folder = try TemporaryFolder()
    for text in ["feed1", "feed2"] {
      let place = try PhotoPlace(
        besideStore: folder.path("a.sqlite"),
        feedID: FeedID(text: text),
        temporaryDirectory: folder.path("temporary")
      )
      await place.photos.close()
    }
    #expect(try folder.names() == ["photos"])
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("photos"))
    #expect(names.sorted() == ["feed1", "feed2"])
  }

  @Test func photosOfAFeedInMemoryGoWithIt() async throws {
    let folder = try TemporaryFolder()
    do {
      let place = try PhotoPlace(
        besideStore: nil,
        feedID: Self.feed,
        temporaryDirectory: folder.path("")
      )
      let draft = try await place.photos.begin()
      try await draft.append([1, 2])
      _ = try await draft.finish()
      _ = try await draft.keep([])
      #expect(try folder.names() == ["feedrpcd-feed1"])
      await place.photos.close()
    }
    #expect(try folder.names() == [])
  }

  /// What a killed daemon leaves, one that runs holds, and what is none of theirs.
  @Test func whatAKilledProcessLeftGoesWithTheNext() async throws {
    let folder = try TemporaryFolder()
    let files = FileSystem()
    for name in ["feedrpcd-dead", "feedrpcd-alive", "feedrpcd-unlocked", "other"] {
      try files.makeDirectory(folder.path("\(name)/photos/feed"), lasts: true)
      try Data([1]).write(to: URL(filePath: folder.path("\(name)/photos/feed/photo")))
      guard name != "feedrpcd-unlocked" else { continue }
      try Data().write(to: URL(filePath: folder.path("\(name)/feedrpcd.lock")))
    }
    let lock = try files.lock(folder.path("feedrpcd-alive/feedrpcd.lock"))
    do {
      let place = try PhotoPlace(
        besideStore: nil,
        feedID: Self.feed,
        temporaryDirectory: folder.path("")
      )
      await place.photos.close()
    }
    #expect(try folder.names() == ["feedrpcd-alive", "feedrpcd-unlocked", "other"])
    withExtendedLifetime(lock) {}
  }

  @Test func whatRunsAtTheSameTimeLeavesEachOtherAlone() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<4 {
        group.addTask {
          for round in 0..<5 {
            let place = try PhotoPlace(
              besideStore: nil,
              feedID: FeedID(text: "\(number)-\(round)"),
              temporaryDirectory: path
            )
            let draft = try await place.photos.begin()
            try await draft.append([1, 2])
            _ = try await draft.finish()
            _ = try await draft.keep([])
            await place.photos.close()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try folder.names() == [])
  }

  @Test func aPlaceThatCannotBeUsedIsNamed() throws {
    let folder = try TemporaryFolder()
    try Data().write(to: URL(filePath: folder.path("photos")))
    let error = #expect(throws: CommandFailure.self) {
      _ = try PhotoPlace(besideStore: folder.path("a.sqlite"), feedID: Self.feed)
    }
    let path = "\(folder.path("photos"))/feed1"
    #expect(error?.message.hasPrefix("the photos in \(path) can't be used (mkdir ") == true)
  }
}
