import Base
import Glibc

/// A failed system call, told by its error.
struct SystemFailure: Error, Hashable, CustomStringConvertible {
  let code: Int32

  var description: String { String(cString: strerror(code)) }

  /// Runs a system call again while it is interrupted.
  @discardableResult
  static func check(_ call: () -> Int) throws(SystemFailure) -> Int {
    while true {
      let result = call()
      if result >= 0 { return result }
      let code = errno
      guard code == EINTR else { throw SystemFailure(code: code) }
    }
  }
}

/// Files and standard input read whole.
enum InputFile {
  /// Bytes asked for at once.
  private static let pieceByteCount = 64 << 10

  static func read(_ path: String) throws(SystemFailure) -> Bytes {
    let descriptor = Int32(try SystemFailure.check { Int(open(path, O_RDONLY | O_CLOEXEC)) })
    defer { close(descriptor) }
    return try read(descriptor)
  }

  static func read(_ descriptor: Int32) throws(SystemFailure) -> Bytes {
    var content: [UInt8] = []
    while true {
      let start = content.count
      content += [UInt8](repeating: 0, count: pieceByteCount)
      let count = try SystemFailure.check {
        content.withUnsafeMutableBytes {
          Glibc.read(descriptor, $0.baseAddress.map { $0 + start }, pieceByteCount)
        }
      }
      content.removeLast(pieceByteCount - count)
      if count == 0 { return Bytes(content) }
    }
  }
}

/// A file that is there whole or not at all: written beside its place, then renamed.
///
/// What stands at the path and is no ordinary file (`/dev/null`, a pipe) is written to as it is.
struct OutputFile: ~Copyable {
  private let path: String
  private let descriptor: Int32
  /// Where the file is made; nil where it is written in place, or has been put in its place.
  private var temporaryPath: String?

  /// Opens what is at `path`, or makes a file beside it; it is not touched before `finish`.
  init(_ path: String) throws(SystemFailure) {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      self.path = path
      temporaryPath = nil
      descriptor = Int32(try SystemFailure.check { Int(open(path, O_WRONLY | O_CLOEXEC)) })
      return
    }
    self.path = Self.resolved(path)
    var template = Array("\(self.path).XXXXXX".utf8CString)
    descriptor = Int32(try SystemFailure.check { Int(mkstemp(&template)) })
    temporaryPath = String(
      decoding: template.dropLast().map { UInt8(bitPattern: $0) },
      as: UTF8.self
    )
  }

  /// The path that symbolic links lead to, so that they stay.
  private static func resolved(_ path: String) -> String {
    guard let memory = realpath(path, nil) else { return path }
    defer { free(memory) }
    return String(cString: memory)
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
    guard let made = temporaryPath else { return }
    let mask = umask(0)
    umask(mask)
    try SystemFailure.check { Int(fchmod(descriptor, 0o666 & ~mask)) }
    try SystemFailure.check { Int(rename(made, path)) }
    temporaryPath = nil
  }

  deinit {
    close(descriptor)
    if let temporaryPath { unlink(temporaryPath) }
  }
}
