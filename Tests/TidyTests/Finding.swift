/// One place in the project that breaks a habit.
struct Finding: Equatable, Sendable {
  /// From the root of the project.
  var path: String
  /// Counted from 1; nil where the whole file is meant.
  var line: Int?
  /// What is wrong and what to do.
  var advice: String
}

extension Finding: CustomStringConvertible {
  var description: String {
    guard let line else { return "\(path): \(advice)" }
    return "\(path):\(line): \(advice)"
  }
}
