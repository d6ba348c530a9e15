/// What keeps one text or message from taking everything.
package enum Limits {
  /// Messages that may lie in each other, the outermost included; deeper ones are refused.
  package static let messageDepth = 64
  /// Objects and arrays that may lie in each other in a JSON text.
  ///
  /// A list and a message a level, and one more so that a message too deep is told by its path.
  package static let jsonDepth = 2 * messageDepth + 2
  /// Bytes of a JSON text that is read; a longer one is refused.
  package static let jsonByteCount = 64 << 20
}
