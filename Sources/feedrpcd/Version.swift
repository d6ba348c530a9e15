/// The version of the daemon.
enum Version {
  static let text = "0.1.0"
}
