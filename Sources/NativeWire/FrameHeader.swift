/// The ten bytes ahead of every frame's body.
///
/// All integers are big-endian:
///
///     0        4         8      9      10
///     | length | stream  | type | flags | body: length bytes
struct FrameHeader: Equatable, Sendable {
  static let byteCount = 10
  /// The stream id of frames that concern the whole connection.
  static let connectionStream = UInt32.max

  /// Bytes in the body, 0...2^32-1.
  var length: Int
  var stream: UInt32
  /// What the frame is; numbers that `FrameType` has not are ignored by receivers.
  var type: UInt8
  var flags: FrameFlags

  init(_ type: FrameType, flags: FrameFlags = [], stream: UInt32, length: Int) {
    self.length = length
    self.stream = stream
    self.type = type.rawValue
    self.flags = flags
  }

  /// Reads the header that starts at `offset`.
  init(reading bytes: UnsafeRawBufferPointer, at offset: Int) {
    length = Int(bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self).bigEndian)
    stream = bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self).bigEndian
    type = bytes[offset + 8]
    flags = FrameFlags(rawValue: bytes[offset + 9])
  }

  /// Writes the ten bytes.
  func write(to target: UnsafeMutableRawPointer) {
    target.storeBytes(of: UInt32(length).bigEndian, as: UInt32.self)
    target.storeBytes(of: stream.bigEndian, toByteOffset: 4, as: UInt32.self)
    target.storeBytes(of: type, toByteOffset: 8, as: UInt8.self)
    target.storeBytes(of: flags.rawValue, toByteOffset: 9, as: UInt8.self)
  }
}

/// What a frame is.
///
/// The first three are ttrpc's; the others are sent only to a peer that said HELLO (CANCEL: to
/// any server, since those that don't know it ignore it).
enum FrameType: UInt8, CaseIterable, Sendable {
  case request = 1
  case response = 2
  case data = 3
  case hello = 0xE0
  case window = 0xE1
  case ping = 0xE2
  case goAway = 0xE3
  case cancel = 0xE4
  case headers = 0xE5
  case trailers = 0xE6
  /// Announces descriptors that are passed with its first byte; only servers send it.
  case descriptors = 0xE7

  /// True for frames that plain ttrpc has not.
  var isExtension: Bool { rawValue >= FrameType.hello.rawValue }
}

/// The flag byte; bits that a type does not know are ignored.
struct FrameFlags: OptionSet, Sendable {
  var rawValue: UInt8

  // Of Request and Data, seen from the receiver.

  /// The sender sends no more on this stream.
  static let remoteClosed = FrameFlags(rawValue: 1)
  /// The sender will send more on this stream.
  static let remoteOpen = FrameFlags(rawValue: 2)
  /// The frame carries no message.
  static let noData = FrameFlags(rawValue: 4)
  /// How a stream is closed.
  static let closing: FrameFlags = [.remoteClosed, .noData]

  // Of HELLO and PING.

  static let acknowledge = FrameFlags(rawValue: 1)
  static let confirm = FrameFlags(rawValue: 2)

  // Of GOAWAY.

  static let final = FrameFlags(rawValue: 1)
}
