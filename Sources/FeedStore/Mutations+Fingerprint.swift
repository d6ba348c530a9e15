import FeedModel

extension LikeRequest {
  /// The same for equal requests only: tells a repeat from another request with its id.
  package var fingerprint: [UInt8] {
    KeyedHash.hash(Array("like;\(postID.text);\(intent.rawValue)".utf8), byteCount: 16)
  }
}

extension CommentRequest {
  /// The same for equal requests only: tells a repeat from another request with its id.
  package var fingerprint: [UInt8] {
    let time = createdAt.map { String($0.microseconds) } ?? ""
    return KeyedHash.hash(Array("comment;\(postID.text);\(time);\(text)".utf8), byteCount: 16)
  }
}

extension PostRequest {
  /// The same for equal requests only: tells a repeat from another request with its id.
  package var fingerprint: [UInt8] {
    let time = createdAt.map { String($0.microseconds) } ?? ""
    let lengths = "\(text.utf8.count);\(altText.utf8.count)"
    let content = "post;\(lengths);\(time);\(image?.id ?? "");\(text)\(altText)"
    return KeyedHash.hash(Array(content.utf8), byteCount: 16)
  }
}
