import Rendering

// The codec protocol
// ==================
//
// The pool starts a worker with one end of a pair of Unix sockets that keep message boundaries
// (SOCK_SEQPACKET) at descriptor 3. Pixels, photos and pictures do not travel over it: a photo is
// a descriptor, everything else lies in a memory file that both map.
//
//     pool                                         worker
//      | --- starts ---------------------------------> |  loads libvips, limits itself, warms up,
//      |                                               |  gives up system calls
//      | <-------------------------------- ready ----- |  text: build identity
//      |                                               |
//      |  to encode: pixels -> memory file             |
//      | --- request (+ memory file, if new)           |  maps a new file, drops the old one
//      |             (+ photo, if it reads one) -----> |  reads the photo, closes it
//      |                                               |  works; result -> memory file, from 0
//      | <--- done (byte count), refused, unreadable, |
//      |      no room for the memory file ------------ |
//      |  memory file -> bytes                         |
//      | --- closes the socket, or SIGKILL ----------> |  exits
//
// One request at a time; a reply bears the request's number. All integers are little-endian.
//
//     request, 32 bytes                        reply, 16 bytes, then text
//     +----+----+----+----+---------+          +----+----+----+----+---------+
//     | op | fm | qu | fl | number  |          | kd | fw |  zero   | number  |
//     +----+----+----+----+---------+          +----+----+----+----+---------+
//     | width   | height  | memory  :          | count             | text... |
//     +---------+---------+---------+          +-------------------+---------+
//     : size    | photo size        |
//     +---------+-------------------+
//
//     op  1 encode: the pixels                 kd  1 ready, 2 done, 3 refused, 4 unreadable,
//         2 prepare: the photo and all             5 no room for the memory file
//           that is kept of it                 fw  of unreadable: 1 no known format, 2 damaged,
//         3 render: a size of the photo            3 a side, 4 its pixels, 5 its frames, 6 its
//                                                  scans are above their limit; else 0
//     fm  1 JPEG, 2 PNG, 3 WebP, 4 pixels      number  that of the request; 0 for ready
//     qu  quality, 1...100                     count   done: bytes of the result;
//     fl  bit 0: a memory file comes with it;          unreadable: what was found, else 0;
//         bit 1: let go of it afterwards               no room: 0;
//                                                      else: bytes of text, at most 1,024
//                                              text    UTF-8, no control characters
//
// What an operation does not use is 0: the photo's size for 1, format, quality, width and height
// for 2. A preparation's result is a `PhotoRecord`.
//
// Trust goes one way. The memory file is sealed: nobody can change its size, so neither side can
// be hurt by reading it. The pool copies at most what it said is there, takes no descriptor from
// a worker, and ends a worker that says anything it may not say. A worker reads a photo into its
// own memory before it looks: whoever changes the file meanwhile changes nothing that was checked.

/// What the pool asks a worker to do.
package struct CodecRequest: Equatable, Sendable {
  /// Bytes of a request.
  package static let byteCount = 32
  /// Pixels of a side at most.
  package static let maximumSide = 65_535

  /// What is to be done.
  package var operation: CodecOperation
  /// Whether a memory file comes with the request, in place of an earlier one.
  package var bringsMemory: Bool
  /// Whether the worker lets go of the memory file once it has answered.
  package var endsMemory: Bool
  /// Tells a late reply from the one that is waited for.
  package var number: UInt32
  /// The size of the memory file.
  package var memoryByteCount: UInt64

  package init(
    _ operation: CodecOperation,
    bringsMemory: Bool,
    endsMemory: Bool,
    number: UInt32,
    memoryByteCount: UInt64
  ) {
    self.operation = operation
    self.bringsMemory = bringsMemory
    self.endsMemory = endsMemory
    self.number = number
    self.memoryByteCount = memoryByteCount
  }

  /// Reads a request; nil where the bytes are none.
  package init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count == Self.byteCount, bytes[3] & ~3 == 0,
      let operation = CodecOperation(bytes)
    else { return nil }
    self.operation = operation
    bringsMemory = bytes[3] & 1 != 0
    endsMemory = bytes[3] & 2 != 0
    number = bytes.littleEndian(at: 4)
    memoryByteCount = bytes.littleEndian(at: 16)
    guard (operation.output?.pixelByteCount ?? 1) <= memoryByteCount else { return nil }
  }

  /// How many descriptors come with it.
  package var descriptorCount: Int { (bringsMemory ? 1 : 0) + (operation.readsPhoto ? 1 : 0) }

  /// Gives `body` the bytes of the request, valid only inside.
  package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withUnsafeTemporaryAllocation(byteCount: Self.byteCount, alignment: 8) { bytes in
      bytes.initializeMemory(as: UInt8.self, repeating: 0)
      operation.write(to: bytes)
      bytes[3] = (bringsMemory ? 1 : 0) | (endsMemory ? 2 : 0)
      bytes.storeLittleEndian(number, at: 4)
      bytes.storeLittleEndian(memoryByteCount, at: 16)
      return body(UnsafeRawBufferPointer(bytes))
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
