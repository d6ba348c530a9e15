import Base

/// What each side may do beyond plain ttrpc.
struct Features: OptionSet, Sendable {
  var rawValue: UInt32

  static let cancel = Features(rawValue: 1)
  static let flow = Features(rawValue: 2)
  static let pingAndGoAway = Features(rawValue: 4)
  static let headersAndTrailers = Features(rawValue: 8)
  static let descriptors = Features(rawValue: 16)

  /// What we always offer.
  static let offered: Features = [.cancel, .flow, .pingAndGoAway, .headersAndTrailers]

  /// What a side with these limits offers: descriptors too where its driver can pass them.
  static func offered(_ limits: NativeLimits) -> Features {
    limits.descriptorCount > 0 ? offered.union(.descriptors) : offered
  }
}

/// The body of a HELLO frame.
///
///     "FRC1" | u8 version | u8 0 | u16 count | count × (u16 id, u32 value)
///
/// Ids: 1 features, 2 stream window bytes, 3 connection window bytes, 4 longest message, 5 most
/// open streams, 6 most descriptors a message, 7 shortest ping interval in milliseconds. Unknown
/// ids are skipped, of repeated ones the last counts.
struct Hello: Equatable, Sendable {
  static let version: UInt8 = 1
  private static let magic: UInt32 = 0x4652_4331
  private static let prefixByteCount = 8
  private static let settingByteCount = 6

  var version = Hello.version
  var features: Features = []
  /// What counts where a peer offers flow control and names no window.
  var streamWindowByteCount = 65_536
  var connectionWindowByteCount = 65_536
  var messageByteCount = 4_194_304
  var openCallCount = 1_000
  var descriptorCount = 0
  var pingIntervalMilliseconds = 1_000

  init() {}

  /// What a side with these limits says.
  init(_ limits: NativeLimits, features: Features) {
    self.features = features
    streamWindowByteCount = limits.streamWindowByteCount
    connectionWindowByteCount = limits.connectionWindowByteCount
    messageByteCount = limits.messageByteCount
    openCallCount = limits.openCallCount
    descriptorCount = features.contains(.descriptors) ? limits.descriptorCount : 0
    let (seconds, attoseconds) = limits.pingInterval.components
    pingIntervalMilliseconds = Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000)
  }

  /// Reads a body; nil where it is no HELLO: such a frame is ignored as an unknown one.
  init?(_ body: Bytes) {
    let isRead = body.withUnsafeBytes { (bytes) -> Bool in
      guard bytes.count >= Self.prefixByteCount else { return false }
      let magic = bytes.loadUnaligned(as: UInt32.self).bigEndian
      guard magic == Self.magic, bytes[4] >= Self.version else { return false }
      version = bytes[4]
      let count = Int(bytes.loadUnaligned(fromByteOffset: 6, as: UInt16.self).bigEndian)
      guard bytes.count >= Self.prefixByteCount + count * Self.settingByteCount else {
        return false
      }
      for index in 0..<count {
        let offset = Self.prefixByteCount + index * Self.settingByteCount
        let id = bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self).bigEndian
        let value = bytes.loadUnaligned(fromByteOffset: offset + 2, as: UInt32.self).bigEndian
        apply(id, value)
      }
      return true
    }
    guard isRead else { return nil }
  }

  /// The bytes of the body.
  var body: Bytes {
    let settings: [(UInt16, UInt32)] = [
      (1, features.rawValue), (2, UInt32(clamping: streamWindowByteCount)),
      (3, UInt32(clamping: connectionWindowByteCount)), (4, UInt32(clamping: messageByteCount)),
      (5, UInt32(clamping: openCallCount)), (6, UInt32(clamping: descriptorCount)),
      (7, UInt32(clamping: pingIntervalMilliseconds)),
    ]
    let byteCount = Self.prefixByteCount + settings.count * Self.settingByteCount
    return Bytes(byteCount: byteCount) { target in
      target.storeBytes(of: Self.magic.bigEndian, as: UInt32.self)
      target[4] = version
      target[5] = 0
      target.storeBytes(of: UInt16(settings.count).bigEndian, toByteOffset: 6, as: UInt16.self)
      for (index, setting) in settings.enumerated() {
        let offset = Self.prefixByteCount + index * Self.settingByteCount
        target.storeBytes(of: setting.0.bigEndian, toByteOffset: offset, as: UInt16.self)
        target.storeBytes(of: setting.1.bigEndian, toByteOffset: offset + 2, as: UInt32.self)
      }
    }
  }

  private mutating func apply(_ id: UInt16, _ value: UInt32) {
    let number = Int(value)
    switch id {
    case 1: features = Features(rawValue: value)
    case 2: streamWindowByteCount = min(number, Credit.highest)
    case 3: connectionWindowByteCount = min(number, Credit.highest)
    case 4: messageByteCount = number
    case 5: openCallCount = number
    case 6: descriptorCount = number
    case 7: pingIntervalMilliseconds = number
    default: break
    }
  }
}
