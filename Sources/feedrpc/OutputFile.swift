import Base
import Glibc

/// A file that is there whole or not at all: written beside its place, then renamed.
///
/// Until then it has no name where the file system knows such files (open(2), O_TMPFILE), so that
/// nothing is left of it whatever ends the program. What stands at the path and is no ordinary
/// file (`/dev/null`, a pipe) is written to as it is.
struct OutputFile: ~Copyable {
  /// Where the file is made.
  private enum Stage {
    /// In its place.
    case there
    /// In the folder of its place, without a name.
    case nameless
    /// Under another name, beside its place.
    case beside(String)
  }

  private let path: String
  private let descriptor: Int32
  private var stage: Stage

  /// Opens what is at `path`, or makes a file beside it; it is not touched before `finish`.
  ///
  /// - Parameters:
  ///   - path: Where the file is to be.
  ///   - knowsNameless: False to do as on a file system without nameless files.
  /// - Throws: Why there can be no such file.
  init(_ path: String, knowsNameless: Bool = true) throws(SystemFailure) {
    var status = stat()
    let isThere = stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
    self.path = isThere ? path : Self.resolved(path)
    (descriptor, stage) =
      isThere
      ? (Int32(try SystemFailure.check { Int(open(path, O_WRONLY | O_CLOEXEC)) }), .there)
      : try Self.make(self.path, knowsNameless: knowsNameless)
  }

  private static func make(
    _ path: String,
    knowsNameless: Bool
  ) throws(SystemFailure) -> (Int32, Stage) {
    if knowsNameless {
      let descriptor = openNameless(in: folder(of: path))
      if descriptor >= 0 { return (descriptor, .nameless) }
    }
    var template = Array("\(path).XXXXXX".utf8CString)
    let descriptor = Int32(try SystemFailure.check { Int(mkstemp(&template)) })
    let name = template.dropLast().map { UInt8(bitPattern: $0) }
    return (descriptor, .beside(String(decoding: name, as: UTF8.self)))
  }

  /// Negative where it can't be; then a file with a name says why.
  private static func openNameless(in folder: String) -> Int32 {
    // O_TMPFILE, which Swift does not import: a bit of its own and O_DIRECTORY.
    open(folder, O_WRONLY | O_CLOEXEC | 0o20_000_000 | O_DIRECTORY, 0o600)
  }

  /// The path that symbolic links lead to, so that they stay.
  private static func resolved(_ path: String) -> String {
    guard let memory = realpath(path, nil) else { return path }
    defer { free(memory) }
    return String(cString: memory)
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return String(path[...slash])
  }

  func write(_ bytes: Bytes) throws(SystemFailure) {
    var rest = bytes
    while !rest.isEmpty {
      let count = try SystemFailure.check {
        rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      }
      rest = rest.slice(count..<rest.count)
    }
  }

  /// Puts the file in its place, with the rights that a new file has.
  mutating func finish() throws(SystemFailure) {
    if case .there = stage { return }
    let mask = umask(0)
    umask(mask)
    try SystemFailure.check { Int(fchmod(descriptor, 0o666 & ~mask)) }
    if case .nameless = stage { stage = .beside(try nameFile()) }
    if case .beside(let made) = stage {
      try SystemFailure.check { Int(rename(made, path)) }
      stage = .there
    }
  }

  /// Gives the file a name that nothing has, beside its place: only renaming replaces a file.
  private func nameFile() throws(SystemFailure) -> String {
    while true {
      let name = "\(path).\(String(UInt32.random(in: 0 ... .max), radix: 36))"
      do throws(SystemFailure) {
        try SystemFailure.check {
          Int(
            linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, name, AT_SYMLINK_FOLLOW)
          )
        }
        return name
      } catch {
        guard error.code == EEXIST else { throw error }
      }
    }
  }

  deinit {
    close(descriptor)
    if case .beside(let name) = stage { unlink(name) }
  }
}
