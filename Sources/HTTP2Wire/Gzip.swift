import Base
import CZlib

/// Messages in gzip (RFC 1952), by zlib.
enum Gzip {
  /// Why a message can't be inflated.
  enum Refusal: Error, Equatable, Sendable {
    /// It is no whole gzip file, or something follows it.
    case malformed
    /// It would be longer than messages may be.
    case tooLong(limit: Int)
    /// It would be too many times longer than it is.
    case tooDense(ratio: Int)
  }

  /// 15 bits of window, and 16 for gzip instead of zlib's own format (zlib.h, inflateInit2).
  private static let windowBits: Int32 = 15 + 16
  /// What inflating adds to the result in one step, before it looks at the limits again.
  private static let stepByteCount = 65_536

  /// Inflates a message; no more memory is taken than its limits allow, whatever it claims to be.
  ///
  /// It may be `free` bytes long, or `ratio` times its size, and in any case `limit`.
  static func inflate(
    _ message: Bytes,
    limit: Int,
    free: Int,
    ratio: Int
  ) throws(Refusal) -> Bytes {
    let dense = max(free, message.count.multipliedReportingOverflow(by: ratio).partialValue)
    let allowed = min(limit, dense)
    let stream = makeStream()
    defer { stream.deallocate() }
    let size = Int32(MemoryLayout<z_stream>.size)
    guard inflateInit2_(stream, windowBits, ZLIB_VERSION, size) == Z_OK else { throw .malformed }
    defer { inflateEnd(stream) }
    // One byte more than is allowed shows that there is more.
    let result = BytesBuilder(limit: allowed + 1)
    let status = message.withUnsafeBytes { source in
      setInput(of: stream, source)
      return run(stream, into: result) { CZlib.inflate(stream, Z_NO_FLUSH) }
    }
    guard result.count <= allowed else {
      throw allowed == limit ? .tooLong(limit: limit) : .tooDense(ratio: ratio)
    }
    guard status == Z_STREAM_END, stream.pointee.avail_in == 0 else { throw .malformed }
    return result.finish()
  }

  /// Deflates a message; nil where that makes it no shorter.
  static func deflate(_ message: Bytes) -> Bytes? {
    guard message.count > 1 else { return nil }
    let stream = makeStream()
    defer { stream.deallocate() }
    let status = deflateInit2_(
      stream,
      Z_BEST_SPEED,
      Z_DEFLATED,
      windowBits,
      MAX_MEM_LEVEL,
      Z_DEFAULT_STRATEGY,
      ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size)
    )
    guard status == Z_OK else { return nil }
    defer { deflateEnd(stream) }
    let result = BytesBuilder(limit: message.count - 1)
    let ending = message.withUnsafeBytes { source in
      setInput(of: stream, source)
      return run(stream, into: result) { CZlib.deflate(stream, Z_FINISH) }
    }
    return ending == Z_STREAM_END ? result.finish() : nil
  }

  /// Calls `step` until it says something else than that it goes on, or the result is full.
  private static func run(
    _ stream: UnsafeMutablePointer<z_stream>,
    into result: BytesBuilder,
    _ step: () -> Int32
  ) -> Int32 {
    var status = Z_OK
    while status == Z_OK, result.room > 0 {
      let room = min(result.room, stepByteCount)
      result.withFreeMemory(of: room) { target in
        stream.pointee.next_out = target.assumingMemoryBound(to: UInt8.self).baseAddress
        stream.pointee.avail_out = UInt32(room)
        status = step()
        return room - Int(stream.pointee.avail_out)
      }
    }
    return status
  }

  private static func makeStream() -> UnsafeMutablePointer<z_stream> {
    // zlib remembers where its stream lies, so it must not move.
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    return stream
  }

  /// zlib only reads it.
  private static func setInput(
    of stream: UnsafeMutablePointer<z_stream>,
    _ source: UnsafeRawBufferPointer
  ) {
    let bytes = source.assumingMemoryBound(to: UInt8.self)
    stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
    stream.pointee.avail_in = UInt32(source.count)
  }
}
