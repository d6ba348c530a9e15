import Base
import Dispatch
import FeedModel
import FeedStore
import FeedStoreConformance
import Testing
import Waiting

@testable import PostgresStore

/// The bytes of photos, in rows.
@Suite(.timeLimit(.minutes(10)))
struct PhotoBytesTests {
  private static let piece = PostgresLimits.photoPieceByteCount

  /// Bytes that differ from piece to piece.
  private static func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 11) }
  }

  private static func part(
    _ side: Int,
    _ bytes: [UInt8],
    hash: [UInt8] = []
  ) -> PhotoBytes {
    PhotoBytes(side: side, byteCount: bytes.count, contentHash: hash) { offset, byteCount in
      Bytes(bytes[offset..<offset + byteCount])
    }
  }

  /// What is kept of a photo whose bytes are `original`.
  private static func parts(of content: PhotoContent, _ original: [UInt8]) -> [PhotoBytes] {
    [part(0, original, hash: content.contentHash)]
      + content.copies.map { part($0.side, [1, 2], hash: $0.contentHash) }
  }

  private static func open(_ database: TemporaryDatabase) throws -> PostgresStore {
    try database.open(keepsPhotos: true)
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
      let broken = PhotoBytes(side: 512, byteCount: 10, contentHash: []) {
        (_, _) throws(StoreError) in throw .full
      }
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
      let parts = Self.parts(of: content, [1])
      // None; not all of them; and those of another copy, as of another machine's encoder.
      let some = Array(parts.dropLast())
      for kept in [[], some, some + [Self.part(512, [1])]] {
        try await store.keepPhoto(content.contentHash, kept)
        await #expect(throws: StoreError.notFound(.photo)) { try await fixture.upload(1) }
        #expect(try await store.photo(.contentHash(content.contentHash)) == nil)
      }
      try await store.keepPhoto(content.contentHash, parts)
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

  /// Two machines keep the same photo, and their encoders differ.
  @Test func ofThoseWhoWriteAtOnceTheLastOnesIsKeptWhole() async throws {
    try await TemporaryDatabase.with { database in
      let stores = [try Self.open(database), try Self.open(database)]
      let began = Watched(false)
      let gate = DispatchSemaphore(value: 0)
      defer { gate.signal() }
      let slow = PhotoBytes(side: 0, byteCount: Self.piece + 1, contentHash: []) {
        (offset, byteCount) in
        if offset > 0 {
          began.change { $0 = true }
          gate.wait()
        }
        return Bytes(Array(repeating: 7, count: byteCount))
      }
      let first = Task.immediate { try await stores[0].keepPhoto([1], [slow]) }
      try await began.until { $0 ? true : nil }
      let second = Task.immediate { try await stores[1].keepPhoto([1], [Self.part(0, [9])]) }
      try await waitUntil {
        let waiting = """
          SELECT count(*) FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'
          """
        return try database.number(waiting) == 1
      }
      gate.signal()
      try await first.value
      try await second.value
      #expect(try await Self.kept([1], 0, in: stores[0]) == [[9]])
      for store in stores { await store.close() }
    }
  }

  @Test func photosWithoutTheirBytesAreFoundByACheck() async throws {
    try await TemporaryDatabase.with { database in
      let store = try Self.open(database)
      let content = PhotoContent.sample(1)
      let original = Self.bytes(content.byteCount)
      try await store.keepPhoto(content.contentHash, Self.parts(of: content, original))
      _ = try await database.fixture(store).upload(1)
      #expect(try database.damage(keepsPhotos: true) == [])
      for change in [
        "DELETE FROM photo_bytes WHERE side = 512", "UPDATE photo_bytes SET piece = 1",
        "UPDATE photo_bytes SET bytes = 'x' WHERE side = 0",
        "UPDATE photo_bytes SET part_hash = 'x' WHERE side = 512",
      ] {
        let connection = try database.connection()
        try connection.execute("CREATE TABLE intact AS TABLE photo_bytes; \(change)")
        #expect(try database.damage(keepsPhotos: true) != [], "\(change)")
        try connection.execute(
          """
          DELETE FROM photo_bytes;
          INSERT INTO photo_bytes SELECT * FROM intact;
          DROP TABLE intact
          """
        )
      }
      #expect(try database.damage(keepsPhotos: true) == [])
      await store.close()
    }
  }

  @Test func aPhotosLockIsOfItsFirstBytes() {
    #expect(PhotoWriter.lockNumber(of: []) == 0 && PhotoWriter.lockNumber(of: [1, 2]) == 258)
    let hash = [UInt8](repeating: 255, count: 32)
    #expect(PhotoWriter.lockNumber(of: hash) == -1)
  }

  /// Who removes has the head, for which all daemons wait.
  @Test func nobodyWhoRemovesWaitsForWhoWrites() async throws {
    try await TemporaryDatabase.with { database in
      let store = try Self.open(database)
      try await store.keepPhoto([1], [Self.part(0, Self.bytes(Self.piece + 1))])
      let writer = try database.connection()
      try writer.execute("BEGIN; DELETE FROM photo_bytes WHERE piece = 0")
      try await store.removePhotoBytes([1])
      try writer.execute("ROLLBACK")
      #expect(try database.number("SELECT count(*) FROM photo_bytes") == 1)
      try await store.removePhotoBytes([1])
      #expect(try database.number("SELECT count(*) FROM photo_bytes") == 0)
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
