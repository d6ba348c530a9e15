import CLinux
package import EventLoop
import Glibc

/// Where a Unix socket is found.
package enum SocketAddress: Hashable, Sendable {
  /// A file. Relative ones are relative to the working directory.
  case path(String)
  /// A name without a file and hence without permissions: whoever shares the network namespace can
  /// connect.
  case abstract(String)

  /// Bytes of a path or an abstract name, at most: sun_path without one NUL (unix(7)).
  package static let largestNameByteCount = 107

  /// Reads `unix:relative`, `unix:///absolute`, `unix-abstract:name`, `@name` or a bare path.
  ///
  /// - Throws: `TransportError` where nothing or too much is named.
  package init(_ text: String) throws(TransportError) {
    if let name = text.suffix(after: "unix-abstract:") ?? text.suffix(after: "@") {
      self = .abstract(name)
    } else if let path = text.suffix(after: "unix://") {
      // Between `//` and the next `/` a URL has a host, which a file has not.
      guard path.hasPrefix("/") else { throw .notAnAddress(text) }
      self = .path(path)
    } else if let path = text.suffix(after: "unix:") {
      self = .path(path)
    } else {
      self = .path(text)
    }
    guard !name.isEmpty, !name.utf8.contains(0) else { throw .notAnAddress(text) }
    let byteCount = name.utf8.count
    guard byteCount <= Self.largestNameByteCount else {
      throw .addressTooLong(byteCount: byteCount, limit: Self.largestNameByteCount)
    }
  }

  var name: String {
    switch self {
    case .path(let name), .abstract(let name): name
    }
  }

  var isAbstract: Bool {
    switch self {
    case .path: false
    case .abstract: true
    }
  }
}

extension SocketAddress: CustomStringConvertible {
  /// The path, or `@` and the name.
  package var description: String { isAbstract ? "@\(name)" : name }
}

extension SocketAddress {
  /// A new socket that belongs to no address yet; it does not wait.
  package static func makeSocket() throws(SystemError) -> FileDescriptor {
    let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    return FileDescriptor(owning: try SystemCall.run("socket") { socket(AF_UNIX, type, 0) })
  }

  /// Connects a socket that does not wait.
  ///
  /// - Returns: false where the listener's queue is full: nothing tells when it has room (EAGAIN,
  ///   and poll is silent), so try again after a while.
  /// - Throws: ECONNREFUSED where nobody listens, ENOENT where there is no socket, and so on.
  package func connect(_ descriptor: borrowing FileDescriptor) throws(SystemError) -> Bool {
    let number = descriptor.number
    let result = try SystemCall.nonBlocking("connect") {
      linux_connect_unix(number, name, name.utf8.count, isAbstract ? 1 : 0)
    }
    return result != nil
  }

  /// The address of a socket; nil where it has none, or is no Unix socket.
  init?(boundTo number: Int32) {
    var address = sockaddr_un()
    var byteCount = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = withUnsafeMutableBytes(of: &address) { bytes in
      getsockname(number, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, &byteCount)
    }
    let nameOffset = MemoryLayout<sa_family_t>.size
    guard result == 0, Int32(address.sun_family) == AF_UNIX, Int(byteCount) > nameOffset else {
      return nil
    }
    let name = withUnsafeBytes(of: address.sun_path) { bytes in
      Array(bytes.prefix(Int(byteCount) - nameOffset))
    }
    // unix(7): a path begins with no NUL and may end with one; an abstract name is all behind it.
    if name.first == 0 {
      self = .abstract(String(decoding: name.dropFirst(), as: UTF8.self))
    } else {
      self = .path(String(decoding: name.prefix { $0 != 0 }, as: UTF8.self))
    }
  }

  /// Gives a socket this address.
  func bind(_ descriptor: borrowing FileDescriptor) throws(SystemError) {
    let number = descriptor.number
    _ = try SystemCall.run("bind") {
      linux_bind_unix(number, name, name.utf8.count, isAbstract ? 1 : 0)
    }
  }
}

extension String {
  fileprivate func suffix(after prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}
