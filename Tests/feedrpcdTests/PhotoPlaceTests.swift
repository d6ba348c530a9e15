import Base
import CommandLineKit
import FeedModel
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
