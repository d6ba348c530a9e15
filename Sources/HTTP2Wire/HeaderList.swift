import RPC

/// Headers or trailers that are to be sent.
struct HeaderList: Sendable {
  /// Where a pair lies in `bytes`: the name, then the value.
  struct Field: Sendable {
    var start: Int
    var nameByteCount: Int
    var valueByteCount: Int
  }

  private(set) var bytes: [UInt8] = []
  private(set) var fields: [Field] = []

  /// Names, values and 32 bytes for each pair (RFC 9113 6.5.2).
  var size: Int { bytes.count + Self.pairByteCount * fields.count }

  /// What each pair counts for beside its name and value.
  static let pairByteCount = 32

  mutating func add(_ name: some StringProtocol, _ value: some Sequence<UInt8>) {
    let start = bytes.count
    bytes += name.utf8
    let middle = bytes.count
    bytes += value
    fields.append(
      Field(
        start: start,
        nameByteCount: middle - start,
        valueByteCount: bytes.count - middle
      )
    )
  }

  mutating func add(_ name: some StringProtocol, _ value: some StringProtocol) {
    add(name, value.utf8)
  }

  /// Adds metadata; what no header can carry is left out.
  mutating func add(_ metadata: Metadata) {
    for entry in metadata.entries {
      if let value = MetadataHeaders.value(of: entry) { add(entry.name, value) }
    }
  }
}
