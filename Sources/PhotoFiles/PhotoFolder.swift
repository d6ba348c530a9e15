import Base
import Files
import Hashing
import Rendering

/// The files of photos; every operation blocks.
///
///     FOLDER/incoming/<random>.partial   what is being received
///     FOLDER/5e/5e07c8...                an original, named by its SHA-256 in 64 digits
///     FOLDER/5e/5e07c8....2048           its working copy of that side
///
/// All in lower-case hexadecimal. A file gets its name when it is whole and on the disk, and is
/// never changed after that.
struct PhotoFolder: Sendable {
  /// The names of the directories that files are spread over.
  static let shards = (0...255).map { [UInt8($0)].hexadecimal }

  private static let incoming = "incoming"

  let path: String
  let files: FileSystem

  /// Makes the folder where it is missing, and removes what was being received when the process
  /// that had it ended.
  init(_ path: String, files: FileSystem) throws(FileError) {
    self.path = path
    self.files = files
    try files.makeDirectory(path, lasts: true)
    let incoming = "\(path)/\(Self.incoming)"
    try files.makeDirectory(incoming)
    for name in try files.names(in: incoming) { try files.remove("\(incoming)/\(name)") }
    for shard in Self.shards { try files.makeDirectory("\(path)/\(shard)") }
    // The names of the directories have to outlast a power cut as the files in them do, also where
    // a process that was killed had made some: those of the shards, and of the folder and the one
    // above it, which are the feed's.
    let above = FileSystem.directory(of: path)
    for path in [path, above, FileSystem.directory(of: above)] { try files.syncDirectory(path) }
  }

  /// A file for bytes that come.
  func newFile() throws(FileError) -> NewFile {
    try NewFile(in: "\(path)/\(Self.incoming)", mode: 0o400, files: files)
  }

  /// A place for a file that is not to stay, where the next start would remove it too.
  func passingPath() -> String {
    let name = String(UInt64.random(in: 0 ... .max), radix: 36)
    return "\(path)/\(Self.incoming)/\(name)\(NewFile.temporarySuffix)"
  }

  func path(of part: PhotoPart, ofPhoto photo: [UInt8]) -> String {
    let original = "\(path)/\(photo.prefix(1).hexadecimal)/\(photo.hexadecimal)"
    return switch part {
    case .original: original
    case .copy(let side): "\(original).\(side)"
    }
  }

  /// Removes all files of a photo.
  ///
  /// - Returns: The paths that they had.
  func remove(_ photo: [UInt8]) throws(FileError) -> [String] {
    let directory = "\(path)/\(photo.prefix(1).hexadecimal)"
    var removed: [String] = []
    for name in try files.names(in: directory) where Self.photo(name) == photo {
      removed.append("\(directory)/\(name)")
      try files.remove("\(directory)/\(name)")
    }
    return removed
  }

  /// The photos that have a file in a directory; files of other names are left alone.
  func photos(in shard: String) throws(FileError) -> [[UInt8]] {
    Array(Set(try files.names(in: "\(path)/\(shard)").compactMap(Self.photo)))
  }
}

// MARK: - Names

extension PhotoFolder {
  /// The photo that a file belongs to by its name; nil where it is none of ours.
  private static func photo(_ name: String) -> [UInt8]? {
    let digits = name.prefix { $0 != "." }
    let rest = name.dropFirst(digits.count)
    guard digits.utf8.count == 2 * SHA256.byteCount,
      rest.isEmpty || Int(rest.dropFirst()) != nil
    else { return nil }
    var bytes: [UInt8] = []
    var start = digits.startIndex
    while start < digits.endIndex {
      let end = digits.index(start, offsetBy: 2)
      guard let byte = UInt8(digits[start..<end], radix: 16) else { return nil }
      bytes.append(byte)
      start = end
    }
    return bytes.hexadecimal == digits ? bytes : nil
  }
}

extension PhotoStoreError {
  init(_ error: FileError) {
    self =
      if error.isFull { .full } else {
        .failed(operation: error.operation.rawValue, code: error.code)
      }
  }
}
