import Base
import Files
import Foundation
import Hashing
import Rendering
import Testing

@testable import PhotoFiles

@Suite(.timeLimit(.minutes(10)))
struct PhotoFilesTests {
  static let bytes = Bytes("a photo of waves".utf8)
  static let hash = SHA256.hash(of: bytes)
  static let hashText = hash.map { String(format: "%02x", $0) }.joined()

  @Test func whatIsKeptIsThereAlsoAfterReopening() async throws {
    let trial = try PhotoTrial()
    let first = try trial.open()
    let kept = try await first.keep(Self.bytes)
    #expect(kept.photo == Self.hash)
    #expect(kept.copies == [2_048, 512].map { SHA256.hash(of: WorkingCopy.sample($0).bytes) })
    let name = "\(Self.hashText.prefix(2))/\(Self.hashText)"
    #expect(try trial.names() == [name, "\(name).2048", "\(name).512"])
    #expect(try await first.original(kept.photo) == Self.bytes)
    await first.close()
    let second = try trial.open()
    #expect(try await second.original(kept.photo) == Self.bytes)
    let copy = try await second.open(
      .copy(side: 512),
      ofPhoto: kept.photo,
      contentHash: kept.copies[1]
    )
    let text = try await second.read(copy, from: 5, byteCount: 100)
    #expect(text == Bytes("512".utf8))
    #expect(try await second.allPhotos() == [kept.photo])
    await second.close()
  }

  @Test func keepingTheSameAgainChangesNothing() async throws {
    let trial = try PhotoTrial()
    let files = try trial.open()
    try await files.keep(Self.bytes)
    let names = try trial.names()
    try await files.keep(Self.bytes)
    #expect(try trial.names() == names)
    #expect(try await files.original(Self.hash) == Self.bytes)
    await files.close()
  }

  @Test func aDraftIsNowhereUntilItIsKept() async throws {
    let trial = try PhotoTrial()
    let files = try trial.open()
    let draft = try await files.begin()
    try await draft.append(Self.bytes)
    let (hash, file) = try await draft.finish()
    #expect(hash == Self.hash)
    #expect(try await files.read(file, from: 0, byteCount: 100) == Self.bytes)
    #expect(try trial.names().count == 1 && trial.names()[0].hasPrefix("incoming/"))
    #expect(try await files.allPhotos() == [])
    await #expect(throws: PhotoStoreError.missing) { try await files.original(hash) }
    await draft.discard()
    #expect(try trial.names() == [])
    await files.close()
  }

  @Test func aDraftThatNobodyHoldsIsDiscarded() async throws {
    let trial = try PhotoTrial()
    let files = try trial.open()
    do {
      let draft = try await files.begin()
      try await draft.append(Self.bytes)
    }
    #expect(try trial.names() == [])
    await files.close()
  }

  @Test func whatAKilledProcessWasReceivingIsSwept() async throws {
    let trial = try PhotoTrial()
    let first = try trial.open()
    let kept = try await first.keep(Self.bytes, copies: [])
    await first.close()
    let leftover = trial.file("incoming/x\(NewFile.temporarySuffix)")
    try Data("half a photo".utf8).write(to: URL(filePath: leftover))
    let second = try trial.open()
    #expect(try trial.names() == ["\(Self.hashText.prefix(2))/\(Self.hashText)"])
    #expect(try await second.original(kept.photo) == Self.bytes)
    await second.close()
  }

  @Test func allFilesOfARemovedPhotoGoAndNoOthers() async throws {
    let trial = try PhotoTrial()
    let files = try trial.open()
    try await files.keep(Self.bytes)
    let other = try await files.keep(Bytes("another".utf8))
    let shard = Self.hashText.prefix(2)
    let foreign = ["\(shard)/notes", "\(shard)/\(Self.hashText)x", "\(shard)/\(Self.hashText).a"]
    for name in foreign { try Data().write(to: URL(filePath: trial.file(name))) }
    try await files.remove(Self.hash)
    try await files.remove(Self.hash)
    #expect(try await files.allPhotos() == [other.photo])
    #expect(try Set(foreign).isSubset(of: trial.names()) && trial.names().count == 6)
    await #expect(throws: PhotoStoreError.missing) { try await files.original(Self.hash) }
    #expect(try await files.original(other.photo) == Bytes("another".utf8))
    await files.close()
  }

  /// People put data where there is room.
  @Test func theFolderAboveMayBeALink() async throws {
    let trial = try PhotoTrial()
    let manager = FileManager.default
    try manager.createDirectory(atPath: "\(trial.path)/real", withIntermediateDirectories: true)
    let link = "\(trial.path)/link"
    try manager.createSymbolicLink(atPath: link, withDestinationPath: "\(trial.path)/real")
    let files = try PhotoFiles("\(link)/photos/id")
    let photo = try await files.keep(Self.bytes).photo
    #expect(try await files.original(photo) == Self.bytes)
    await files.close()
    #expect(manager.fileExists(atPath: "\(trial.path)/real/photos/id"))
  }

  @Test func aClosedStoreSaysSo() async throws {
    let files = try PhotoTrial().open()
    await files.close()
    await #expect(throws: PhotoStoreError.closed) { try await files.begin() }
    await #expect(throws: PhotoStoreError.closed) { try await files.original(Self.hash) }
  }
}
