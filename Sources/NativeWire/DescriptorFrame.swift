import Base
import RPC

/// The body of an FDS frame: what the descriptors are that its first byte travels with.
///
///     u8 count | count × (u8 kind, u8 required seals, u16 tag)
enum DescriptorFrame {
  private static let labelByteCount = 4

  static func body(_ labels: [PassedFile.Label]) -> Bytes {
    Bytes(byteCount: 1 + labels.count * labelByteCount) { target in
      target[0] = UInt8(labels.count)
      for (index, label) in labels.enumerated() {
        let offset = 1 + index * labelByteCount
        target[offset] = label.kind.rawValue
        target[offset + 1] = label.requiredSeals
        target.storeBytes(of: label.tag.bigEndian, toByteOffset: offset + 2, as: UInt16.self)
      }
    }
  }

  /// Reads a body; nil where it is none, or tells of more descriptors than `limit`.
  static func labels(_ body: Bytes, limit: Int) -> [PassedFile.Label]? {
    body.withUnsafeBytes { bytes in
      guard let count = bytes.first.map(Int.init), count > 0, count <= limit,
        bytes.count == 1 + count * labelByteCount
      else { return nil }
      return (0..<count).map { index in
        let offset = 1 + index * labelByteCount
        return PassedFile.Label(
          kind: PassedFile.Label.Kind(rawValue: bytes[offset]),
          requiredSeals: bytes[offset + 1],
          tag: bytes.loadUnaligned(fromByteOffset: offset + 2, as: UInt16.self).bigEndian
        )
      }
    }
  }
}

/// Descriptors that arrived and that no FDS frame has claimed yet, as a number.
///
/// They lie in a queue of the driver, in their order. The kernel ends a read behind the bytes that
/// it sent descriptors with, so they may come before their frame is whole and never after it.
struct UnclaimedDescriptors: Sendable {
  private(set) var count = 0

  mutating func arrive(_ count: Int) { self.count += count }

  /// Counts out what a frame claims; false where there are not as many.
  mutating func claim(_ claimed: Int) -> Bool {
    guard count >= claimed else { return false }
    count -= claimed
    return true
  }

  /// True where they belong to nothing, once all bytes that came with them were looked at.
  ///
  /// `begun` is the frame that is not whole yet; `hasLooseBytes` where not even its header is.
  func areStray(begun: FrameHeader?, hasLooseBytes: Bool) -> Bool {
    guard count > 0 else { return false }
    guard let begun else { return !hasLooseBytes }
    return begun.type != FrameType.descriptors.rawValue
  }
}
