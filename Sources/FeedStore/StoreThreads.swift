import Threads

/// The threads of a store, each with a connection of its own.
package final class StoreThreads: Sendable {
  private let rendezvous: Rendezvous

  /// - Parameter count: How many are started in all.
  package init(count: Int) { rendezvous = Rendezvous(threadCount: count) }

  /// Hands `owned` to a new thread, which drops it, and so closes its connection, when `body` ends.
  ///
  /// - Throws: `engine` where the system has no thread left.
  package func start<Owned>(
    _ name: String,
    _ owned: Owned,
    _ body: @escaping @Sendable (Owned) -> Void
  ) throws(StoreError) {
    let handover = Handover(owned)
    do throws(ThreadFailure) {
      _ = try NamedThread(name) { [rendezvous] in
        handover.use(body)
        rendezvous.leave()
      }
    } catch {
      let code = Int(error.code)
      throw .engine(EngineFailure(code: code, message: error.words, statement: "pthread_create"))
    }
  }

  /// Waits until all have ended.
  package func wait() async { await rendezvous.wait() }
}
