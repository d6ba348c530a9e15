import EventLoop

extension TransportError: CustomStringConvertible {
  /// What was wrong and what to do, for people.
  package var description: String {
    switch self {
    case .notAnAddress(let text): "\"\(text)\" names no socket; give a path, unix:PATH or @NAME"
    case .addressTooLong(let byteCount, let limit):
      "the socket's name has \(byteCount) bytes and may have \(limit); use a shorter path"
    case .addressInUse(let address):
      "\(address) is used by another server; stop it or listen somewhere else"
    case .notASocket(let path): "\(path) is there and is no socket; it is left alone"
    case .foreignSocket(let path, let ownerID):
      "\(path) is a socket of uid \(ownerID); it is left alone"
    case .notAListener(let descriptor):
      "the inherited descriptor \(descriptor) is no listening Unix stream socket"
    case .system(let error, let address):
      address.map { "\($0): \(error)" } ?? "\(error)"
    }
  }
}
