import CVips
import CodecPool
import Glibc
import Rendering

/// libvips, as far as the worker uses it.
enum Encoder {
  /// Loads the library and encodes a tiny picture to each format.
  ///
  /// So the first real one pays nothing extra, and all libraries are loaded that ever will be.
  ///
  /// - Throws: `WorkerFailure.library`.
  static func start() throws(WorkerFailure) {
    guard cvips_start(WorkerExecutable.name) == 0 else { throw .library(takeError()) }
    let pixels = [UInt8](repeating: 128, count: 4 * 16 * 16)
    for format in EncodedFormat.allCases {
      let result = pixels.withUnsafeBytes {
        encode($0, width: 16, height: 16, as: format, quality: 80) { _ in }
      }
      if case .failure(let refusal) = result { throw .library(refusal.text) }
    }
  }

  /// What the library said.
  struct Refusal: Error {
    let text: String
  }

  /// Encodes R, G, B, A and gives `body` the result, which is valid only inside.
  static func encode<Result>(
    _ pixels: UnsafeRawBufferPointer,
    width: Int,
    height: Int,
    as format: EncodedFormat,
    quality: UInt8,
    _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Swift.Result<Result, Refusal> {
    let (start, width, height) = (pixels.baseAddress, CInt(width), CInt(height))
    let quality = CInt(quality)
    var encoded: UnsafeMutableRawPointer?
    var count = 0
    defer { cvips_free(encoded) }
    let failed =
      switch format {
      case .jpeg: cvips_encode_jpeg(start, width, height, quality, &encoded, &count)
      case .png: cvips_encode_png(start, width, height, &encoded, &count)
      case .webp: cvips_encode_webp(start, width, height, quality, &encoded, &count)
      }
    guard failed == 0 else { return .failure(Refusal(text: takeError())) }
    if format == .webp {
      count = WebPContainer.removeMetadata(
        from: UnsafeMutableRawBufferPointer(start: encoded, count: count)
      )
    }
    return .success(body(UnsafeRawBufferPointer(start: encoded, count: count)))
  }

  private static func takeError() -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: CodecReply.maximumTextByteCount) {
      guard let start = $0.baseAddress else { return "" }
      cvips_take_error(start, $0.count)
      return String(cString: start)
    }
  }
}
