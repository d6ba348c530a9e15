import Base
import CLinux
import Foundation

/// A client that says what it likes, byte by byte; it waits two minutes at most.
final class RawPeer: Sendable {
  let number: Int32

  /// Connects to a path.
  ///
  /// - Throws: `POSIXError` where nobody listens there.
  init(_ path: String) throws {
    number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { throw POSIXError(.EMFILE) }
    guard linux_connect_unix(number, path, path.utf8.count, 0) == 0 else {
      let code = errno
      close(number)
      throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
    }
    var patience = timeval(tv_sec: 120, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
    setsockopt(number, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
  }

  deinit { close(number) }

  /// Sends what fits into the socket; a peer that has closed is no error.
  func send(_ bytes: [UInt8]) {
    _ = Foundation.send(number, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  func send(_ frames: Frame...) { send(frames.flatMap(\.bytes)) }

  func endWriting() { shutdown(number, Int32(SHUT_WR)) }

  /// All bytes until the server closes.
  ///
  /// - Throws: `Silence` where it does not.
  func receiveAll() async throws -> [UInt8] {
    try await onThread {
      var all: [UInt8] = []
      while let some = try self.receive(65_536), !some.isEmpty { all += some }
      return all
    }
  }

  /// The next frame, or nil where the server has closed.
  func nextFrame() async throws -> Frame? {
    try await onThread {
      guard let header = try self.receiveExactly(10) else { return nil }
      let byteCount = Int(Frame.number(header[0..<4]))
      guard let body = try self.receiveExactly(byteCount) else { return nil }
      return Frame(
        id: Frame.number(header[4..<8]),
        type: header[8],
        flags: header[9],
        body: body
      )
    }
  }

  private func receiveExactly(_ byteCount: Int) throws -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < byteCount {
      guard let some = try receive(byteCount - bytes.count), !some.isEmpty else { return nil }
      bytes += some
    }
    return bytes
  }

  /// Some bytes; empty at the end, nil where the connection broke.
  private func receive(_ limit: Int) throws -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: limit)
    let count = recv(number, &bytes, limit, 0)
    if count < 0, errno == EAGAIN { throw Silence() }
    return count < 0 ? nil : Array(bytes.prefix(count))
  }

  /// The server said nothing for too long.
  struct Silence: Error {}
}

/// A frame of ttrpc.
struct Frame: Equatable, Sendable {
  var id: UInt32
  /// 1 request, 2 response, 3 data.
  var type: UInt8
  /// 1 the sender ends, 2 more messages come, 4 no message.
  var flags: UInt8 = 0
  var body: [UInt8] = []

  /// A request; `flags` 2 opens a call whose messages are streamed.
  static func request(
    _ id: UInt32,
    _ service: String,
    _ method: String,
    _ payload: [UInt8] = [],
    flags: UInt8 = 0
  ) -> Frame {
    let body = field(1, Array(service.utf8)) + field(2, Array(method.utf8)) + field(3, payload)
    return Frame(id: id, type: 1, flags: flags, body: body)
  }

  var bytes: [UInt8] {
    Self.bytes(UInt32(body.count)) + Self.bytes(id) + [type, flags] + body
  }

  /// The number of a response's status; 0 where it succeeded.
  var statusCode: UInt8 {
    // Field 1 is the status, whose field 1 is the code: below 17, so one byte.
    guard body.count > 3, body[0] == 0x0A, body[2] == 0x08 else { return 0 }
    return body[3]
  }

  /// All text of the body, for a look for words.
  var text: String { String(decoding: body, as: UTF8.self) }

  /// A field of bytes, left out where it is empty.
  static func field(_ number: UInt8, _ bytes: [UInt8]) -> [UInt8] {
    guard !bytes.isEmpty else { return [] }
    var length: [UInt8] = []
    var rest = bytes.count
    while rest >= 0x80 {
      length.append(UInt8(rest & 0x7F | 0x80))
      rest >>= 7
    }
    return [number << 3 | 2] + length + [UInt8(rest)] + bytes
  }

  static func bytes(_ number: UInt32) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }

  static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }
}
