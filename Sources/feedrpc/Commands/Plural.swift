/// Things that are counted.
enum Plural {
  /// `1 stream`, and `0 streams` or `2 streams`.
  static func text(_ count: Int, _ singular: String) -> String {
    "\(count) \(singular)\(count == 1 ? "" : "s")"
  }
}
