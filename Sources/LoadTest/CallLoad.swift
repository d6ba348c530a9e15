package import Base
package import EventLoop
import NativeWire
package import RPC
package import Transport

/// What a load calls, with messages that are only bytes, so that making them costs the server and
/// not the tester.
package struct LoadTarget: Sendable {
  package var method: MethodDescriptor
  package var metadata: Metadata
  /// Every call has one: a server that never answers ends no load.
  package var timeout: Duration
  /// True where its answers are pictures: each is then checked, and counted by how it was made.
  package var givesImages: Bool
  /// How long the call with this number, from 0, runs at most before it is given up; nil: until it
  /// ends.
  package var patience: (@Sendable (Int) -> Duration?)?
  /// The only message of the call with this number, from 0; a call without one fails with
  /// INVALID_ARGUMENT.
  ///
  /// Called on the load's thread.
  package var payload: @Sendable (Int) -> Bytes?

  /// - Precondition: The method takes one message.
  package init(
    _ method: MethodDescriptor,
    metadata: Metadata = Metadata(),
    timeout: Duration,
    givesImages: Bool = false,
    patience: (@Sendable (Int) -> Duration?)? = nil,
    payload: @escaping @Sendable (Int) -> Bytes?
  ) {
    precondition(!method.kind.streamsRequests, "a load sends one message a call")
    self.method = method
    self.metadata = metadata
    self.timeout = timeout
    self.givesImages = givesImages
    self.patience = patience
    self.payload = payload
  }
}

/// The connections of a load.
package struct LoadConnections: Sendable {
  package var address: SocketAddress
  /// How many there are.
  package var count: Int
  /// Calls that run at the same time on each.
  package var streamsEach: Int
  /// What is spoken on them.
  package var makeSession: @Sendable (Instant) -> any ClientSession

  package init(
    to address: SocketAddress,
    count: Int = 1,
    streamsEach: Int,
    makeSession: @escaping @Sendable (Instant) -> any ClientSession = {
      NativeClientSession(limits: NativeLimits(), now: $0)
    }
  ) {
    precondition(count > 0 && streamsEach > 0, "a call has a way to its server")
    self.address = address
    self.count = count
    self.streamsEach = streamsEach
    self.makeSession = makeSession
  }

  /// Calls that run at the same time at most, over all.
  var capacity: Int { count * streamsEach }
}

/// Many calls of one method, made by one thread.
package struct CallLoad: Sendable {
  package var target: LoadTarget
  package var connections: LoadConnections
  package var shape: LoadShape

  /// A load of which never more calls run than the connections bear.
  package init(
    _ target: LoadTarget,
    through connections: LoadConnections,
    shape: LoadShape
  ) {
    self.target = target
    self.connections = connections
    self.shape = shape
  }

  /// Makes the calls.
  ///
  /// - Parameters:
  ///   - interruption: Returns when the load is to end at once: running calls are given up. It is
  ///     cancelled when the load has ended by itself.
  ///   - progress: Is told now and then how far the load is, on its thread.
  /// - Returns: What came of all calls that were started.
  /// - Throws: Where no thread or timer can be had, or the server takes no connection at the start.
  package func run(
    interruption: @escaping @Sendable () async -> Void,
    progress: @escaping @Sendable (LoadProgress) -> Void = { _ in }
  ) async throws(LoadError) -> LoadReport {
    let loop: EventLoop
    do { loop = try EventLoop(name: "load") } catch { throw .system(error) }
    defer { loop.stop() }
    let outcome = await withTaskGroup(of: Result<LoadReport, LoadError>?.self) { group in
      let driver = LoadDriver(self, on: loop, progress: progress)
      group.addTask {
        await withCheckedContinuation { continuation in
          loop.execute { driver.start { continuation.resume(returning: $0) } }
        }
      }
      group.addTask {
        await interruption()
        if !Task.isCancelled { loop.execute { driver.stop() } }
        return nil
      }
      while let event = await group.next() {
        guard let outcome = event else { continue }
        group.cancelAll()
        return outcome
      }
      preconditionFailure("a load ends with a report or an error")
    }
    return try outcome.get()
  }
}

/// Why a load was not made.
package enum LoadError: Error, Hashable, Sendable {
  /// The process has no descriptor or thread left.
  case system(SystemError)
  /// Nothing takes connections at the address.
  case notConnected(SystemError, SocketAddress)
}
