internal import CBase

/// The right to use an arena until the lease ends.
///
/// Each thread keeps one arena for its next message, so that a small message costs no malloc. A
/// lease that is taken while another of the thread is alive has an arena of its own. It must end
/// on the thread that took it, or that thread's arena moves to another one, which is harmless.
package struct ArenaLease: ~Copyable {
  package let arena: Arena

  package init() {
    if let kept = base_take_kept() {
      arena = Arena(kept.assumingMemoryBound(to: Arena.State.self))
    } else {
      arena = Arena.create()
    }
  }

  deinit {
    guard base_keeps() == 0 else {
      arena.destroy()
      return
    }
    arena.reset()
    let error = base_keep(arena.state) { kept in
      guard let kept else { return }
      Arena(kept.assumingMemoryBound(to: Arena.State.self)).destroy()
    }
    if error != 0 { arena.destroy() }
  }
}
