/// What the daemon tells a worker on its command line.
struct WorkerOptions: Equatable {
  /// Bytes of address space; nil for no limit.
  var addressSpaceByteCount: UInt64?
  /// Seconds of processor time for one picture.
  var workSeconds: UInt64 = 30

  /// Reads the arguments behind the program's name; nil where they are none that a daemon gives.
  init?(_ arguments: some Collection<String>) {
    var rest = arguments[...]
    while let name = rest.popFirst() {
      guard let value = rest.popFirst().flatMap({ UInt64($0) }), value > 0 else { return nil }
      switch name {
      case "--address-space": addressSpaceByteCount = value
      case "--work-seconds": workSeconds = value
      default: return nil
      }
    }
  }

  /// What somebody reads who starts the program by hand.
  static let explanation = """
    feedrpc-codec: a worker process of feedrpcd that reads and encodes pictures
    It is started by feedrpcd and takes its work from a socket at descriptor 3.
    There is nothing to be done with it by hand; see 'feedrpc image' to get a picture.

    """
}
