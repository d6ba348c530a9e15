import Base
import FeedModel
import FeedStore
import FeedStoreConformance
import Testing

@testable import PostgresStore

/// The bytes of photos, in rows.
@Suite(.timeLimit(.minutes(10)))
struct PhotoBytesTests {
  private static let piece = PostgresLimits.photoPieceByteCount

  /// Bytes that differ from piece to piece.
  private static func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 11) }
  }

  private static func part(_ side: Int, _ bytes: [UInt8]) -> PhotoBytes {
    PhotoBytes(side: side, byteCount: bytes.count) { offset, byteCount in
      Bytes(bytes[offset..<offset + byteCount])
    }
  }

  private static func open(_ database: TemporaryDatabase) throws -> PostgresStore {
    try PostgresStore(
      database.settings(),
      environment: database.clock.environment,
      keepsPhotos: true
    )
  }

  /// All that is kept of one side.
  private static func kept(
    _ hash: [UInt8],
    _ side: Int,
    in store: PostgresStore
  ) async throws -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    while let piece = try await store.photoBytes(of: hash, side: side, piece: pieces.count) {
      pieces.append(piece)
    }
    return pieces
  }

  @Test(arguments: [1, piece - 1, piece, piece + 1, 2 * piece + 5])
  func aPhotoComesBackInPieces(byteCount: Int) async throws {
    try await TemporaryDatabase.with { database in
      let store = try Self.open(database)
      let (original, copy) = (Self.bytes(byteCount), Self.bytes(77))
      try await store.keepPhoto([1, 2], [Self.part(0, original), Self.part(512, copy)])
      let pieces = try await Self.kept([1, 2], 0, in: store)
      #expect(pieces.count == (byteCount + Self.piece - 1) / Self.piece)
      #expect(pieces.allSatisfy { $0.count <= Self.piece } && pieces.flatMap { $0 } == original)
      #expect(try await Self.kept([1, 2], 512, in: store) == [copy])
      #expect(try await Self.kept([1, 2], 1_024, in: store) == [])
      #expect(try await Self.kept([1], 0, in: store) == [])
      // Again and shorter: nothing of the first is left.
      try await store.keepPhoto([1, 2], [Self.part(0, [9])])
      #expect(try await Self.kept([1, 2], 0, in: store) == [[9]])
      #expect(try await Self.kept([1, 2], 512, in: store) == [])
      await store.close()
    }
  }

  @Test func whatIsNotWholeIsNotKept() async throws {
    try await TemporaryDatabase.with { database in
      let store = try Self.open(database)
      let broken = PhotoBytes(side: 512, byteCount: 10) { (_, _) throws(StoreError) in throw .full }
      await #expect(throws: StoreError.full) {
        try await store.keepPhoto([1], [Self.part(0, [1]), broken])
      }
      try await store.keepPhoto([2], [Self.part(0, [1])], isRehearsal: true)
      #expect(try database.number("SELECT count(*) FROM photo_bytes") == 0)
      try await store.keepPhoto([3], [Self.part(0, [1])])
      #expect(try database.number("SELECT count(*) FROM photo_bytes") == 1)
      await store.close()
    }
  }

  @Test func anUploadIsRecordedOnlyWhereItsBytesAre() async throws {
    try await TemporaryDatabase.with { database in
      let store = try Self.open(database)
      let fixture = database.fixture(store)
      let content = PhotoContent.sample(1)
      await #expect(throws: StoreError.self) { try await fixture.upload(1) }
      #expect(try await store.photo(.contentHash(content.contentHash)) == nil)
      try await store.keepPhoto(content.contentHash, [Self.part(0, [1])])
      let photo = try await fixture.upload(1)
      // What is a photo keeps its bytes, whoever sweeps.
      try await store.removePhotoBytes(content.contentHash)
      #expect(try await Self.kept(content.contentHash, 0, in: store) == [[1]])
      let removed = try await store.removeUnusedPhotos(uploadedUntil: database.clock.now)
      #expect(removed == [photo])
      try await store.removePhotoBytes(content.contentHash)
      #expect(try await Self.kept(content.contentHash, 0, in: store) == [])
      await store.close()
    }
  }

  @Test func whatWasWrittenLatelyIsNotSwept() async throws {
    try await TemporaryDatabase.with { database in
      let store = try Self.open(database)
      for first: UInt8 in [0, 7, 8, 255] {
        try await store.keepPhoto([first, 200], [Self.part(0, [1]), Self.part(512, [2])])
      }
      #expect(try await store.photosWithBytes(beginningWith: 7) == [])
      let age = PostgresLimits.unnamedPhotoSeconds
      try database.execute(
        "UPDATE photo_bytes SET written_at = now() - interval '\(age) seconds'"
      )
      for first: UInt8 in [0, 7, 8, 255] {
        #expect(try await store.photosWithBytes(beginningWith: first) == [[first, 200]])
      }
      #expect(try await store.photosWithBytes(beginningWith: 9) == [])
      await store.close()
    }
  }
}
