package import Base
package import CProtobuf
internal import Glibc

// What generated conversions are made of: Swift values to C values, in an arena.

extension Arena {
  /// Text as C holds it.
  ///
  /// C text ends at a NUL, so U+0000 can't travel: U+FFFD takes its place.
  package func text(_ text: String) -> UnsafeMutablePointer<CChar> {
    var text = text
    return text.withUTF8 { utf8 in
      if let start = utf8.baseAddress, memchr(start, 0, utf8.count) != nil {
        return self.textWithoutNUL(utf8)
      }
      let copy = self.allocate(CChar.self, count: utf8.count + 1)
      UnsafeMutableRawBufferPointer(start: copy, count: utf8.count)
        .copyMemory(from: UnsafeRawBufferPointer(utf8))
      copy[utf8.count] = 0
      return copy
    }
  }

  private func textWithoutNUL(_ utf8: UnsafeBufferPointer<UInt8>) -> UnsafeMutablePointer<CChar> {
    text(String(decoding: utf8.flatMap { $0 == 0 ? [0xEF, 0xBF, 0xBD] : [$0] }, as: UTF8.self))
  }

  /// Bytes as C holds them, copied.
  package func data(_ bytes: Bytes) -> ProtobufCBinaryData {
    guard bytes.count > 0 else { return ProtobufCBinaryData(len: 0, data: nil) }
    let copy = allocate(UInt8.self, count: bytes.count)
    bytes.withUnsafeBytes {
      UnsafeMutableRawBufferPointer(start: copy, count: $0.count).copyMemory(from: $0)
    }
    return ProtobufCBinaryData(len: bytes.count, data: copy)
  }

  /// The values of a repeated field, converted; nil for none.
  @inlinable
  package func values<Elements: Collection, CValue>(
    _ elements: Elements,
    _ convert: (Elements.Element) -> CValue
  ) -> UnsafeMutablePointer<CValue>? {
    guard !elements.isEmpty else { return nil }
    let target = allocate(CValue.self, count: elements.count)
    for (index, element) in elements.enumerated() {
      (target + index).initialize(to: convert(element))
    }
    return target
  }
}
