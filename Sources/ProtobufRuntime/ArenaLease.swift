internal import Glibc

/// The right to use an arena until the lease ends.
///
/// Each thread keeps one arena for its next message, so that a small message costs no malloc. A
/// lease that is taken while another of the thread is alive has an arena of its own. It must end
/// on the thread that took it, or that thread's arena moves to another one, which is harmless.
package struct ArenaLease: ~Copyable {
  package let arena: Arena

  package init() {
    if let kept = pthread_getspecific(ThreadArena.key) {
      pthread_setspecific(ThreadArena.key, nil)
      arena = Arena(kept.assumingMemoryBound(to: Arena.State.self))
    } else {
      arena = Arena.create()
    }
  }

  deinit {
    guard pthread_getspecific(ThreadArena.key) == nil else {
      arena.destroy()
      return
    }
    arena.reset()
    if pthread_setspecific(ThreadArena.key, arena.state) != 0 { arena.destroy() }
  }
}

/// Where a thread keeps its arena between two leases.
private enum ThreadArena {
  static let key: pthread_key_t = {
    var key = pthread_key_t()
    let error = pthread_key_create(&key) { kept in
      guard let kept else { return }
      Arena(kept.assumingMemoryBound(to: Arena.State.self)).destroy()
    }
    precondition(error == 0, "the process has a thread-specific key left")
    return key
  }()
}
