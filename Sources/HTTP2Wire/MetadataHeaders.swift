import Base
import RPC

/// Metadata as headers of HTTP/2 (grpc.io, PROTOCOL-HTTP2, Custom-Metadata).
enum MetadataHeaders {
  private static let binarySuffix: StaticString = "-bin"

  /// True for one or more of `[0-9a-z_.-]`.
  static func isName(_ name: UnsafeRawBufferPointer) -> Bool {
    !name.isEmpty && name.allSatisfy(isNameByte)
  }

  /// True for the names that gRPC keeps to itself.
  static func isReserved(_ name: UnsafeRawBufferPointer) -> Bool { name.hasPrefix("grpc-") }

  /// Adds what a header says.
  ///
  /// The value of a name that ends in `-bin` may be several, between commas, with padding and
  /// without; they are kept without.
  ///
  /// - Returns: false where such a value is not base64.
  static func read(
    _ name: UnsafeRawBufferPointer,
    _ value: UnsafeRawBufferPointer,
    into metadata: inout Metadata
  ) -> Bool {
    let key = String(decoding: name, as: UTF8.self)
    let text = String(decoding: value, as: UTF8.self)
    guard name.hasSuffix(binarySuffix) else {
      metadata.add(text, for: key)
      return true
    }
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let plain = unpadded(part) else { return false }
      metadata.add(plain, for: key)
    }
    return true
  }

  /// The value that goes over the wire; nil for what no header can carry.
  static func value(of entry: Metadata.Entry) -> String? {
    var (name, value) = (entry.name, entry.value)
    let isUsable = name.withUTF8 { name in
      let bytes = UnsafeRawBufferPointer(name)
      return isName(bytes) && !isReserved(bytes) && !isOfHTTP(bytes)
    }
    guard isUsable else { return nil }
    if name.hasSuffix("-bin") { return unpadded(value[...]) }
    let isPlain = value.withUTF8 { $0.allSatisfy { (0x20...0x7E).contains($0) } }
    return isPlain ? value : nil
  }

  /// Names that mean something to HTTP/2 or to gRPC, whoever says them.
  private static func isOfHTTP(_ name: UnsafeRawBufferPointer) -> Bool {
    name.equals("te") || name.equals("content-type") || name.equals("connection")
      || name.equals("keep-alive") || name.equals("proxy-connection")
      || name.equals("transfer-encoding") || name.equals("upgrade")
      || name.equals("content-length") || name.equals("host")
  }

  private static func unpadded(_ text: Substring) -> String? {
    // Blanks may stand on either side of a comma (RFC 9110 5.6.1).
    let isBlank = { (character: Character) in character == " " || character == "\t" }
    var text = text.drop(while: isBlank)
    while let last = text.last, isBlank(last) { text.removeLast() }
    guard Base64.decode(String(text)) != nil else { return nil }
    return String(text.prefix { $0 != "=" })
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}

extension UnsafeRawBufferPointer {
  func equals(_ text: StaticString) -> Bool {
    count == text.utf8CodeUnitCount && hasPrefix(text)
  }

  func hasPrefix(_ text: StaticString) -> Bool {
    guard count >= text.utf8CodeUnitCount else { return false }
    for index in 0..<text.utf8CodeUnitCount where self[index] != text.utf8Start[index] {
      return false
    }
    return true
  }

  func hasSuffix(_ text: StaticString) -> Bool {
    guard count >= text.utf8CodeUnitCount else { return false }
    return UnsafeRawBufferPointer(rebasing: self[(count - text.utf8CodeUnitCount)...])
      .hasPrefix(text)
  }
}
