import Base

/// What the daemon tells a worker on its command line.
struct WorkerOptions: Equatable {
  /// Bytes of address space; nil for no limit.
  var addressSpaceByteCount: UInt64?
  /// Seconds of processor time for one picture.
  var workSeconds: UInt64 = 30
  /// How it tells why it ends.
  var logFormat = LogLine.Format.text

  /// Reads the arguments behind the program's name; nil where they are none that a daemon gives.
  init?(_ arguments: some Collection<String>) {
    var rest = arguments[...]
    while let name = rest.popFirst() {
      guard let text = rest.popFirst() else { return nil }
      switch name {
      case "--address-space":
        guard let byteCount = Self.number(text) else { return nil }
        addressSpaceByteCount = byteCount
      case "--work-seconds":
        guard let seconds = Self.number(text) else { return nil }
        workSeconds = seconds
      case "--log-format":
        guard let format = LogLine.Format(rawValue: text) else { return nil }
        logFormat = format
      default: return nil
      }
    }
  }

  private static func number(_ text: String) -> UInt64? {
    UInt64(text).flatMap { $0 > 0 ? $0 : nil }
  }

  /// What somebody reads who starts the program by hand.
  static let explanation = """
    feedrpc-codec: a worker process of feedrpcd that reads and encodes pictures
    It is started by feedrpcd and takes its work from a socket at descriptor 3.
    There is nothing to be done with it by hand; see 'feedrpc image' to get a picture.

    """
}
