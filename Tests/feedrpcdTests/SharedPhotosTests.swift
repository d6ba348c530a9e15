import Base
import FeedModel
import FeedStore
import Foundation
import PhotoFiles
import PostgresServer
import PostgresStore
import Rendering
import Testing

@testable import feedrpcd

/// Photos of a feed that many machines share.
@Suite(.timeLimit(.minutes(10)))
struct SharedPhotosTests {
  /// A machine: a store on the database, and a folder of its own.
  private struct Machine {
    let store: PostgresStore
    let files: PhotoFiles
    let photos: SharedPhotos

    init(_ url: String, _ folder: String) throws {
      let environment = StoreEnvironment { _, _, _ in "" }
      store = try PostgresStore(
        ConnectionSettings(url: url),
        environment: environment,
        keepsPhotos: true
      )
      files = try PhotoFiles(folder)
      photos = SharedPhotos(files, in: store)
    }

    func close() async {
      await photos.close()
      await store.close()
    }
  }

  private static func url(_ name: String) async throws -> String {
    let server = try await PostgresServer.shared()
    try server.run("DROP DATABASE IF EXISTS \(name) WITH (FORCE)")
    try server.run("CREATE DATABASE \(name)")
    return server.url(name)
  }

  @Test func whatOneMachineTakesInTheOthersHave() async throws {
    let folder = try TemporaryFolder()
    let url = try await Self.url("shared_photos")
    let here = try Machine(url, folder.path("here"))
    let there = try Machine(url, folder.path("there"))
    let original = Bytes((0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 9) })
    let copy = WorkingCopy(side: 512, width: 5, height: 4, bytes: [1, 2, 3])

    let draft = try await here.photos.begin()
    try await draft.append(original)
    let hash = try await draft.finish().contentHash
    let hashes = try await draft.keep([copy])
    for machine in [here, there] {
      let file = try await machine.photos.open(.original, ofPhoto: hash, contentHash: hash)
      let read = try await machine.photos.read(file, from: 0, byteCount: original.count + 1)
      #expect(read == original)
      let part = PhotoPart.copy(side: 512)
      let small = try await machine.photos.open(part, ofPhoto: hash, contentHash: hashes[0])
      #expect(try await machine.photos.read(small, from: 0, byteCount: 9) == [1, 2, 3])
    }
    // From now on from its own file.
    _ = try await there.files.open(.original, ofPhoto: hash, contentHash: hash)
    await #expect(throws: PhotoStoreError.missing) {
      try await there.photos.open(.copy(side: 1_024), ofPhoto: hash, contentHash: hashes[0])
    }
    // Bytes that are not those of the row are never served.
    await #expect(throws: PhotoStoreError.damaged) {
      try await there.photos.open(.copy(side: 512), ofPhoto: hash, contentHash: hash)
    }

    try await here.photos.remove(hash)
    await #expect(throws: PhotoStoreError.missing) {
      try await here.photos.open(.original, ofPhoto: hash, contentHash: hash)
    }
    let portion = Int(hash[0])
    #expect(try await there.photos.photos(inPortion: portion) == [hash], "left over there")
    try await there.photos.remove(hash)
    #expect(try await there.photos.photos(inPortion: portion) == [])
    for machine in [here, there] { await machine.close() }
  }

  @Test func aRehearsalKeepsNothing() async throws {
    let folder = try TemporaryFolder()
    let here = try Machine(try await Self.url("rehearsed_photos"), folder.path("here"))
    let draft = try await here.photos.begin()
    try await draft.append([1, 2, 3])
    let hash = try await draft.finish().contentHash
    try await draft.rehearse([])
    await #expect(throws: PhotoStoreError.missing) {
      try await here.photos.open(.original, ofPhoto: hash, contentHash: hash)
    }
    await here.close()
  }
}
