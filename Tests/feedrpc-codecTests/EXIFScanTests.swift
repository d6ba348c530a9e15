import Testing

@testable import feedrpc_codec

@Suite struct EXIFScanTests {
  /// An entry: its tag and its value.
  private typealias Entry = (tag: Int, value: Int)

  private static func number(_ value: Int, _ byteCount: Int, isBigEndian: Bool) -> [UInt8] {
    let bytes = (0..<byteCount).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    return isBigEndian ? bytes.reversed() : bytes
  }

  /// A block of directories behind each other, the first one at 8.
  private static func block(_ directories: [[Entry]], isBigEndian: Bool = false) -> [UInt8] {
    var bytes: [UInt8] = isBigEndian ? [0x4d, 0x4d, 0, 0x2a] : [0x49, 0x49, 0x2a, 0]
    bytes += number(8, 4, isBigEndian: isBigEndian)
    for directory in directories {
      bytes += number(directory.count, 2, isBigEndian: isBigEndian)
      for entry in directory {
        bytes += number(entry.tag, 2, isBigEndian: isBigEndian)
        bytes += number(4, 2, isBigEndian: isBigEndian) + number(1, 4, isBigEndian: isBigEndian)
        bytes += number(entry.value, 4, isBigEndian: isBigEndian)
      }
      bytes += number(0, 4, isBigEndian: isBigEndian)
    }
    return bytes
  }

  private static func isTangled(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { EXIFScan.isTangled($0) }
  }

  /// A chain in which each directory but the last points at the next one: 18 bytes apart.
  private static func chain(_ count: Int) -> [[Entry]] {
    (1...count).map { $0 < count ? [(0x8769, 8 + 18 * $0)] : [(0x0112, 6)] }
  }

  @Test(arguments: [false, true]) func whatCamerasWriteIsFine(isBigEndian: Bool) {
    // Orientation, EXIF and GPS; EXIF with interoperability.
    let first: [Entry] = [(0x0112, 6), (0x8769, 50), (0x8825, 68)]
    let directories: [[Entry]] = [first, [(0xa005, 86)], [(1, 2)], [(1, 2)]]
    #expect(!Self.isTangled([0xff, 0x2a] + Self.block(directories, isBigEndian: isBigEndian)))
  }

  @Test(arguments: [false, true]) func aDirectoryThatIsReachedTwiceIsATrap(isBigEndian: Bool) {
    let itself = Self.block([[(0x8769, 8)]], isBigEndian: isBigEndian)
    let twice = Self.block(
      [[(0x8769, 38), (0x8825, 38)], [(0x0112, 6)]],
      isBigEndian: isBigEndian
    )
    for bytes in [itself, twice] {
      #expect(Self.isTangled(bytes))
      #expect(Self.isTangled([0, 0x2a, 0x2a] + bytes), "wherever it lies")
    }
  }

  @Test func soManyDirectoriesAreAllowed() {
    #expect(!Self.isTangled(Self.block(Self.chain(EXIFScan.directoryLimit))))
    #expect(Self.isTangled(Self.block(Self.chain(EXIFScan.directoryLimit + 1))))
  }

  @Test func aDirectoryOfPointersIsNotWalkedToItsEnd() {
    #expect(Self.isTangled(Self.block([Array(repeating: (0x8769, 8), count: 5_000)])))
  }

  @Test func blocksThatShareADirectoryAreWalkedSoOftenOnly() {
    let entryCount = 50_000
    let blockCount = EXIFScan.entryLimit / entryCount
    #expect(!Self.isTangled(Self.blocks(blockCount, sharing: entryCount)))
    #expect(Self.isTangled(Self.blocks(blockCount + 1, sharing: entryCount)))
  }

  /// Heads of blocks behind each other, all with the one directory behind them.
  private static func blocks(_ count: Int, sharing entryCount: Int) -> [UInt8] {
    let heads = (0..<count).flatMap { index -> [UInt8] in
      [0x49, 0x49, 0x2a, 0] + number(8 * (count - index), 4, isBigEndian: false)
    }
    let entries = [UInt8](repeating: 0, count: 12 * entryCount + 4)
    return heads + number(entryCount, 2, isBigEndian: false) + entries
  }

  @Test func everyCutIsReadToItsEnd() {
    let whole = Self.block(Self.chain(EXIFScan.directoryLimit))
    for count in 0...whole.count { #expect(!Self.isTangled(Array(whole.prefix(count)))) }
  }
}
