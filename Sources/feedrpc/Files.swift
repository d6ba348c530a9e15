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
struct OutputFile: ~Copyable {
  private let path: String
  private let temporaryPath: String
  private let descriptor: Int32
  private var isFinished = false

  /// Makes the file beside `path`, which is not touched before `finish`.
  init(_ path: String) throws(SystemFailure) {
    var template = Array("\(path).XXXXXX".utf8CString)
    descriptor = Int32(try SystemFailure.check { Int(mkstemp(&template)) })
    temporaryPath = String(
      decoding: template.dropLast().map { UInt8(bitPattern: $0) },
      as: UTF8.self
    )
    self.path = path
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
    let mask = umask(0)
    umask(mask)
    try SystemFailure.check { Int(fchmod(descriptor, 0o666 & ~mask)) }
    try SystemFailure.check { Int(rename(temporaryPath, path)) }
    isFinished = true
  }

  deinit {
    close(descriptor)
    if !isFinished { unlink(temporaryPath) }
  }
}
