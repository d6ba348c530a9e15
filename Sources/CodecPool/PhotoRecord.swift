package import Base
package import Rendering

/// What a worker found out about a photo, as it lies in the memory file.
///
///     +----+----+----+----+---------+---------+---------+
///     | fm | tk | cp | bh | width   | height  | zero    |    fm  1 JPEG, 2 PNG, 3 WebP, 4 GIF,
///     +----+----+----+----+---------+---------+---------+        5 HEIC, 6 AVIF
///     | taken at          | blurhash (bh bytes)...      |    tk  1: the time is known, else 0
///     +---------+---------+---------+---------+---------+    cp  copies
///     | side    | width   | height  | bytes   | ... cp times
///     +---------+---------+---------+---------+
///     | the copies' bytes, one after the other...
///
/// All integers are little-endian.
package enum PhotoRecord {
  private static let headByteCount = 24
  private static let copyHeadByteCount = 16
  /// Bytes of the longest blurhash.
  private static let maximumHashByteCount = 64

  /// Writes what is known of a photo.
  ///
  /// - Returns: Its size; nil where that is more than `memory` has.
  package static func write(
    _ photo: PreparedPhoto,
    to memory: UnsafeMutableRawBufferPointer
  ) -> Int? {
    let hash = photo.blurhash.utf8
    let heads = headByteCount + hash.count + copyHeadByteCount * photo.copies.count
    let size = photo.copies.reduce(heads) { $0 + $1.bytes.count }
    guard size <= memory.count else { return nil }
    memory[0] = number(of: photo.facts.format)
    memory[1] = photo.facts.takenAt == nil ? 0 : 1
    memory[2] = UInt8(photo.copies.count)
    memory[3] = UInt8(hash.count)
    memory.storeLittleEndian(UInt32(photo.facts.width), at: 4)
    memory.storeLittleEndian(UInt32(photo.facts.height), at: 8)
    memory.storeLittleEndian(0 as UInt32, at: 12)
    memory.storeLittleEndian(photo.facts.takenAt ?? 0, at: 16)
    var end = headByteCount
    UnsafeMutableRawBufferPointer(rebasing: memory[end...]).copyBytes(from: hash)
    end += hash.count
    for copy in photo.copies {
      memory.storeLittleEndian(UInt32(copy.side), at: end)
      memory.storeLittleEndian(UInt32(copy.width), at: end + 4)
      memory.storeLittleEndian(UInt32(copy.height), at: end + 8)
      memory.storeLittleEndian(UInt32(copy.bytes.count), at: end + 12)
      end += copyHeadByteCount
    }
    for copy in photo.copies {
      let place = UnsafeMutableRawBufferPointer(rebasing: memory[end..<end + copy.bytes.count])
      copy.bytes.withUnsafeBytes { place.copyMemory(from: $0) }
      end += copy.bytes.count
    }
    return size
  }

  /// Reads a record, whose copies are slices of `bytes`; nil where the bytes are none.
  package static func read(_ bytes: Bytes) -> PreparedPhoto? {
    bytes.withUnsafeBytes { memory -> PreparedPhoto? in
      guard memory.count >= headByteCount, let facts = facts(memory),
        memory[3] <= maximumHashByteCount
      else { return nil }
      let copiesStart = headByteCount + Int(memory[3])
      var end = copiesStart + copyHeadByteCount * Int(memory[2])
      guard end <= memory.count,
        let hash = String(validating: memory[headByteCount..<copiesStart], as: UTF8.self)
      else { return nil }
      var photo = PreparedPhoto(facts: facts, blurhash: hash, copies: [])
      for index in 0..<Int(memory[2]) {
        let head = copiesStart + copyHeadByteCount * index
        let count = Int(memory.littleEndian(at: head + 12) as UInt32)
        guard count > 0, count <= memory.count - end,
          let copy = copy(memory, head, of: facts, bytes.slice(end..<end + count))
        else { return nil }
        photo.copies.append(copy)
        end += count
      }
      return end == memory.count ? photo : nil
    }
  }

  private static func facts(_ memory: UnsafeRawBufferPointer) -> PhotoFacts? {
    guard let format = PhotoFormat.allCases.first(where: { number(of: $0) == memory[0] }),
      memory[1] <= 1
    else { return nil }
    let width = Int(memory.littleEndian(at: 4) as UInt32)
    let height = Int(memory.littleEndian(at: 8) as UInt32)
    let sides = 1...RenderLimits.photoSide
    guard sides ~= width, sides ~= height else { return nil }
    let takenAt = memory[1] == 1 ? memory.littleEndian(at: 16) as Int64 : nil
    return PhotoFacts(format: format, width: width, height: height, takenAt: takenAt)
  }

  /// A copy as its head has it; nil where no photo of these facts has such a copy.
  private static func copy(
    _ memory: UnsafeRawBufferPointer,
    _ head: Int,
    of facts: PhotoFacts,
    _ bytes: Bytes
  ) -> WorkingCopy? {
    let side = Int(memory.littleEndian(at: head) as UInt32)
    let width = Int(memory.littleEndian(at: head + 4) as UInt32)
    let height = Int(memory.littleEndian(at: head + 8) as UInt32)
    let size = WorkingCopy.size(side: side, ofWidth: facts.width, height: facts.height)
    guard let size, size == (width, height) else { return nil }
    return WorkingCopy(side: side, width: width, height: height, bytes: bytes)
  }

  private static func number(of format: PhotoFormat) -> UInt8 {
    switch format {
    case .jpeg: 1
    case .png: 2
    case .webp: 3
    case .gif: 4
    case .heic: 5
    case .avif: 6
    }
  }
}
