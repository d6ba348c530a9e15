import CLinux
import EventLoop
import Glibc

/// A socket that clients connect to, with whatever keeps its address ours.
///
/// It is made by one thread and then belongs to the loop of the server that it is given to.
package final class Listener: @unchecked Sendable {  // Handed from its maker to one loop.
  package let address: SocketAddress
  package let policy: AccessPolicy
  private var descriptor: FileDescriptor?
  /// Nil for abstract names and passed sockets: no file is ours.
  private var file: SocketFile?

  /// Listens at an address; connections that come from now on wait to be taken.
  ///
  /// - Throws: `addressInUse` where another process has it.
  package init(_ address: SocketAddress, policy: AccessPolicy) throws(TransportError) {
    self.address = address
    self.policy = policy
    let descriptor: FileDescriptor
    do throws(SystemError) { descriptor = try SocketAddress.makeSocket() } catch {
      throw .system(error, address)
    }
    switch address {
    case .path(let path):
      var file = try SocketFile(path, policy: policy)
      try file.bind(descriptor, policy: policy)
      self.file = consume file
    case .abstract:
      try Self.listen(descriptor, at: address)
    }
    self.descriptor = consume descriptor
  }

  /// Takes over a listening socket that was passed to this process.
  ///
  /// - Throws: `notAListener` where it is something else.
  package init(passed number: Int32, policy: AccessPolicy) throws(TransportError) {
    guard Self.option(SO_DOMAIN, of: number) == AF_UNIX,
      Self.option(SO_TYPE, of: number) == Int32(SOCK_STREAM.rawValue),
      Self.option(SO_ACCEPTCONN, of: number) == 1,
      let address = SocketAddress(boundTo: number)
    else { throw .notAListener(descriptor: number) }
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
    self.address = address
    self.policy = policy
    descriptor = FileDescriptor(owning: number)
  }

  deinit { close() }

  /// Stops to listen and removes the socket's file; does nothing when that is done.
  package func close() {
    // The file first: who finds none starts anew, who finds one that refuses waits for the lock.
    file?.remove()
    descriptor = nil
    file = nil
  }

  /// Nil once closed.
  var number: Int32? {
    switch descriptor {
    case .some(let descriptor): descriptor.number
    case .none: nil
    }
  }

  /// True where a user may connect; `groups` are all groups of the peer, where they matter.
  func admits(userID: UInt32, groups: [UInt32]) -> Bool {
    policy.admits(userID: userID, groups: groups, isAbstract: address.isAbstract)
  }

  private static func listen(
    _ descriptor: borrowing FileDescriptor,
    at address: SocketAddress
  ) throws(TransportError) {
    let number = descriptor.number
    do throws(SystemError) {
      try address.bind(descriptor)
      _ = try SystemCall.run("listen") { Glibc.listen(number, Limits.listenBacklog) }
    } catch {
      throw error.code == EADDRINUSE ? .addressInUse(address) : .system(error, address)
    }
  }

  private static func option(_ option: Int32, of number: Int32) -> Int32? {
    var value: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(number, SOL_SOCKET, option, &value, &size) == 0 ? value : nil
  }
}
