import Base
package import FeedModel

/// What a photo is looked up by.
package enum PhotoKey: Hashable, Sendable {
  /// The name in its id.
  case name(String)
  /// SHA-256 of its bytes.
  case contentHash([UInt8])
}

/// Gives photos their names.
///
/// A name is a hash of the photo's bytes, keyed with a key of its own that is made from the store's
/// secret: whoever has the bytes can't tell what they are called here, and nothing that is
/// authenticated with the secret itself can pass for a name.
package struct PhotoNaming: Sendable {
  private let key: [UInt8]

  /// - Parameter secret: The store's, as page tokens are authenticated with.
  package init(secret: [UInt8]) {
    key = KeyedHash.hash(
      Array("feedrpc photo names".utf8),
      key: secret,
      byteCount: KeyedHash.keyByteCount
    )
  }

  /// The name of the photo with these bytes, 32 hexadecimal digits.
  package func name(ofContentHash hash: [UInt8]) -> String {
    KeyedHash.hash(hash, key: key, byteCount: 16).hexadecimal
  }
}

/// Bytes that no photo of a feed has: those of a deleted one, or of an upload that was cut off.
package struct LeftoverPhoto: Hashable, Sendable {
  /// SHA-256 of the bytes.
  package var contentHash: [UInt8]
  /// What a photo with these bytes is called here.
  package var name: String

  package init(contentHash: [UInt8], naming: PhotoNaming) {
    self.contentHash = contentHash
    name = naming.name(ofContentHash: contentHash)
  }
}

/// What became of a deletion of a post.
package struct PostDeletion: Hashable, Sendable {
  /// A state in which the post is not there.
  package var sequence: SequenceNumber
  /// The post's photo, where nothing uses it any more: it is gone with the post, and the caller
  /// sees to its bytes.
  package var removedPhoto: Photo?

  package init(sequence: SequenceNumber, removedPhoto: Photo? = nil) {
    self.sequence = sequence
    self.removedPhoto = removedPhoto
  }
}
