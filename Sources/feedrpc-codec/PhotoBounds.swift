import CodecPool
import Rendering

/// Holds what a header says against the limits.
enum PhotoBounds {
  /// Looks at the sides, the pixels, and what the passes over them take together.
  static func check(width: Int, height: Int, scanCount: Int = 1) throws(PhotoFlaw) {
    guard width > 0, height > 0 else { throw .damaged }
    let longest = max(width, height)
    guard longest <= RenderLimits.photoSide else { throw .tooLong(side: UInt32(longest)) }
    let pixels = width * height
    guard pixels <= RenderLimits.photoPixels else { throw .tooManyPixels(UInt64(pixels)) }
    // A file that could make this overflow would have more scans than bytes.
    let passes = pixels * scanCount
    guard passes <= RenderLimits.photoScanPixels else { throw .tooManyScans(UInt64(passes)) }
  }

  static func check(frameCount: Int) throws(PhotoFlaw) {
    guard frameCount > 0 else { throw .damaged }
    guard frameCount <= RenderLimits.photoFrames else { throw .tooManyFrames(UInt64(frameCount)) }
  }
}
