import Base
import Files
import FoundationEssentials

/// What a whole export says of itself, in the file that is written last.
struct ExportManifest: Codable, Equatable, Sendable {
  /// How many things an export has, which are the lines of its files.
  struct Counts: Codable, Equatable, Sendable {
    var users = 0
    var posts = 0
    var comments = 0
    var likes = 0
    var follows = 0
    /// Files of photos; several posts may show the same.
    var photos = 0
  }

  static let format = "feedrpc-export"
  static let currentVersion = 1

  /// Says that the folder is an export.
  var format = Self.format
  var version = Self.currentVersion
  /// Of the feed that was exported.
  var feedID: String
  /// Nil until the export is whole.
  var counts: Counts?

  private enum CodingKeys: String, CodingKey {
    case format, version, counts
    case feedID = "feedId"
  }
}

extension ExportManifest {
  /// Bytes of a manifest that are read.
  private static let byteCount = 4 << 10

  /// The manifest in a file; nil where there is none, or another program's.
  static func read(_ path: String, _ files: FileSystem) throws(FileError) -> ExportManifest? {
    guard try files.status(of: path)?.kind == .file else { return nil }
    let content = try files.read(try files.open(path), byteCount: byteCount, path: path)
    return ExportManifest(json: content)
  }

  /// Nil where the text is not the manifest of an export.
  init?(json: Bytes) {
    guard let manifest = JSONLine.value(of: Self.self, in: json), manifest.format == Self.format
    else { return nil }
    self = manifest
  }

  /// Puts the manifest in its place, where it outlasts a power cut.
  func write(_ path: String, _ files: FileSystem) throws(FileError) {
    var file = try NewFile(in: FileSystem.directory(of: path), files: files)
    try file.append(Bytes(JSONLine.text(of: self).utf8))
    try file.place(at: path, isDurable: true)
  }
}

/// Who likes a post, as a line of an export.
struct ExportedLike: Codable, Equatable, Sendable {
  var postID: String
  var username: String

  private enum CodingKeys: String, CodingKey {
    case username
    case postID = "postId"
  }
}

/// Who follows whom, as a line of an export.
struct ExportedFollow: Codable, Equatable, Sendable {
  var follower: String
  var followed: String
}

/// Values as JSON on one line, for what no message says.
enum JSONLine {
  /// The value with a line break behind it.
  static func text(of value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else {
      preconditionFailure("texts and numbers can be encoded")
    }
    return String(decoding: data, as: UTF8.self) + "\n"
  }

  /// Nil where the text is no such value.
  static func value<Value: Decodable>(of type: Value.Type, in text: Bytes) -> Value? {
    try? JSONDecoder().decode(type, from: Data(text))
  }
}
