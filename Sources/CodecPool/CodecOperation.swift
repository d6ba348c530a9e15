package import Rendering

/// What a worker can do; its bytes are drawn beside `CodecRequest`.
package enum CodecOperation: Equatable, Sendable {
  /// Pixels in the memory file become a file.
  case encode(CodecOutput)
  /// A photo's header is looked at, then it is decoded, and its working copies are made.
  case prepare(photoByteCount: UInt64)
  /// A photo is rendered at some size.
  case render(CodecOutput, photoByteCount: UInt64)

  /// What comes out; nil where that is a `PhotoRecord`.
  package var output: CodecOutput? {
    switch self {
    case .encode(let output), .render(let output, _): output
    case .prepare: nil
    }
  }

  /// The photo's size; nil where none is read.
  package var photoByteCount: UInt64? {
    switch self {
    case .encode: nil
    case .prepare(let count), .render(_, let count): count
    }
  }

  /// Whether a photo's descriptor comes with it.
  package var readsPhoto: Bool { photoByteCount != nil }
}

/// What a picture is to be.
package struct CodecOutput: Equatable, Sendable {
  /// Pixels a row.
  package var width: UInt32
  /// Rows.
  package var height: UInt32
  /// nil: pixels of four bytes.
  package var format: EncodedFormat?
  /// 1 to 100.
  package var quality: UInt8

  /// nil where a side or the quality is out of its range.
  package init?(width: Int, height: Int, format: EncodedFormat?, quality: Int) {
    let sides = 1...CodecRequest.maximumSide
    guard sides ~= width, sides ~= height, 1...100 ~= quality else { return nil }
    self.width = UInt32(width)
    self.height = UInt32(height)
    self.format = format
    // What is ignored has one value, so that equal pictures make equal requests.
    self.quality = format == .png || format == nil ? 100 : UInt8(quality)
  }

  /// Four bytes a pixel.
  package var pixelByteCount: UInt64 { 4 * UInt64(width) * UInt64(height) }
}

// MARK: Bytes

extension CodecOperation {
  /// Reads the operation out of a request; nil where there is none.
  init?(_ bytes: UnsafeRawBufferPointer) {
    let photoByteCount: UInt64 = bytes.littleEndian(at: 24)
    let isPhoto = 1...UInt64(RenderLimits.photoByteCount) ~= photoByteCount
    switch bytes[0] {
    case 1:
      guard photoByteCount == 0, let output = CodecOutput(bytes), output.format != nil else {
        return nil
      }
      self = .encode(output)
    case 2:
      guard isPhoto, bytes[1] == 0, bytes[2] == 0, bytes[8..<16].allSatisfy({ $0 == 0 }) else {
        return nil
      }
      self = .prepare(photoByteCount: photoByteCount)
    case 3:
      guard isPhoto, let output = CodecOutput(bytes) else { return nil }
      self = .render(output, photoByteCount: photoByteCount)
    default: return nil
    }
  }

  /// Writes the operation into a request that is zero so far.
  func write(to bytes: UnsafeMutableRawBufferPointer) {
    switch self {
    case .encode: bytes[0] = 1
    case .prepare: bytes[0] = 2
    case .render: bytes[0] = 3
    }
    output?.write(to: bytes)
    bytes.storeLittleEndian(photoByteCount ?? 0, at: 24)
  }
}

extension CodecOutput {
  fileprivate init?(_ bytes: UnsafeRawBufferPointer) {
    let width: UInt32 = bytes.littleEndian(at: 8)
    let height: UInt32 = bytes.littleEndian(at: 12)
    let format: EncodedFormat?
    switch bytes[1] {
    case 1: format = .jpeg
    case 2: format = .png
    case 3: format = .webp
    case 4: format = nil
    default: return nil
    }
    self.init(width: Int(width), height: Int(height), format: format, quality: Int(bytes[2]))
  }

  fileprivate func write(to bytes: UnsafeMutableRawBufferPointer) {
    bytes[1] =
      switch format {
      case .jpeg: 1
      case .png: 2
      case .webp: 3
      case nil: 4
      }
    bytes[2] = quality
    bytes.storeLittleEndian(width, at: 8)
    bytes.storeLittleEndian(height, at: 12)
  }
}
