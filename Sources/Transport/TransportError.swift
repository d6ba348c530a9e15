package import EventLoop

/// Why a socket can't be used.
package enum TransportError: Error, Hashable, Sendable {
  /// The text names no socket.
  case notAnAddress(String)
  case addressTooLong(byteCount: Int, limit: Int)
  /// Another process listens there, or holds the lock of the address.
  case addressInUse(SocketAddress)
  /// Something that is not a socket stands at the path; it is left alone.
  case notASocket(path: String)
  /// A socket of somebody else stands at the path; it is left alone.
  case foreignSocket(path: String, ownerID: UInt32)
  /// What the service manager passed is not a listening Unix stream socket.
  case notAListener(descriptor: Int32)
  case system(SystemError, SocketAddress?)
}
