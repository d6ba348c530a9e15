import Base
import CLinux
import EventLoop
import FeedClient
import FeedMessages
import Foundation
import NativeWire
import RPC
import Testing
import Transport

/// One end of a pipe, to be passed, and the other, which tells when nobody has it any more.
final class PassedPipe: Sendable {
  private let reading: Int32
  /// For whoever passes it.
  let writing: Int32

  init() {
    // Named for a moment, since Swift has no pipe that children do not inherit.
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID())").path
    precondition(mkfifo(path, 0o600) == 0, "a pipe can be made")
    reading = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    writing = open(path, O_WRONLY | O_CLOEXEC)
    unlink(path)
  }

  deinit { close(reading) }

  /// Waits until the last descriptor of the end that was passed is closed.
  func waitUntilGone(on loop: EventLoop) async -> Bool {
    await loop.perform { [reading] in
      var watch = pollfd(fd: reading, events: 0, revents: 0)
      return poll(&watch, 1, 60_000) == 1 && Int32(watch.revents) & POLLHUP != 0
    }
  }
}

/// A server that says what it likes to its one client, with whatever descriptors.
final class FilePasser: Sendable {
  /// One write.
  struct Piece: Sendable {
    var bytes: [UInt8]
    /// Control messages, each with descriptors.
    var files: [[Int32]] = []
  }

  let path: String
  private let folder: URL
  private let listener: Int32
  let loop: EventLoop

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "passer-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appending(path: "s").path
    loop = try EventLoop(name: "passer")
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard linux_bind_unix(listener, path, path.utf8.count, 0) == 0, listen(listener, 8) == 0 else {
      throw POSIXError(.EADDRINUSE)
    }
  }

  deinit {
    close(listener)
    loop.stop()
    try? FileManager.default.removeItem(at: folder)
  }

  func client(takesFiles: Bool = true) throws -> FeedClient {
    try FeedClient(FeedClientConfiguration(socket: path, takesFiles: takesFiles))
  }

  /// Takes a client, says HELLO and `pieces`, closes the descriptors, and waits until the client
  /// has closed the connection, unless the server is to do that first.
  ///
  /// - Returns: true where the client was the first.
  func serve(
    _ pieces: [Piece],
    hello: [UInt8] = Frames.hello,
    closesFirst: Bool = false
  ) async
    -> Bool
  {
    await loop.perform { [listener] in
      let number = accept(listener, nil, nil)
      defer { close(number) }
      var byte = UInt8(0)
      guard recv(number, &byte, 1, 0) == 1 else { return false }
      for piece in [Piece(bytes: hello)] + pieces { Self.send(piece, to: number) }
      for file in Set(pieces.flatMap { $0.files.flatMap { $0 } }) { close(file) }
      guard !closesFirst else { return false }
      var rest = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = recv(number, &rest, rest.count, 0)
        if count <= 0 { return true }
      }
    }
  }

  private static func send(_ piece: Piece, to number: Int32) {
    var control: [UInt8] = []
    for files in piece.files {
      // struct cmsghdr: size_t length, int level, int type (SCM_RIGHTS); then the descriptors.
      let size = 16 + 4 * files.count
      withUnsafeBytes(of: size) { control += $0 }
      withUnsafeBytes(of: SOL_SOCKET) { control += $0 }
      withUnsafeBytes(of: Int32(1)) { control += $0 }
      for file in files { withUnsafeBytes(of: file) { control += $0 } }
      control += [UInt8](repeating: 0, count: (8 - control.count % 8) % 8)
    }
    var bytes = piece.bytes
    bytes.withUnsafeMutableBytes { bytes in
      control.withUnsafeMutableBytes { control in
        var vector = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
        withUnsafeMutablePointer(to: &vector) { vector in
          var message = msghdr()
          message.msg_iov = vector
          message.msg_iovlen = 1
          message.msg_control = control.isEmpty ? nil : control.baseAddress
          message.msg_controllen = control.count
          _ = sendmsg(number, &message, Int32(MSG_NOSIGNAL))
        }
      }
    }
  }
}

/// Frames of servers, by hand.
enum Frames {
  static func frame(
    _ type: UInt8,
    _ stream: UInt32,
    flags: UInt8 = 0,
    _ body: [UInt8]
  ) -> [UInt8] {
    bigEndian(UInt32(body.count)) + bigEndian(stream) + [type, flags] + body
  }

  /// The answer to HELLO of a server that passes up to four descriptors.
  static let hello = frame(
    0xE0,
    .max,
    flags: 1,
    Array("FRC1".utf8) + [1, 0, 0, 2, 0, 1] + bigEndian(31) + [0, 6] + bigEndian(4)
  )

  /// An FDS frame for so many descriptors.
  static func files(_ count: Int, kind: UInt8 = 1, seals: UInt8 = 15) -> [UInt8] {
    frame(0xE7, 1, [UInt8(count)] + (0..<count).flatMap { _ in [kind, seals, 0, 0] })
  }

  /// The header of an image in a memory file, and the end of the call.
  static func header(byteCount: Int) -> [UInt8] {
    let header = ImageHeader(totalBytes: Int64(byteCount), memoryFile: true)
    let message = StreamImageResponse(header: header)
    let bytes = message.withWireBytes { head, tail in Array(head) + Array(tail) }
    return frame(3, 1, bytes) + frame(3, 1, flags: 5, [])
  }

  private static func bigEndian(_ value: UInt32) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
  }
}
