/// Where a rendering is in the disk cache: what it is, not what its bytes are.
package struct DiskAddress: Hashable, Sendable {
  /// A hash of the picture's name, the same for all its renderings.
  let picture: UInt64
  /// The etag of the rendering, which its size, format and makers are a part of.
  let key: Digest

  init(picture: UInt64, key: Digest) {
    self.picture = picture
    self.key = key
  }

  /// Where a rendering is whose bytes are made with the codec of that `buildIdentity`.
  init(_ key: RenderKey, codec: String) {
    picture = Self.picture(key.kind, key.name)
    self.key = key.digest(codec: codec)
  }

  /// As the other, with none where it is not known who made the bytes or would make them.
  init?(_ key: RenderKey, madeBy codec: String?) {
    guard let codec, !codec.isEmpty || !key.needsCodec else { return nil }
    self.init(key, codec: codec)
  }

  static func picture(_ kind: PictureID.Kind, _ name: String) -> UInt64 {
    Digest(of: "\(kind.rawValue):\(name)").high
  }
}

/// The name of a file in the disk cache, which says all that has to be known of it.
///
///     DIRECTORY/pictures-1/5e/5e07c8d1a2b3f4e6-<32 digits>-<32 digits>
///                          |  |                |           `-- checksum
///                          |  |                `-- DiskAddress.key, which is the etag
///                          |  `-- DiskAddress.picture, 16 digits
///                          `-- the first two of them
///
/// All in lower-case hexadecimal. The file holds the bytes of the picture and nothing else, so that
/// a client can be given its path; a rename gives it contents and description in one step.
///
/// The checksum is the BLAKE2b hash (128 bits) of the bytes, keyed with the etag's sixteen: a file
/// that was cut off, damaged, or renamed to stand in for another does not have it.
struct DiskFileName: Hashable, Sendable {
  /// Of the directory that files are in; another format gets another one.
  static let directory = "pictures-1"

  let address: DiskAddress
  let checksum: Digest

  init(_ address: DiskAddress, checksum: Digest) {
    self.address = address
    self.checksum = checksum
  }

  /// Reads a file's name; nil where it is none of ours.
  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, let picture = UInt64(hexadecimal: parts[0]),
      let key = Digest(hexadecimal: parts[1]), let checksum = Digest(hexadecimal: parts[2])
    else { return nil }
    self.init(DiskAddress(picture: picture, key: key), checksum: checksum)
  }

  /// The path below `directory`.
  var path: String { "\(address.shard)/\(address.prefix)\(checksum.hexadecimal)" }
}

extension DiskAddress {
  /// The names of all directories that files are spread over.
  static let shards = (UInt8.min...UInt8.max).map(\.hexadecimal)

  /// The directory that the file is in.
  var shard: String { UInt8(truncatingIfNeeded: picture >> 56).hexadecimal }

  /// What the file's name begins with.
  var prefix: String { "\(picture.hexadecimal)-\(key.hexadecimal)-" }
}
