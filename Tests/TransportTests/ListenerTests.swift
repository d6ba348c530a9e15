import Base
import CLinux
import EventLoop
import Glibc
import Testing

@testable import Transport

@Suite struct ListenerTests {
  private let folder = TemporaryFolder()

  private func status(_ path: String) -> stat? {
    var status = stat()
    return lstat(path, &status) == 0 ? status : nil
  }

  private func listen(
    _ path: String,
    _ policy: AccessPolicy = ownPolicy()
  ) throws(TransportError) -> Listener {
    try Listener(.path(path), policy: policy)
  }

  @Test func aMissingDirectoryIsMadeForTheOwnerOnly() throws {
    let path = folder.file("a/b/socket")
    let listener = try listen(path)
    #expect(status(folder.file("a/b"))?.st_mode == S_IFDIR | 0o700)
    #expect(status(path)?.st_mode == S_IFSOCK | 0o600)
    listener.close()
    #expect(status(path) == nil)
  }

  @Test func aDirectoryThatCannotBeMadeIsAnError() throws {
    let link = folder.file("link")
    #expect(symlink("/nowhere/at/all", link) == 0)
    for path in ["\(link)/a/socket", "\(link)/a/b/socket", "/proc/none/socket"] {
      #expect(throws: TransportError.self) { try listen(path) }
    }
  }

  @Test func othersPassThroughTheDirectoryWhereTheyMayConnect() throws {
    let path = folder.file("open/socket")
    let policy = AccessPolicy(ownerID: geteuid(), allowedUserIDs: [12_345])
    let listener = try listen(path, policy)
    #expect(status(folder.file("open"))?.st_mode == S_IFDIR | 0o711)
    #expect(status(path)?.st_mode == S_IFSOCK | 0o666)
    listener.close()
  }

  @Test func aDirectoryBehindALinkThatLeadsNowhereIsAnError() throws {
    let folder = TemporaryFolder()
    #expect(symlink(folder.file("missing/place"), folder.file("link")) == 0)
    let address = SocketAddress.path(folder.file("link/below/socket"))
    #expect(throws: TransportError.system(SystemError(ENOENT, "mkdir"), address)) {
      try Listener(address, policy: ownPolicy())
    }
  }

  @Test func aLivingListenerKeepsItsPath() throws {
    let path = folder.file("socket")
    let first = try listen(path)
    #expect(throws: TransportError.addressInUse(.path(path))) { try listen(path) }
    #expect(canConnect(path))
    first.close()
    _ = try listen(path)
  }

  @Test func aListenerWithoutALockKeepsItsPathToo() throws {
    let path = folder.file("socket")
    let other = try SocketAddress.makeSocket()
    try SocketAddress.path(path).bind(other)
    #expect(Glibc.listen(other.number, 1) == 0)
    #expect(throws: TransportError.addressInUse(.path(path))) { try listen(path) }
    #expect(canConnect(path))
  }

  @Test func aSocketThatNobodyListensOnIsReplaced() throws {
    let path = folder.file("socket")
    do { try SocketAddress.path(path).bind(SocketAddress.makeSocket()) }
    let listener = try listen(path)
    #expect(canConnect(path))
    listener.close()
  }

  @Test func whatIsNoSocketIsLeftAlone() throws {
    let path = folder.file("socket")
    close(open(path, O_CREAT | O_WRONLY, 0o600))
    #expect(throws: TransportError.notASocket(path: path)) { try listen(path) }
    #expect(status(path)?.st_mode == S_IFREG | 0o600)
    unlink(path)
    symlink("elsewhere", path)
    #expect(throws: TransportError.notASocket(path: path)) { try listen(path) }
    #expect(status(path) != nil)
  }

  @Test func aSocketOfSomebodyElseIsLeftAlone() throws {
    let path = folder.file("socket")
    try SocketAddress.path(path).bind(SocketAddress.makeSocket())
    let policy = AccessPolicy(ownerID: geteuid() + 1)
    #expect(throws: TransportError.foreignSocket(path: path, ownerID: geteuid())) {
      try listen(path, policy)
    }
    #expect(status(path) != nil)
  }

  @Test func aFileThatTookThePlaceOfTheSocketStays() throws {
    let path = folder.file("socket")
    let listener = try listen(path)
    rename(path, folder.file("moved"))
    close(open(path, O_CREAT | O_WRONLY, 0o600))
    listener.close()
    #expect(status(path)?.st_mode == S_IFREG | 0o600)
  }

  @Test func pathsMayHaveSpacesAndAllTheBytesThereAre() throws {
    let missing = SocketAddress.largestNameByteCount - folder.path.utf8.count - 1
    for name in ["with some spaces", String(repeating: "n", count: missing)] {
      let path = folder.file(name)
      let listener = try listen(path)
      #expect(canConnect(path))
      listener.close()
      #expect(status(path) == nil)
    }
  }

  @Test func ofTwoThatRaceForADeadSocketExactlyOneWins() async throws {
    for round in 0..<50 {
      let path = folder.file("socket\(round)")
      try SocketAddress.path(path).bind(SocketAddress.makeSocket())
      let winners = await withTaskGroup(of: Listener?.self) { group in
        for _ in 0..<2 { group.addTask { try? Listener(.path(path), policy: ownPolicy()) } }
        return await group.reduce(into: [Listener]()) { winners, listener in
          if let listener { winners.append(listener) }
        }
      }
      #expect(winners.count == 1)
      #expect(canConnect(path))
      for winner in winners { winner.close() }
    }
  }

  @Test func anAbstractNameHasOneListener() throws {
    let name = "feedrpc-test\(folder.path)"
    let listener = try Listener(.abstract(name), policy: ownPolicy())
    #expect(throws: TransportError.addressInUse(.abstract(name))) {
      try Listener(.abstract(name), policy: ownPolicy())
    }
    let client = try SocketAddress.makeSocket()
    let isConnected = try SocketAddress.abstract(name).connect(client)
    #expect(isConnected)
    listener.close()
  }

  @Test func aPassedListenerIsTakenAndAnythingElseIsNot() throws {
    let path = folder.file("passed")
    let socket = try SocketAddress.makeSocket()
    try SocketAddress.path(path).bind(socket)
    let number = socket.release()
    #expect(throws: TransportError.notAListener(descriptor: number)) {
      try Listener(passed: number, policy: ownPolicy())
    }
    #expect(Glibc.listen(number, 1) == 0)
    let listener = try Listener(passed: number, policy: ownPolicy())
    #expect(fcntl(number, F_GETFD) == FD_CLOEXEC)
    #expect(listener.address == .path(path))
    // The mode of its file has decided.
    #expect(listener.admits(userID: geteuid() + 1, groups: []))
    listener.close()
    // Its file is not ours to remove.
    #expect(status(path) != nil)
  }

  /// No file's mode has decided, so it is for the owner and root, as one that we made.
  @Test func aPassedAbstractNameIsNotForEverybody() throws {
    let longest = SocketAddress.largestNameByteCount
    let name = "feedrpc-test\(folder.path)"
    for name in [name, name.padding(toLength: longest)] {
      let address = SocketAddress.abstract(name)
      let socket = try SocketAddress.makeSocket()
      try address.bind(socket)
      #expect(Glibc.listen(socket.number, 1) == 0)
      let policy = AccessPolicy(ownerID: 5)
      let listener = try Listener(passed: socket.release(), policy: policy)
      #expect(listener.address == address)
      #expect(listener.admits(userID: 5, groups: []) && listener.admits(userID: 0, groups: []))
      #expect(!listener.admits(userID: 9, groups: []))
    }
  }

  @Test func aSocketWithoutANameHasNoAddress() throws {
    let socket = try SocketAddress.makeSocket()
    #expect(SocketAddress(boundTo: socket.number) == nil)
    #expect(SocketAddress(boundTo: -1) == nil)
  }
}

extension String {
  fileprivate func padding(toLength count: Int) -> String {
    self + String(repeating: "n", count: count - utf8.count)
  }
}
