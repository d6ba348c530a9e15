/// Eight numbers at once.
///
/// The standard library's minimum and maximum of vectors are compiled to a comparison for each
/// number, so signs are taken from the bits instead.
enum VectorMath {
  typealias Vector = SIMD8<Float>

  /// Each number, or 0 where it is negative.
  @inline(__always)
  static func positive(_ vector: Vector) -> Vector {
    let bits = unsafeBitCast(vector, to: SIMD8<Int32>.self)
    return unsafeBitCast(bits & ~(bits &>> 31), to: Vector.self)
  }

  /// Each number, or the nearer end of 0 to 1 where it is outside.
  @inline(__always)
  static func clamped(_ vector: Vector) -> Vector {
    let bits = unsafeBitCast(positive(vector) - 1, to: SIMD8<Int32>.self)
    return unsafeBitCast(bits & (bits &>> 31), to: Vector.self) + 1
  }

  /// Each number without its sign.
  @inline(__always)
  static func magnitude(_ vector: Vector) -> Vector {
    let bits = unsafeBitCast(vector, to: SIMD8<Int32>.self)
    return unsafeBitCast(bits & 0x7FFF_FFFF, to: Vector.self)
  }

  /// The smaller of two numbers at each place.
  @inline(__always)
  static func smaller(_ left: Vector, _ right: Vector) -> Vector {
    left - positive(left - right)
  }
}
