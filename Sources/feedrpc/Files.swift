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

/// Why there is nothing to be had from a file.
enum InputFailure: Error, Hashable, CustomStringConvertible {
  case system(SystemFailure)
  /// A device, a pipe or a folder, where only what has an end will do.
  case notRegular
  case tooLong(byteLimit: Int)

  var description: String {
    switch self {
    case .system(let failure): "\(failure)"
    case .notRegular: "it is no ordinary file"
    case .tooLong(let byteLimit): "it has more than \(byteLimit) bytes"
    }
  }
}

/// Files and standard input read whole.
enum InputFile {
  /// Bytes that are read of a file or of standard input, as many as a JSON text may have.
  static let byteLimit = 64 << 20
  /// Bytes asked for at once.
  private static let pieceByteCount = 64 << 10

  /// All of a file, or of what a pipe or a device gives.
  static func read(_ path: String) throws(InputFailure) -> Bytes {
    let descriptor = try open(path)
    defer { close(descriptor) }
    return try read(descriptor)
  }

  /// All of an ordinary file; nothing else is waited for.
  static func readRegular(_ path: String, atMost byteLimit: Int) throws(InputFailure) -> Bytes {
    let descriptor = try open(path, O_NONBLOCK)
    defer { close(descriptor) }
    var status = stat()
    try check { Int(fstat(descriptor, &status)) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
    return try read(descriptor, atMost: byteLimit)
  }

  static func read(
    _ descriptor: Int32,
    atMost byteLimit: Int = byteLimit
  ) throws(InputFailure) -> Bytes {
    var content: [UInt8] = []
    while content.count <= byteLimit {
      let start = content.count
      content += [UInt8](repeating: 0, count: pieceByteCount)
      let count = try check {
        content.withUnsafeMutableBytes {
          Glibc.read(descriptor, $0.baseAddress.map { $0 + start }, pieceByteCount)
        }
      }
      content.removeLast(pieceByteCount - count)
      if count == 0 { return Bytes(content) }
    }
    throw .tooLong(byteLimit: byteLimit)
  }

  private static func open(_ path: String, _ flags: Int32 = 0) throws(InputFailure) -> Int32 {
    Int32(try check { Int(Glibc.open(path, O_RDONLY | O_CLOEXEC | flags)) })
  }

  @discardableResult
  private static func check(_ call: () -> Int) throws(InputFailure) -> Int {
    do { return try SystemFailure.check(call) } catch { throw .system(error) }
  }
}
