import Files

/// The files below a folder, one after another: in the order of their names, a folder's at its own
/// place.
///
/// It holds the names of the folders that it is in, no more. Symbolic links are not followed, and
/// what begins with a dot is passed over.
struct FolderWalk {
  enum Found {
    /// A photo, by its name.
    case photo(String)
    /// A text, which may belong to a photo.
    case text
    /// Any other file.
    case other
    /// A folder or file that can't be looked at.
    case unreadable(String, FileError)
  }

  private struct Level {
    let path: String
    /// Those that are still to come, the next one last.
    var names: [String]
  }

  private let files: FileSystem
  private var levels: [Level]

  /// - Throws: where the folder can't be read.
  init(_ folder: String, _ files: FileSystem) throws(FileError) {
    self.files = files
    levels = [try Self.level(folder, files)]
  }

  private static func level(_ path: String, _ files: FileSystem) throws(FileError) -> Level {
    let names = try files.names(in: path).filter { !$0.hasPrefix(".") }
    return Level(path: path, names: names.sorted(by: >))
  }

  mutating func next() -> Found? {
    while let level = levels.last {
      guard let name = level.names.last else {
        levels.removeLast()
        continue
      }
      levels[levels.count - 1].names.removeLast()
      let separator = level.path.hasSuffix("/") ? "" : "/"
      if let found = look(at: level.path + separator + name) { return found }
    }
    return nil
  }

  /// What stands at a path; nil for a folder, whose files are the next.
  private mutating func look(at path: String) -> Found? {
    do throws(FileError) {
      switch try files.status(of: path)?.kind {
      case .directory:
        levels.append(try Self.level(path, files))
        return nil
      case .file:
        let name = String(path[path.index(after: path.lastIndex(of: "/") ?? path.startIndex)...])
        if PhotoPost.isPhoto(name: name) { return .photo(path) }
        return PhotoPost.isText(name: name) ? .text : .other
      case .other, nil: return .other
      }
    } catch { return .unreadable(path, error) }
  }
}
