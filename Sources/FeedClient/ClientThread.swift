import EventLoop

/// The thread on which a client's answers arrive.
public enum ClientThread: Hashable, Sendable {
  /// One that all such clients of the process have in common; it ends with the last of them.
  ///
  /// It reads and takes apart what arrives, some hundred thousand calls a second in all.
  case shared
  /// One that the client has for itself, for clients whose streams keep a processor busy.
  ///
  /// It looks for an answer again and again for `busyPoll` before it sleeps, where it has found
  /// some like that: to be woken takes a thread about 20 µs on a virtual machine. Meanwhile it
  /// keeps a processor busy; zero, and it doesn't.
  case own(busyPoll: Duration = .zero)
}

extension ClientThread {
  /// Gives a loop on that thread, and what is to be called once it is not needed any more.
  ///
  /// - Throws: where a thread or a descriptor can't be had.
  func startLoop() throws(SystemError) -> (EventLoop, whenReleased: @Sendable () -> Void) {
    switch self {
    case .shared:
      return (try SharedLoop.ofProcess.take(), { SharedLoop.ofProcess.giveBack() })
    case .own(let busyPoll):
      let loop = try EventLoop(name: "feedclient", busyPoll: busyPoll)
      return (loop, { loop.stop() })
    }
  }
}
