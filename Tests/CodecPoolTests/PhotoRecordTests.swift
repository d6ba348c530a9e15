import Base
import CodecPool
import Rendering
import Testing

@Suite struct PhotoRecordTests {
  private static let photo = PreparedPhoto(
    facts: PhotoFacts(format: .heic, width: 1_200, height: 601, takenAt: -5),
    blurhash: "L00000",
    copies: [
      WorkingCopy(side: 1_024, width: 1_024, height: 513, bytes: Bytes([1, 2, 3])),
      WorkingCopy(side: 512, width: 512, height: 256, bytes: Bytes([4])),
    ]
  )

  private static func write(_ photo: PreparedPhoto, capacity: Int = 1_000) -> [UInt8]? {
    var memory = [UInt8](repeating: 0xa5, count: capacity)
    let count = memory.withUnsafeMutableBytes { PhotoRecord.write(photo, to: $0) }
    return count.map { Array(memory.prefix($0)) }
  }

  private static func isSame(_ left: PreparedPhoto, _ right: PreparedPhoto) -> Bool {
    left.facts == right.facts && left.blurhash == right.blurhash
      && left.copies.map(\.side) == right.copies.map(\.side)
      && left.copies.map(\.bytes) == right.copies.map(\.bytes)
  }

  @Test func aRecordSurvivesItsBytes() throws {
    let bytes = try #require(Self.write(Self.photo))
    let read = try #require(PhotoRecord.read(Bytes(bytes)))
    #expect(Self.isSame(read, Self.photo))
  }

  @Test(arguments: PhotoFormat.allCases, [nil, 0, .max] as [Int64?])
  func factsAloneDoToo(format: PhotoFormat, takenAt: Int64?) throws {
    let facts = PhotoFacts(format: format, width: 16_384, height: 1, takenAt: takenAt)
    let photo = PreparedPhoto(facts: facts, blurhash: "", copies: [])
    let bytes = try #require(Self.write(photo))
    #expect(bytes.count == 24)
    #expect(PhotoRecord.read(Bytes(bytes)).map { Self.isSame($0, photo) } == true)
  }

  @Test func aRecordIsLaidOutAsDrawn() throws {
    let expected: [UInt8] =
      [5, 1, 2, 6, 0xb0, 4, 0, 0, 0x59, 2, 0, 0, 0, 0, 0, 0]
      + [0xfb, 255, 255, 255, 255, 255, 255, 255] + Array("L00000".utf8)
      + [0, 4, 0, 0, 0, 4, 0, 0, 1, 2, 0, 0, 3, 0, 0, 0]
      + [0, 2, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0] + [1, 2, 3, 4]
    #expect(Self.write(Self.photo) == expected)
  }

  @Test(arguments: [(66, true), (65, false), (0, false)])
  func aRecordNeedsItsRoom(capacity: Int, fits: Bool) {
    #expect((Self.write(Self.photo, capacity: capacity) != nil) == fits)
  }

  @Test func aRecordOfAnotherSizeIsNone() throws {
    let bytes = try #require(Self.write(Self.photo))
    for count in 0..<bytes.count { #expect(PhotoRecord.read(Bytes(bytes.prefix(count))) == nil) }
    #expect(PhotoRecord.read(Bytes(bytes + [0])) == nil)
  }

  /// A byte and a value that it must not have.
  @Test(
    arguments: [
      (0, 0), (0, 7), (1, 2), (2, 3), (2, 255), (3, 65), (4, 0xaf), (6, 1), (8, 0), (11, 1),
      // A byte that is no UTF-8; another side, another height, other sizes of copies.
      (24, 0xff), (31, 8), (38, 2), (42, 4), (42, 0), (58, 2),
    ] as [(Int, UInt8)]
  )
  func aRecordWithABadByteIsNone(position: Int, value: UInt8) throws {
    var bytes = try #require(Self.write(Self.photo))
    bytes[position] = value
    #expect(PhotoRecord.read(Bytes(bytes)) == nil)
  }
}
