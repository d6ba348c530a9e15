import Rendering

/// Why a worker can not read a photo; its bytes are drawn beside `CodecRequest`.
package enum PhotoFlaw: Error, Equatable, Sendable {
  /// It is no file of a `PhotoFormat`.
  case unknownFormat
  /// It ends early, or its decoder says that it is broken.
  case damaged
  case tooLong(side: UInt32)
  case tooManyPixels(UInt64)
  case tooManyFrames(UInt64)
  /// The scans of a JPEG times its pixels.
  case tooManyScans(UInt64)

  /// Reads a flaw; nil where the numbers are none.
  init?(code: UInt8, found: UInt64) {
    // What is counted is an `Int` in the end.
    guard found <= UInt64(Int.max) else { return nil }
    switch code {
    case 1 where found == 0: self = .unknownFormat
    case 2 where found == 0: self = .damaged
    case 3:
      guard let side = UInt32(exactly: found) else { return nil }
      self = .tooLong(side: side)
    case 4: self = .tooManyPixels(found)
    case 5: self = .tooManyFrames(found)
    case 6: self = .tooManyScans(found)
    default: return nil
    }
  }

  var code: UInt8 {
    switch self {
    case .unknownFormat: 1
    case .damaged: 2
    case .tooLong: 3
    case .tooManyPixels: 4
    case .tooManyFrames: 5
    case .tooManyScans: 6
    }
  }

  var found: UInt64 {
    switch self {
    case .unknownFormat, .damaged: 0
    case .tooLong(let side): UInt64(side)
    case .tooManyPixels(let count), .tooManyFrames(let count), .tooManyScans(let count): count
    }
  }

  /// What a codec's caller is told.
  var error: PhotoError {
    switch self {
    case .unknownFormat: .unknownFormat
    case .damaged: .damaged
    case .tooLong: .aboveLimit(.side, found: Int(found))
    case .tooManyPixels: .aboveLimit(.pixels, found: Int(found))
    case .tooManyFrames: .aboveLimit(.frames, found: Int(found))
    case .tooManyScans: .aboveLimit(.scans, found: Int(found))
    }
  }
}
