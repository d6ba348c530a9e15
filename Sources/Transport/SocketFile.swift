import CLinux
import EventLoop
import Glibc

/// The file of a listening socket, with the lock that says whose it is.
///
/// The lock file stands beside the socket, `PATH.lock`, and stays when the socket goes: a lock file
/// that is deleted could be locked twice. Who holds the lock may remove a socket that nobody
/// listens on. The mode is set before the socket listens, so nobody connects under another one.
struct SocketFile: ~Copyable {
  private let path: String
  private let lock: FileDescriptor
  /// Which file the socket is; nil until it is bound.
  private var identity: Identity?

  private struct Identity: Equatable {
    let device: dev_t
    let inode: ino_t
  }

  /// Makes the directory where it is missing, and locks the path for the life of this value.
  ///
  /// - Throws: `addressInUse` where another has the lock.
  init(_ path: String, policy: AccessPolicy) throws(TransportError) {
    do throws(SystemError) {
      try Self.makeDirectory(of: path, mode: policy.directoryMode)
      lock = try Self.lockFile("\(path).lock")
    } catch {
      throw error.code == EWOULDBLOCK ? .addressInUse(.path(path)) : .system(error, .path(path))
    }
    self.path = path
  }

  private static func lockFile(_ path: String) throws(SystemError) -> FileDescriptor {
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
    let number = try SystemCall.run("open") { open(path, flags, 0o600) }
    let descriptor = FileDescriptor(owning: number)
    _ = try SystemCall.run("flock") { flock(number, LOCK_EX | LOCK_NB) }
    return descriptor
  }

  /// Gives a socket that does not listen yet the path and its mode.
  ///
  /// - Throws: where something stands there that is not a dead socket of ours; it is left alone.
  mutating func bind(
    _ descriptor: borrowing FileDescriptor,
    policy: AccessPolicy
  ) throws(TransportError) {
    try removeDeadSocket(policy: policy)
    let (address, number, mode, path) = (
      SocketAddress.path(path), descriptor.number, policy.fileMode, path
    )
    do throws(SystemError) {
      try address.bind(descriptor)
      identity = Self.status(of: path).map(Self.identity)
      _ = try SystemCall.run("chmod") { chmod(path, mode) }
      _ = try SystemCall.run("listen") { listen(number, Limits.listenBacklog) }
    } catch {
      remove()
      throw error.code == EADDRINUSE ? .addressInUse(address) : .system(error, address)
    }
  }

  /// Removes the socket's file, unless another has taken its place.
  mutating func remove() {
    if let identity, let status = Self.status(of: path), Self.identity(status) == identity {
      unlink(path)
    }
    identity = nil
  }

  private func removeDeadSocket(policy: AccessPolicy) throws(TransportError) {
    guard let status = Self.status(of: path) else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path: path) }
    guard status.st_uid == policy.ownerID else {
      throw .foreignSocket(path: path, ownerID: status.st_uid)
    }
    let address = SocketAddress.path(path)
    do throws(SystemError) {
      _ = try address.connect(SocketAddress.makeSocket())
    } catch {
      guard error.code == ECONNREFUSED else { throw .system(error, address) }
      unlink(path)
      return
    }
    // Somebody listens, or did not take up those that already wait.
    throw .addressInUse(address)
  }

  private static func status(of path: String) -> stat? {
    var status = stat()
    return lstat(path, &status) == 0 ? status : nil
  }

  private static func identity(_ status: stat) -> Identity {
    Identity(device: status.st_dev, inode: status.st_ino)
  }

  /// Makes the directory of a path, and those above it, where they are missing.
  private static func makeDirectory(of path: String, mode: UInt32) throws(SystemError) {
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return }
    let directory = String(path[..<slash])
    do throws(SystemError) { try make(directory, mode: mode) } catch {
      guard error.code == ENOENT else { throw error }
      try makeDirectory(of: directory, mode: mode)
      // Once more, not for ever: a link that leads nowhere stays ENOENT, and so does /proc.
      try make(directory, mode: mode)
    }
  }

  private static func make(_ directory: String, mode: UInt32) throws(SystemError) {
    do throws(SystemError) {
      _ = try SystemCall.run("mkdir") { mkdir(directory, mode) }
    } catch {
      guard error.code == EEXIST else { throw error }
      return
    }
    // The process's umask may have taken bits away.
    _ = try SystemCall.run("chmod") { chmod(directory, mode) }
  }
}
