import Base
import EventLoop
import Glibc

/// Ctrl-C as an event that can be waited for.
///
/// The signal's handler writes to a pipe that a loop watches. A signalfd would need the signal
/// blocked in every thread, and then Ctrl-C would not end the commands that do not wait for it.
enum Interruption {
  /// Returns at the first Ctrl-C from now on, or when its task is cancelled.
  ///
  /// A second one ends the program. Where no pipe or thread can be had, so does the first.
  static func first() async {
    let (events, continuation) = AsyncStream<Void>.makeStream()
    let pipe = try? SignalPipe { continuation.yield() }
    var earlier = sigaction()
    if let pipe { earlier = handleSignal(writingTo: pipe.writeEnd) }
    for await _ in events { break }
    withExtendedLifetime(continuation) {}
    if pipe != nil { sigaction(SIGINT, &earlier, nil) }
  }

  /// Where the handler writes; memory by hand, for a handler may touch nothing that is managed.
  ///
  /// It is written once, before the handler is set.
  private nonisolated(unsafe) static let target = UnsafeMutablePointer<Int32>.allocate(capacity: 1)

  /// Lets the next Ctrl-C write to a descriptor; what was done at it before.
  private static func handleSignal(writingTo descriptor: Int32) -> sigaction {
    target.initialize(to: descriptor)
    var action = sigaction()
    action.sa_flags = Int32(SA_RESTART) | Int32(bitPattern: UInt32(SA_RESETHAND))
    action.__sigaction_handler.sa_handler = { _ in
      let code = errno
      var byte: UInt8 = 0
      _ = write(Interruption.target.pointee, &byte, 1)
      errno = code
    }
    var earlier = sigaction()
    sigaction(SIGINT, &action, &earlier)
    return earlier
  }
}

/// A pipe that calls a closure at what is written to it.
///
/// Its descriptors stay open: a signal may come at any time until the program ends.
private final class SignalPipe: EventHandler {
  let writeEnd: Int32
  private let readEnd: Int32
  private let loop: EventLoop
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) throws {
    var ends: [Int32] = [-1, -1]
    try SystemFailure.check { Int(pipe(&ends)) }
    (readEnd, writeEnd) = (ends[0], ends[1])
    loop = try EventLoop(name: "interruption")
    self.body = body
    loop.execute { [self] in
      do throws(SystemError) { try loop.watch(readEnd, for: .read, self) } catch {
        preconditionFailure("a new pipe can be watched: \(error)")
      }
    }
  }

  func handleEvents(_ events: Epoll.Events) {
    loop.unwatch(readEnd)
    body()
  }
}
