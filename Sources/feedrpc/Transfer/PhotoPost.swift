import Base
import FeedMessages
import Files
import Hashing
import RPC

/// The rules by which a photo's file becomes a post.
enum PhotoPost {
  /// How the names of photos end, in small letters.
  static let extensions: Set<String> = [
    "jpg", "jpeg", "jpe", "png", "webp", "gif", "heic", "heif", "avif",
  ]

  /// The name of a file without its extension, and the extension in small letters.
  static func parts(ofName name: String) -> (stem: String, extension: String) {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (name, "") }
    return (String(name[..<dot]), name[name.index(after: dot)...].lowercased())
  }

  /// True for names of photos; what begins with a dot is hidden and none.
  static func isPhoto(name: String) -> Bool {
    !name.hasPrefix(".") && extensions.contains(parts(ofName: name).extension)
  }

  /// True for names of texts that may stand beside photos.
  static func isText(name: String) -> Bool { parts(ofName: name).extension == "txt" }

  /// The name of a photo as people would write it: underscores and runs of spaces are a space.
  static func text(fromName name: String) -> String {
    String(parts(ofName: name).stem.map { $0 == "_" || $0.isWhitespace ? " " : $0 })
      .split(separator: " ").joined(separator: " ")
  }

  /// The text of a file beside a photo: without white space around it, and with plain line breaks.
  ///
  /// - Throws: where it is no UTF-8.
  static func text(fromFile content: some Sequence<UInt8>) throws(Complaint) -> String {
    guard let text = String(validating: Array(content), as: UTF8.self), !text.contains("\0") else {
      throw Complaint("the text beside it is no UTF-8")
    }
    let plain = text.split(separator: "\r\n", omittingEmptySubsequences: false)
      .joined(separator: "\n")
    guard let first = plain.firstIndex(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }),
      let last = plain.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(plain[first...last])
  }

  /// When a photo's post was made: when it was taken, else when its file was changed, in
  /// microseconds since 1970.
  ///
  /// A camera's clock knows no zone and may be ahead; nothing was made after `now`.
  static func creationTime(takenAt: Int64?, modifiedAt: Int64, now: Int64) -> Int64 {
    if let takenAt, takenAt <= now { return takenAt }
    return min(modifiedAt, now)
  }

  /// The request id of the post of a photo.
  ///
  /// Ids are told apart by viewer, so that the author is part of it: another author's is another.
  static func requestID(ofContent hash: [UInt8]) -> String {
    requestIDPrefix + hash.prefix(requestHashByteCount).hexadecimal
  }

  /// What request ids of imported photos begin with.
  static let requestIDPrefix = "photo-"
  /// A request id has at most 64 characters: 6 and 56.
  private static let requestHashByteCount = 28
}
