import CVips
import CodecPool
import Rendering

/// A picture of libvips, which may be a plan for one: what it is made from must outlive it.
struct Picture: ~Copyable {
  private let handle: OpaquePointer

  /// What the library said.
  struct Refusal: Error {
    let text: String

    /// Takes what it has said so far.
    init() {
      text = withUnsafeTemporaryAllocation(
        of: CChar.self,
        capacity: CodecReply.maximumTextByteCount
      ) {
        guard let start = $0.baseAddress else { return "" }
        cvips_take_error(start, $0.count)
        return String(cString: start)
      }
    }
  }

  private init(_ handle: OpaquePointer?) throws(Refusal) {
    guard let handle else { throw Refusal() }
    self.handle = handle
  }

  deinit { cvips_release(handle) }

  /// Rows of R, G, B, A, which are not copied.
  init(pixels: UnsafeRawBufferPointer, width: Int, height: Int) throws(Refusal) {
    try self.init(cvips_wrap(pixels.baseAddress, CInt(width), CInt(height)))
  }

  /// Plans the largest centred crop of a file's first frame that has the aspect ratio of `width` x
  /// `height`, upright and in sRGB, shrunk to that size.
  init(
    file: UnsafeRawBufferPointer,
    _ kind: PhotoKind,
    width: Int,
    height: Int
  ) throws(Refusal) {
    let (width, height) = (CInt(width), CInt(height))
    try self.init(cvips_open(file.baseAddress, file.count, kind.loader, width, height))
  }

  var width: Int { Int(cvips_width(handle)) }
  var height: Int { Int(cvips_height(handle)) }
  var hasAlpha: Bool { cvips_has_alpha(handle) != 0 }

  /// Makes what was only planned.
  consuming func drawn() throws(Refusal) -> Picture { try Picture(cvips_draw(handle)) }

  /// The picture at another, smaller size.
  func shrunk(width: Int, height: Int) throws(Refusal) -> Picture {
    try Picture(cvips_shrink(handle, CInt(width), CInt(height)))
  }

  /// Gives `body` the picture's file, or its pixels where `format` is nil; they are valid only
  /// inside.
  func write<Result>(
    as format: EncodedFormat?,
    quality: UInt8,
    _ body: (UnsafeRawBufferPointer) -> Result
  ) throws(Refusal) -> Result {
    let quality = CInt(quality)
    var bytes: UnsafeMutableRawPointer?
    var count = 0
    defer { cvips_free(bytes) }
    let failed =
      switch format {
      case .jpeg: cvips_write_jpeg(handle, quality, &bytes, &count)
      case .png: cvips_write_png(handle, &bytes, &count)
      case .webp: cvips_write_webp(handle, quality, &bytes, &count)
      case nil: cvips_write_pixels(handle, &bytes, &count)
      }
    guard failed == 0 else { throw Refusal() }
    if format == .webp {
      let file = UnsafeMutableRawBufferPointer(start: bytes, count: count)
      count = WebPContainer.removeMetadata(from: file)
    }
    return body(UnsafeRawBufferPointer(start: bytes, count: count))
  }
}
