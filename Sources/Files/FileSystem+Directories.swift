import Glibc

extension FileSystem {
  /// Makes a directory, and those above it, where they are missing.
  ///
  /// What stands there already is left as it is.
  ///
  /// - Parameters:
  ///   - path: Where.
  ///   - mode: Of every directory that is made, whatever the process's umask.
  ///   - lasts: Whether no power cut may take it away again, where the file system can do that.
  /// - Throws: What the operation failed with; what was made until then stays.
  package func makeDirectory(
    _ path: String,
    mode: UInt32 = 0o700,
    lasts: Bool = false
  ) throws(FileError) {
    do throws(FileError) { try makeLast(path, mode, lasts) } catch {
      let above = Self.directory(of: path)
      guard error.code == ENOENT, above != path else { throw error }
      try makeDirectory(above, mode: mode, lasts: lasts)
      // Once more, not for ever: a link that leads nowhere stays ENOENT, and so does /proc.
      try makeLast(path, mode, lasts)
    }
  }

  private func makeLast(_ path: String, _ mode: UInt32, _ lasts: Bool) throws(FileError) {
    do throws(FileError) { try run(.makeDirectory, path) { Int(mkdir(path, mode)) } } catch {
      guard error.code == EEXIST else { throw error }
      return
    }
    tell(.madeDirectory(path))
    try run(.changeMode, path) { Int(chmod(path, mode)) }
    guard lasts else { return }
    do throws(FileError) { try syncDirectory(Self.directory(of: path)) } catch {
      // Who may make names there and not read them, or has a file system that syncs no
      // directories, has the new one all the same.
      guard [EACCES, EINVAL, ENOTSUP].contains(error.code) else { throw error }
    }
  }

  /// The directory that a path's last part is in: `.` where it names none.
  package static func directory(of path: String) -> String {
    guard let end = path.lastIndex(where: { $0 != "/" }) else { return path.isEmpty ? "." : "/" }
    guard let slash = path[...end].lastIndex(of: "/") else { return "." }
    guard let last = path[..<slash].lastIndex(where: { $0 != "/" }) else { return "/" }
    return String(path[...last])
  }

  /// The names in a directory, in no order; `.` and `..` are left out.
  package func names(in path: String) throws(FileError) -> [String] {
    var opened: OpaquePointer?
    try run(.list, path) {
      opened = opendir(path)
      return opened == nil ? -1 : 0
    }
    guard let directory = opened else { preconditionFailure("opendir opens or fails") }
    defer { closedir(directory) }
    var names: [String] = []
    while true {
      var entry: UnsafeMutablePointer<dirent>?
      try run(.list, path) {
        errno = 0
        entry = readdir(directory)
        return entry == nil && errno != 0 ? -1 : 0
      }
      guard let entry else { return names }
      let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
        field.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
  }
}
