import CLinux
import EventLoop
import Glibc
import Testing

@Suite struct EpollTests {
  @Test func anEventOfAClosedDescriptorDoesNotReachTheOneThatTookItsNumber() throws {
    var epoll = try WatchList()
    let (old, oldPeer) = try makeSocketPair()
    let handler = Recorder()
    try epoll.add(old.number, .read, handler)
    #expect(write(oldPeer.number, "x", 1) == 1)
    #expect(try epoll.wait(timeoutMilliseconds: 1_000) == 1)
    // The event has been fetched; now its descriptor goes and its number comes back.
    epoll.remove(old.number)
    let number = old.number
    let (new, newPeer) = try makeSocketPair()
    #expect(dup2(new.number, number) == number)
    let successor = Recorder()
    try epoll.add(number, .read, successor)
    #expect(epoll.event(at: 0) == nil)
    // The new one has its own events.
    #expect(write(newPeer.number, "y", 1) == 1)
    #expect(try epoll.wait(timeoutMilliseconds: 1_000) == 1)
    #expect(epoll.event(at: 0)?.handler === successor)
  }

  @Test func anEventOfADescriptorThatIsNoLongerWatchedReachesNobody() throws {
    var epoll = try WatchList()
    let (mine, peer) = try makeSocketPair()
    try epoll.add(mine.number, .read, Recorder())
    #expect(write(peer.number, "x", 1) == 1)
    #expect(try epoll.wait(timeoutMilliseconds: 1_000) == 1)
    epoll.remove(mine.number)
    #expect(epoll.event(at: 0) == nil)
    #expect(try epoll.wait(timeoutMilliseconds: 0) == 0)
  }

  @Test func onlyWhatIsAskedForIsTold() throws {
    var epoll = try WatchList()
    let (mine, peer) = try makeSocketPair()
    #expect(write(peer.number, "x", 1) == 1)
    try epoll.add(mine.number, [], Recorder())
    #expect(try epoll.wait(timeoutMilliseconds: 0) == 0)
    epoll.change(mine.number, to: .write)
    #expect(try epoll.wait(timeoutMilliseconds: 0) == 1)
    #expect(epoll.event(at: 0)?.events == .writable)
    epoll.change(mine.number, to: [.read, .write])
    #expect(try epoll.wait(timeoutMilliseconds: 0) == 1)
    #expect(epoll.event(at: 0)?.events == [.readable, .writable])
  }

  @Test func arrivalsAreToldOnceAndAgainWhereAsked() throws {
    var epoll = try WatchList()
    let (mine, peer) = try makeSocketPair()
    try epoll.add(mine.number, [.read, .arrivals], Recorder())
    #expect(write(peer.number, "x", 1) == 1)
    #expect(try epoll.wait(timeoutMilliseconds: 1_000) == 1)
    #expect(try epoll.wait(timeoutMilliseconds: 0) == 0)
    epoll.askAgain(mine.number)
    #expect(try epoll.wait(timeoutMilliseconds: 0) == 1)
    #expect(epoll.event(at: 0)?.events == .readable)
    // Nothing is left: asking tells nothing, what comes next is told.
    var byte: UInt8 = 0
    #expect(read(mine.number, &byte, 1) == 1)
    epoll.askAgain(mine.number)
    #expect(try epoll.wait(timeoutMilliseconds: 0) == 0)
    #expect(write(peer.number, "y", 1) == 1)
    #expect(try epoll.wait(timeoutMilliseconds: 1_000) == 1)
  }

  @Test func theEndOfOneDirectionIsToldFromTheEndOfBoth() throws {
    var epoll = try WatchList()
    let (mine, peer) = try makeSocketPair()
    try epoll.add(mine.number, .read, Recorder())
    #expect(shutdown(peer.number, Int32(SHUT_WR)) == 0)
    #expect(try epoll.wait(timeoutMilliseconds: 1_000) == 1)
    #expect(epoll.event(at: 0)?.events == [.readable, .peerEndedWriting])
    epoll.change(mine.number, to: [])
    #expect(try epoll.wait(timeoutMilliseconds: 0) == 0)
    _ = consume peer
    #expect(try epoll.wait(timeoutMilliseconds: 1_000) == 1)
    #expect(epoll.event(at: 0)?.events.contains(.hungUp) == true)
  }

  @Test func moreEventsThanOneBatchAllCome() throws {
    var epoll = try WatchList()
    let count = Limits.firstEventBatch * 2 + 1
    var numbers: [Int32] = []
    for _ in 0..<count {
      let number = eventfd(1, 0)
      numbers.append(number)
      try epoll.add(number, .read, Recorder())
    }
    defer { for number in numbers { close(number) } }
    // What is told stays ready: the batch grows until all of it fits.
    _ = try epoll.wait(timeoutMilliseconds: 0)
    _ = try epoll.wait(timeoutMilliseconds: 0)
    #expect(try epoll.wait(timeoutMilliseconds: 0) == count)
  }

  @Test func aWatchThatTheKernelRefusesChangesNothing() throws {
    var epoll = try WatchList()
    let number = open("/", O_RDONLY)
    defer { close(number) }
    #expect(throws: SystemError(EPERM, "epoll_ctl")) { try epoll.add(number, .read, Recorder()) }
    #expect(try epoll.wait(timeoutMilliseconds: 0) == 0)
  }
}

/// A list of descriptors with what the last wait for them brought.
private struct WatchList: ~Copyable {
  private var epoll: Epoll
  private var batch = EventBatch()

  init() throws(SystemError) { epoll = try Epoll() }

  mutating func add(
    _ watched: Int32,
    _ interest: Epoll.Interest,
    _ handler: any EventHandler
  ) throws(SystemError) { try epoll.add(watched, interest, handler) }

  mutating func change(_ watched: Int32, to interest: Epoll.Interest) {
    epoll.change(watched, to: interest)
  }

  mutating func askAgain(_ watched: Int32) { epoll.askAgain(watched) }

  mutating func remove(_ watched: Int32) { epoll.remove(watched) }

  mutating func wait(timeoutMilliseconds: Int32) throws(SystemError) -> Int {
    try batch.wait(on: epoll.number, timeoutMilliseconds: timeoutMilliseconds)
  }

  func event(at index: Int) -> (handler: any EventHandler, events: Epoll.Events)? {
    epoll.recipient(of: batch[index])
  }
}

/// A handler that is only compared.
final class Recorder: EventHandler {
  func handleEvents(_ events: Epoll.Events) {}
}

/// One end of a pair of sockets, closed when it is let go.
final class TestSocket: Sendable {
  private let descriptor: FileDescriptor

  init(_ number: Int32) { descriptor = FileDescriptor(owning: number) }

  var number: Int32 { descriptor.number }
}

func makeSocketPair() throws -> (TestSocket, TestSocket) {
  var numbers: [Int32] = [-1, -1]
  let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
  _ = try SystemCall.run("socketpair") { socketpair(AF_UNIX, type, 0, &numbers) }
  return (TestSocket(numbers[0]), TestSocket(numbers[1]))
}
