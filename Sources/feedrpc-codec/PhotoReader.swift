import Base
import CVips
import CodecPool
import Rendering

/// Reads the bytes of a photo, which are hostile.
struct PhotoReader {
  let kind: PhotoKind
  let facts: PhotoFacts
  private let bytes: UnsafeRawBufferPointer

  /// The quality of working copies: renderings are made from them.
  private static let copyQuality: UInt8 = 92
  /// Pixels of the longer side of what a blurhash is made from.
  private static let blurSide = 32

  /// Looks at the header and at the limits.
  ///
  /// The bytes must outlive the reader. A decoder's `readHeader` is asked for what they don't say
  /// themselves, and of a JPEG that is above the limits, nothing.
  ///
  /// - Throws: `PhotoFlaw`; nothing has been decoded then.
  init(
    _ bytes: UnsafeRawBufferPointer,
    readHeader: ReadHeader = PhotoReader.header
  ) throws(PhotoFlaw) {
    guard let kind = PhotoKind(bytes) else { throw .unknownFormat }
    if kind == .jpeg {
      guard let scan = JPEGScan(bytes) else { throw .damaged }
      try PhotoBounds.check(width: scan.width, height: scan.height, scanCount: scan.scanCount)
    }
    if kind == .heif, HEIFContainer.splitsEXIF(bytes) { throw .damaged }
    let header = try readHeader(bytes, kind)
    try PhotoBounds.check(width: Int(header.width), height: Int(header.height))
    try PhotoBounds.check(frameCount: Int(header.frames))
    self.bytes = bytes
    self.kind = kind
    facts = PhotoFacts(
      format: try Self.format(of: kind, header),
      width: Int(header.width),
      height: Int(header.height),
      takenAt: EXIFTime.microseconds(Self.text(header.taken_at))
    )
  }

  /// Plans a rendering of exactly this size.
  ///
  /// - Throws: `PhotoFlaw`, also where the photo is too small.
  func picture(width: Int, height: Int) throws(PhotoFlaw) -> Picture {
    do throws(Picture.Refusal) {
      let picture = try Picture(file: bytes, kind, width: width, height: height)
      guard picture.width == width, picture.height == height else { throw Picture.Refusal() }
      return picture
    } catch { throw .damaged }
  }

  /// Decodes the photo and makes all that is kept of it.
  ///
  /// - Throws: `PhotoFlaw`.
  func prepare() throws(PhotoFlaw) -> PreparedPhoto {
    let sizes = RenderLimits.workingCopySides.compactMap { side in
      WorkingCopy.size(side: side, ofWidth: facts.width, height: facts.height).map { (side, $0) }
    }
    let first = sizes.first?.1 ?? (width: facts.width, height: facts.height)
    let plan = try picture(width: first.width, height: first.height)
    do throws(Picture.Refusal) {
      var picture = try plan.drawn()
      var photo = PreparedPhoto(facts: facts, blurhash: "", copies: [])
      for (side, size) in sizes {
        if picture.width != size.width || picture.height != size.height {
          picture = try picture.shrunk(width: size.width, height: size.height).drawn()
        }
        photo.copies.append(try Self.copy(of: picture, side: side))
      }
      photo.blurhash = try Self.blurhash(of: picture)
      return photo
    } catch { throw .damaged }
  }

  private static func copy(
    of picture: borrowing Picture,
    side: Int
  ) throws(Picture.Refusal) -> WorkingCopy {
    // Pictures with transparent parts are mostly drawings, which JPEG and WebP blur.
    let format = picture.hasAlpha ? EncodedFormat.png : .jpeg
    let bytes = try picture.write(as: format, quality: copyQuality) { Bytes(copying: $0) }
    return WorkingCopy(side: side, width: picture.width, height: picture.height, bytes: bytes)
  }

  private static func blurhash(of picture: borrowing Picture) throws(Picture.Refusal) -> String {
    let size = WorkingCopy.fit(ofWidth: picture.width, height: picture.height, side: blurSide)
    let small = try picture.shrunk(width: size.width, height: size.height)
    let pixels = try small.write(as: nil, quality: 100) { onWhite($0) }
    return Blurhash.encode(PixelBuffer(width: small.width, height: small.height, bytes: pixels))
  }

  /// The pixels as they look on white.
  private static func onWhite(_ pixels: UnsafeRawBufferPointer) -> Bytes {
    Bytes(byteCount: pixels.count) { opaque in
      for index in pixels.indices {
        let alpha = Int(pixels[index | 3])
        let light = (Int(pixels[index]) * alpha + 255 * (255 - alpha) + 127) / 255
        opaque[index] = index & 3 == 3 ? 255 : UInt8(light)
      }
    }
  }

  // MARK: The header

  typealias ReadHeader = (UnsafeRawBufferPointer, PhotoKind) throws(PhotoFlaw) -> cvips_header

  private static func header(
    of bytes: UnsafeRawBufferPointer,
    _ kind: PhotoKind
  ) throws(PhotoFlaw) -> cvips_header {
    var header = cvips_header()
    guard cvips_read_header(bytes.baseAddress, bytes.count, kind.loader, &header) == 0 else {
      _ = Picture.Refusal()
      throw .damaged
    }
    return header
  }

  private static func format(
    of kind: PhotoKind,
    _ header: cvips_header
  ) throws(PhotoFlaw) -> PhotoFormat {
    switch kind {
    case .jpeg: return .jpeg
    case .png: return .png
    case .webp: return .webp
    case .gif: return .gif
    case .heif:
      switch text(header.compression) {
      case "hevc": return .heic
      case "av1": return .avif
      // JPEG and others can come in the same boxes.
      default: throw .unknownFormat
      }
    }
  }

  /// A text in an array of C, up to its zero.
  private static func text<Characters>(_ characters: Characters) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
