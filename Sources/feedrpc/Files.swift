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
