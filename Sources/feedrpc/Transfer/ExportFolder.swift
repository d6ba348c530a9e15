import Base
import CommandLineKit
import Files
import Hashing

/// The folder of an export, in which a killed one can be told from a whole one.
///
///     manifest.json        what it is of, and counts; written last
///     unfinished.json      the same without counts, until then
///     users.jsonl          FetchProfileResponse, in the order in which they were met
///     posts.jsonl          Post, newest first
///     comments.jsonl       Comment, by post in the order of posts, newest first
///     likes.jsonl          {"postId","username"}, likewise
///     follows.jsonl        {"followed","follower"}, newest first
///     photos/<sha256>.jpg  stored bytes; the images of posts and users have these paths as ids
struct ExportFolder: Sendable {
  let path: String
  let files: FileSystem

  var manifestPath: String { "\(path)/manifest.json" }
  private var unfinishedPath: String { "\(path)/unfinished.json" }
  var photoFolder: String { "\(path)/photos" }

  func linesPath(_ name: String) -> String { "\(path)/\(name).jsonl" }

  /// What it is an export of, and whether it is whole; nil where it is none.
  func manifest() throws(FileError) -> ExportManifest? {
    if let manifest = try ExportManifest.read(manifestPath, files) { return manifest }
    return try ExportManifest.read(unfinishedPath, files)
  }

  /// Whether it has what only an export has, though its manifest may be missing or damaged.
  func hasLines() throws(FileError) -> Bool {
    for name in ["users", "posts"] where try files.status(of: linesPath(name))?.kind != .file {
      return false
    }
    return true
  }

  /// Makes the folder that of an export that has begun.
  ///
  /// What an earlier export of the same feed left stays until it is replaced.
  ///
  /// - Throws: `CommandFailure` where something else is there, and `FileError`.
  func begin(feedID: String) throws {
    try files.makeDirectory(path)
    let names = try files.names(in: path)
    if !names.isEmpty {
      guard let manifest = try manifest() else {
        throw CommandFailure("\(path) is not empty and no export: name another folder")
      }
      guard manifest.feedID == feedID else {
        throw CommandFailure("\(path) is an export of another feed: name another folder")
      }
    }
    try ExportManifest(feedID: feedID).write(unfinishedPath, files)
    try files.remove(manifestPath)
    try files.makeDirectory(photoFolder)
    for folder in [path, photoFolder] {
      for name in try files.names(in: folder) where name.hasSuffix(NewFile.temporarySuffix) {
        try files.remove("\(folder)/\(name)")
      }
    }
  }

  /// Makes it whole: photos that are no part of it go, and the manifest comes.
  func finish(_ manifest: ExportManifest, photoNames: Set<String>) throws(FileError) {
    for name in try files.names(in: photoFolder) where !photoNames.contains(name) {
      try files.remove("\(photoFolder)/\(name)")
    }
    try manifest.write(manifestPath, files)
    try files.remove(unfinishedPath)
  }

  /// Gives the file of a photo its place, where it outlasts a power cut as what names it does.
  ///
  /// - Returns: Its id in the export.
  func place(
    _ photo: inout NewFile,
    hash: [UInt8],
    contentType: String
  ) throws(FileError) -> String {
    let id = Self.imageID(ofPhoto: hash, contentType: contentType)
    try photo.place(at: "\(path)/\(id)", isDurable: true)
    return id
  }

  /// The file that the id of an image in an export means; nil for ids that are none of its files.
  func photoPath(ofImage id: String) -> String? {
    let prefix = "photos/"
    guard id.hasPrefix(prefix) else { return nil }
    let name = id.dropFirst(prefix.count)
    guard !name.isEmpty, !name.hasPrefix("."), !name.contains("/"), !name.contains("\0") else {
      return nil
    }
    return "\(path)/\(id)"
  }

  /// The request id of what is made from a thing of an export: 5 and 56 of at most 64 characters.
  static func requestID(of id: String, feedID: String) -> String {
    let hash = SHA256.hash(of: Bytes("\(feedID)\n\(id)".utf8))
    return "move-" + hash.prefix(28).hexadecimal
  }

  /// The id that an image has in an export.
  static func imageID(ofPhoto hash: [UInt8], contentType: String) -> String {
    let names = [
      "image/jpeg": "jpg", "image/png": "png", "image/webp": "webp", "image/gif": "gif",
      "image/heic": "heic", "image/heif": "heif", "image/avif": "avif",
    ]
    return "photos/\(hash.hexadecimal).\(names[contentType] ?? "bin")"
  }
}

/// A file of lines that gets its place when it is whole.
final class LinesFile {
  private var file: NewFile
  private let place: String
  private var pending = ""
  private(set) var lineCount = 0

  init(_ place: String, _ files: FileSystem) throws(FileError) {
    file = try NewFile(in: FileSystem.directory(of: place), files: files)
    self.place = place
  }

  /// Appends a line, given with its line break.
  func append(_ line: String) throws(FileError) {
    pending += line
    lineCount += 1
    if pending.utf8.count >= TransferLimits.pieceByteCount { try flush() }
  }

  private func flush() throws(FileError) {
    try file.append(Bytes(pending.utf8))
    pending = ""
  }

  func finish() throws(FileError) {
    try flush()
    try file.place(at: place, isDurable: true)
  }
}
