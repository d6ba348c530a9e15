import Base
import EventLoop
import Glibc

/// Ctrl-C as an event that can be waited for.
///
/// The signal's handler writes to a pipe that a loop watches. A signalfd would need the signal
/// blocked in every thread, and then Ctrl-C would not end the commands that do not wait for it.
enum Interruption {
  /// What a terminal or a system sends to end a program.
  static let endings = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  /// Returns at the first Ctrl-C from now on, or when its task is cancelled.
  ///
  /// A second one ends the program. Where no pipe or thread can be had, so does the first.
  static func first() async { await awaiting([SIGINT])() }

  /// Keeps the first of the signals from ending the program, from the return of this on.
  ///
  /// - Returns: What waits for it, or for its task to be cancelled; to be called once.
  static func awaiting(_ signals: [Int32]) -> @Sendable () async -> Void {
    let (events, continuation) = AsyncStream<Void>.makeStream()
    let pipe = try? SignalPipe { continuation.yield() }
    var earlier: [(signal: Int32, action: sigaction)] = []
    if let pipe {
      target.initialize(to: pipe.writeEnd)
      earlier = signals.map { ($0, handle($0)) }
    }
    return { [earlier] in
      for await _ in events { break }
      withExtendedLifetime(continuation) {}
      for (signal, action) in earlier {
        var action = action
        sigaction(signal, &action, nil)
      }
    }
  }

  /// Where the handler writes; memory by hand, for a handler may touch nothing that is managed.
  ///
  /// It is written before the handlers are set.
  private nonisolated(unsafe) static let target = UnsafeMutablePointer<Int32>.allocate(capacity: 1)

  /// Lets the next signal write to the target; what was done at it before.
  private static func handle(_ signal: Int32) -> sigaction {
    var action = sigaction()
    action.sa_flags = Int32(SA_RESTART) | Int32(bitPattern: UInt32(SA_RESETHAND))
    action.__sigaction_handler.sa_handler = { _ in
      let code = errno
      var byte: UInt8 = 0
      _ = write(Interruption.target.pointee, &byte, 1)
      errno = code
    }
    var earlier = sigaction()
    sigaction(signal, &action, &earlier)
    return earlier
  }
}

/// Ctrl-Z as an event, so that a screen can be given back before the program stops.
enum Suspension {
  /// Keeps Ctrl-Z from stopping the program, and gives an element each time.
  ///
  /// Where no pipe or thread can be had, Ctrl-Z goes on stopping it, and there are no elements.
  static func requests() -> AsyncStream<Void> {
    let (events, continuation) = AsyncStream<Void>.makeStream()
    guard let pipe = try? SignalPipe({ continuation.yield() }) else {
      continuation.finish()
      return events
    }
    target.initialize(to: pipe.writeEnd)
    var action = sigaction()
    action.sa_flags = Int32(SA_RESTART)
    action.__sigaction_handler.sa_handler = { _ in
      let code = errno
      var byte: UInt8 = 0
      _ = write(Suspension.target.pointee, &byte, 1)
      errno = code
    }
    sigaction(SIGTSTP, &action, nil)
    return events
  }

  /// Stops the program until somebody lets it go on.
  ///
  /// Whoever ends it meanwhile ends it at once: there is no screen to give back, and a process in
  /// the background that took it again would stop once more.
  static func stop() {
    var earlier = Interruption.endings.map { ($0, sigaction()) }
    var endings = sigset_t()
    sigemptyset(&endings)
    for index in earlier.indices {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = SIG_DFL
      sigaction(earlier[index].0, &action, &earlier[index].1)
      sigaddset(&endings, earlier[index].0)
    }
    // What comes meanwhile waits until the program goes on, and is another thread's: this one looks
    // whether there is any, which only who blocks it is told.
    pthread_sigmask(SIG_BLOCK, &endings, nil)
    // A signal to this thread: one to the process may stop it a moment after the return.
    raise(SIGSTOP)
    for _ in 0..<patience where isPending(Interruption.endings) { poll(nil, 0, 1) }
    for index in earlier.indices { sigaction(earlier[index].0, &earlier[index].1, nil) }
    pthread_sigmask(SIG_UNBLOCK, &endings, nil)
  }

  /// Milliseconds that a thread has to take a signal that ends the program.
  private static let patience = 10_000

  private static func isPending(_ signals: [Int32]) -> Bool {
    var pending = sigset_t()
    sigpending(&pending)
    return signals.contains { sigismember(&pending, $0) == 1 }
  }

  /// As that of `Interruption`.
  private nonisolated(unsafe) static let target = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
}

/// A pipe that calls a closure at each thing that is written to it.
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
    // There is something to read, so that this does not wait.
    var bytes: [UInt8] = Array(repeating: 0, count: 64)
    _ = read(readEnd, &bytes, bytes.count)
    body()
  }
}
