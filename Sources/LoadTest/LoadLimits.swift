/// What a load may be made of; more is refused where it is asked for.
package enum LoadLimits {
  /// Calls that run at the same time.
  package static let concurrency = 1...10_000
  /// Connections to the server; each has a thread of its own.
  package static let connectionCount = 1...256
  /// Distinct pictures; what came for each is kept until the end.
  package static let distinctCount = 1...100_000
  /// Calls of a load that ends by their number.
  package static let callCount = 1...1_000_000_000
  /// Pixels of a side of a picture.
  package static let side = 1...8_192
  /// Seeds, so that every reader of JSON takes them for what they are.
  package static let seed = 0...Int(1) << 53 - 1
}
