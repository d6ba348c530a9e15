public import Glibc

extension UnsafeRawBufferPointer {
  /// True where both hold the same bytes.
  @inlinable
  package func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    guard let left = baseAddress, let right = other.baseAddress else { return true }
    return memcmp(left, right, count) == 0
  }
}
