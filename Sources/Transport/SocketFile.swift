import Base
import CLinux
import EventLoop
import Files
import Glibc

/// The file of a listening socket, with the lock that says whose it is.
///
/// The lock file stands beside the socket, `PATH.lock`, and stays when the socket goes: a lock file
/// that is deleted could be locked twice. Who holds the lock may remove a socket that nobody
/// listens on. The mode is set before the socket listens, so nobody connects under another one.
struct SocketFile: ~Copyable {
  private let path: String
  private let lock: OpenFile
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
    let files = FileSystem()
    do throws(FileError) {
      let directory = FileSystem.directory(of: path)
      try files.makeDirectory(directory, mode: policy.directoryMode)
      lock = try files.lock("\(path).lock")
    } catch {
      let cause = SystemError(error.code, error.operation.rawValue)
      throw error.isLockedByAnother ? .addressInUse(.path(path)) : .system(cause, .path(path))
    }
    self.path = path
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
}
