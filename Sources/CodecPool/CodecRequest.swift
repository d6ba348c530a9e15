package import Rendering

// The codec protocol
// ==================
//
// The pool starts a worker with one end of a pair of Unix sockets that keep message boundaries
// (SOCK_SEQPACKET) at descriptor 3. Pixels and pictures do not travel over it: they lie in a
// memory file that both map.
//
//     pool                                         worker
//      | --- starts ---------------------------------> |  loads libvips, limits itself, warms up
//      | <-------------------------------- ready ----- |  text: build identity
//      |                                               |
//      |  pixels -> memory file                        |
//      | --- request (+ memory file, if new) --------> |  maps a new file, drops the old one
//      |                                               |  encodes; result -> memory file, from 0
//      | <------------- done (byte count) or refused - |  text: what the library said
//      |  memory file -> bytes                         |
//      | --- closes the socket, or SIGKILL ----------> |  exits
//
// One request at a time; a reply bears the request's number. All integers are little-endian.
//
//     request, 32 bytes                        reply, 16 bytes, then text
//     +----+----+----+----+---------+          +----+----+----+----+---------+
//     | op | fm | qu | fl | number  |          | kd |    zero      | number  |
//     +----+----+----+----+---------+          +----+----+----+----+---------+
//     | width   | height  | memory  :          | count             | text... |
//     +---------+---------+---------+          +-------------------+---------+
//     : size    | zero              |
//     +---------+-------------------+
//
//     op  1 encode                             kd     1 ready, 2 done, 3 refused
//     fm  1 JPEG, 2 PNG, 3 WebP                number that of the request; 0 for ready
//     qu  quality, 1...100                     count  done: bytes of the result;
//     fl  bit 0: a memory file comes with it;         else: bytes of text, at most 1,024
//         bit 1: let go of it afterwards        text   UTF-8, no control characters
//
// Trust goes one way. The memory file is sealed: nobody can change its size, so neither side can
// be hurt by reading it. The pool copies at most what it said is there, takes no descriptor from
// a worker, and ends a worker that says anything it may not say.

/// What the pool asks a worker to do.
package struct CodecRequest: Equatable, Sendable {
  /// Bytes of a request.
  package static let byteCount = 32
  /// Pixels of a side at most.
  package static let maximumSide = 65_535

  /// What is to be done.
  package enum Operation: UInt8, Sendable {
    /// Pixels become a file.
    case encode = 1
  }

  /// What is to be done.
  package var operation = Operation.encode
  /// What pixels become.
  package var format: EncodedFormat
  /// 1 to 100.
  package var quality: UInt8
  /// Whether a memory file comes with the request, in place of an earlier one.
  package var bringsMemory: Bool
  /// Whether the worker lets go of the memory file once it has answered.
  package var endsMemory: Bool
  /// Tells a late reply from the one that is waited for.
  package var number: UInt32
  /// Pixels a row.
  package var width: UInt32
  /// Rows.
  package var height: UInt32
  /// The size of the memory file.
  package var memoryByteCount: UInt64

  package init(
    format: EncodedFormat,
    quality: UInt8,
    bringsMemory: Bool,
    endsMemory: Bool,
    number: UInt32,
    width: UInt32,
    height: UInt32,
    memoryByteCount: UInt64
  ) {
    self.format = format
    self.quality = quality
    self.bringsMemory = bringsMemory
    self.endsMemory = endsMemory
    self.number = number
    self.width = width
    self.height = height
    self.memoryByteCount = memoryByteCount
  }

  /// Reads a request; nil where the bytes are none.
  package init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count == Self.byteCount,
      let operation = Operation(rawValue: bytes[0]),
      let format = EncodedFormat(codecNumber: bytes[1]),
      1...100 ~= bytes[2], bytes[3] & ~3 == 0,
      bytes[24...].allSatisfy({ $0 == 0 })
    else { return nil }
    self.operation = operation
    self.format = format
    quality = bytes[2]
    bringsMemory = bytes[3] & 1 != 0
    endsMemory = bytes[3] & 2 != 0
    number = bytes.littleEndian(at: 4)
    width = bytes.littleEndian(at: 8)
    height = bytes.littleEndian(at: 12)
    memoryByteCount = bytes.littleEndian(at: 16)
    let sides = 1...UInt32(Self.maximumSide)
    guard sides ~= width, sides ~= height, pixelByteCount <= memoryByteCount else { return nil }
  }

  /// Four bytes a pixel.
  package var pixelByteCount: UInt64 { 4 * UInt64(width) * UInt64(height) }

  /// Gives `body` the bytes of the request, valid only inside.
  package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withUnsafeTemporaryAllocation(byteCount: Self.byteCount, alignment: 8) { bytes in
      bytes.initializeMemory(as: UInt8.self, repeating: 0)
      bytes[0] = operation.rawValue
      bytes[1] = format.codecNumber
      bytes[2] = quality
      bytes[3] = (bringsMemory ? 1 : 0) | (endsMemory ? 2 : 0)
      bytes.storeLittleEndian(number, at: 4)
      bytes.storeLittleEndian(width, at: 8)
      bytes.storeLittleEndian(height, at: 12)
      bytes.storeLittleEndian(memoryByteCount, at: 16)
      return body(UnsafeRawBufferPointer(bytes))
    }
  }
}

extension EncodedFormat {
  /// The format's number in a request.
  fileprivate var codecNumber: UInt8 {
    switch self {
    case .jpeg: 1
    case .png: 2
    case .webp: 3
    }
  }

  fileprivate init?(codecNumber: UInt8) {
    switch codecNumber {
    case 1: self = .jpeg
    case 2: self = .png
    case 3: self = .webp
    default: return nil
    }
  }
}

extension UnsafeRawBufferPointer {
  func littleEndian<Integer: FixedWidthInteger>(at offset: Int) -> Integer {
    Integer(littleEndian: loadUnaligned(fromByteOffset: offset, as: Integer.self))
  }
}

extension UnsafeMutableRawBufferPointer {
  func storeLittleEndian<Integer: FixedWidthInteger>(_ value: Integer, at offset: Int) {
    storeBytes(of: value.littleEndian, toByteOffset: offset, as: Integer.self)
  }
}
