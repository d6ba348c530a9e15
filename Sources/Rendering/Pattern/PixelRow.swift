import Base

/// One row of a picture while it is drawn.
///
/// Each colour has a plane of its own, in vectors of eight pixels; the vector at the end reaches
/// beyond the row. Painters see the row in the scene's units and count in vectors.
struct PixelRow: ~Copyable {
  typealias Vector = SIMD8<Float>

  /// 0 to 7, for the places inside a vector.
  static let lanes = Vector(0, 1, 2, 3, 4, 5, 6, 7)

  /// Vectors in the row.
  let count: Int
  /// Where the first pixel's centre lies, in units.
  let left: Float
  /// Units a pixel.
  let step: Float
  /// Where the row's centre lies, in units.
  var y: Float = 0
  private let red: UnsafeMutablePointer<Vector>
  private let green: UnsafeMutablePointer<Vector>
  private let blue: UnsafeMutablePointer<Vector>

  init(width: Int, left: Float, step: Float) {
    count = (width + 7) / 8
    self.left = left
    self.step = step
    red = .allocate(capacity: 3 * count)
    red.initialize(repeating: Vector(repeating: 0), count: 3 * count)
    green = red + count
    blue = green + count
  }

  deinit { red.deallocate() }

  /// The pixels' centres, in units.
  @inline(__always)
  func x(_ index: Int) -> Vector {
    Self.lanes * step + (left + step * Float(8 * index))
  }

  /// The vectors that have pixels between two places, given in units.
  @inline(__always)
  func vectors(from: Float, to: Float) -> Range<Int> {
    let first = max(0, min(Float(count), ((from - left) / step / 8).rounded(.down)))
    let last = max(first, min(Float(count), ((to - left) / step / 8).rounded(.down) + 1))
    return Int(first)..<Int(last)
  }

  /// How much of each pixel lies inside an edge, from the distance to it: in units, inside
  /// positive.
  @inline(__always)
  func coverage(_ distance: Vector) -> Vector {
    VectorMath.clamped(distance * (1 / step) + 0.5)
  }

  @inline(__always)
  func set(_ index: Int, _ red: Vector, _ green: Vector, _ blue: Vector) {
    self.red[index] = red
    self.green[index] = green
    self.blue[index] = blue
  }

  @inline(__always)
  func set(_ index: Int, _ color: Color) {
    set(
      index,
      Vector(repeating: color.red),
      Vector(repeating: color.green),
      Vector(repeating: color.blue)
    )
  }

  /// Adds the way from one colour to another, as far as `position` says.
  @inline(__always)
  func add(_ index: Int, from: Color, to: Color, _ position: Vector) {
    red[index] += position * (to.red - from.red)
    green[index] += position * (to.green - from.green)
    blue[index] += position * (to.blue - from.blue)
  }

  /// Lays a colour over what is there, as thick as `alpha`.
  @inline(__always)
  func blend(_ index: Int, _ color: Color, _ alpha: Vector) {
    red[index] += (color.red - red[index]) * alpha
    green[index] += (color.green - green[index]) * alpha
    blue[index] += (color.blue - blue[index]) * alpha
  }

  /// Lays a mix of two colours over what is there, as thick as `alpha`.
  @inline(__always)
  func blend(_ index: Int, _ from: Color, _ to: Color, _ amount: Vector, _ alpha: Vector) {
    let red = amount * (to.red - from.red) + from.red
    let green = amount * (to.green - from.green) + from.green
    let blue = amount * (to.blue - from.blue) + from.blue
    self.red[index] += (red - self.red[index]) * alpha
    self.green[index] += (green - self.green[index]) * alpha
    self.blue[index] += (blue - self.blue[index]) * alpha
  }

  /// Lays a colour evenly over a run of vectors.
  @inline(__always)
  func blend(_ run: Range<Int>, _ color: Color, _ alpha: Float) {
    let rest = Vector(repeating: 1 - alpha)
    for index in run { red[index] = red[index] * rest + color.red * alpha }
    for index in run { green[index] = green[index] * rest + color.green * alpha }
    for index in run { blue[index] = blue[index] * rest + color.blue * alpha }
  }

  /// Rounds the row to R, G, B, A bytes.
  ///
  /// Which way a value between two bytes goes depends on the place (an 8 x 8 ordered dither), so
  /// that slow gradients show no bands; whole values stay as they are.
  func store(to target: UnsafeMutableRawPointer, width: Int, row: Int) {
    // Adding 1.5 x 2^23 leaves the rounded number in the low bits.
    let shift = Self.thresholds[row & 7] - 0.5
    let magic = Vector(repeating: 12_582_912)
    func pack(_ index: Int) -> SIMD8<UInt32> {
      let red = unsafeBitCast((self.red[index] + shift) + magic, to: SIMD8<UInt32>.self)
      let green = unsafeBitCast((self.green[index] + shift) + magic, to: SIMD8<UInt32>.self)
      let blue = unsafeBitCast((self.blue[index] + shift) + magic, to: SIMD8<UInt32>.self)
      return (red & 0xFF) | ((green & 0xFF) &<< 8) | ((blue & 0xFF) &<< 16) | 0xFF00_0000
    }
    for index in 0..<width / 8 {
      target.storeBytes(of: pack(index), toByteOffset: 32 * index, as: SIMD8<UInt32>.self)
    }
    guard width % 8 != 0 else { return }
    let last = pack(width / 8)
    for lane in 0..<width % 8 {
      target.storeBytes(of: last[lane], toByteOffset: 32 * (width / 8) + 4 * lane, as: UInt32.self)
    }
  }

  /// Between 0 and 1, neither reached.
  private static let thresholds: [Vector] = (0..<8).map { row in
    var vector = Vector()
    for lane in 0..<8 {
      var order = 0
      for bit in 0..<3 {
        let across = lane >> bit & 1
        let down = row >> bit & 1
        order |= (across ^ down) << (5 - 2 * bit) | down << (4 - 2 * bit)
      }
      vector[lane] = (Float(order) + 0.5) / 64
    }
    return vector
  }
}
