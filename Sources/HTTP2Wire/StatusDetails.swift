import Base
import RPC

/// The value of `grpc-status-details-bin`: a google.rpc.Status in base64.
///
///     Status { int32 code = 1; string message = 2; repeated Any details = 3; }
///     Any { string type_url = 1; bytes value = 2; }
enum StatusDetails {
  static func encode(_ error: RPCError) -> String {
    var bytes: [UInt8] = []
    append(UInt64(1 << 3), to: &bytes)
    append(UInt64(error.code.rawValue), to: &bytes)
    append(field: 2, error.message.utf8, to: &bytes)
    for detail in error.details {
      var packed: [UInt8] = []
      append(field: 1, detail.typeURL.utf8, to: &packed)
      append(field: 2, detail.value, to: &packed)
      append(field: 3, packed, to: &bytes)
    }
    return Base64.encode(bytes)
  }

  /// The details in a value; none where it can't be read, since the status itself is elsewhere.
  static func decode(_ text: String) -> [RPCError.Detail] {
    guard let bytes = Base64.decode(text), let fields = fields(of: bytes[...]) else { return [] }
    return fields.filter { $0.number == 3 }.compactMap { field in
      guard let parts = self.fields(of: field.bytes) else { return nil }
      let typeURL = parts.last { $0.number == 1 }?.bytes ?? []
      let value = parts.last { $0.number == 2 }?.bytes ?? []
      return RPCError.Detail(
        typeURL: String(decoding: typeURL, as: UTF8.self),
        value: Bytes(value)
      )
    }
  }

  private static func append(_ varint: UInt64, to bytes: inout [UInt8]) {
    var rest = varint
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  private static func append(
    field number: UInt64,
    _ value: some Collection<UInt8>,
    to bytes: inout [UInt8]
  ) {
    guard !value.isEmpty else { return }
    append(number << 3 | 2, to: &bytes)
    append(UInt64(value.count), to: &bytes)
    bytes += value
  }

  /// The fields of a message that are bytes; nil where it is no message.
  private static func fields(
    of bytes: ArraySlice<UInt8>
  ) -> [(number: UInt64, bytes: ArraySlice<UInt8>)]? {
    var fields: [(number: UInt64, bytes: ArraySlice<UInt8>)] = []
    var rest = bytes
    while !rest.isEmpty {
      guard let tag = varint(&rest) else { return nil }
      switch tag & 7 {
      case 0: if varint(&rest) == nil { return nil }
      case 2:
        guard let byteCount = varint(&rest), byteCount <= rest.count else { return nil }
        fields.append((tag >> 3, rest.prefix(Int(byteCount))))
        rest = rest.dropFirst(Int(byteCount))
      default: return nil
      }
    }
    return fields
  }

  private static func varint(_ bytes: inout ArraySlice<UInt8>) -> UInt64? {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), through: 63, by: 7) {
      guard let byte = bytes.popFirst() else { return nil }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    return nil
  }
}
