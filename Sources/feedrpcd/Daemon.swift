import Base
import CodecPool
import CommandLineKit
import EventLoop
import FeedModel
import FeedServices
import FeedStore
import Glibc
import NativeWire
import RPC
import Rendering
import SQLiteStore
import Transport

/// The composition of the daemon, and its life from start to exit.
enum Daemon {
  /// Serves until SIGTERM or SIGINT, then finishes what runs.
  ///
  /// - Throws: `CommandFailure` where it can't start.
  static func run(_ configuration: DaemonConfiguration) async throws {
    let log = configuration.log
    let startedAt = FeedModel.Timestamp.now()
    let loops = try start { () throws(SystemError) in
      try EventLoopGroup(count: configuration.loopCount, name: "io")
    }
    let stop = try start { () throws(SystemError) in try StopSignal(on: loops.loops[0], log) }
    let directory = try configuration.storePath.map { try LockedDirectory(holding: $0) }
    let store = try await openStore(configuration)
    let codecs = CodecPool(workerCount: configuration.renderThreadCount) { event in
      log.note(event)
    }
    let memory = MemoryKeeper()
    let cacheDirectory = CacheDirectory(configuration)
    let place = try PhotoPlace(besideStore: configuration.storePath, feedID: store.feedID)
    let photos = place.photos
    let photoDirectory = PhotoDirectory(feed: store, bytes: photos)
    let renderer = makeRenderer(
      configuration,
      codecs,
      cacheDirectory.cache,
      memory,
      photos: photoDirectory
    )
    memory.watch(MemoryPressure(), renderer, log)
    let keeper = PhotoKeeper(
      feed: store,
      bytes: photos,
      codec: codecs,
      directory: photoDirectory
    ) { name in
      await renderer.purge(.photo, name: name)
    }
    let services = Services(
      configuration,
      store: store,
      renderer: renderer,
      codecs: codecs,
      photos: keeper,
      directory: photoDirectory,
      startedAt: startedAt
    )
    stop.keep()
    let server = try await startServer(configuration, services, loops, memory)
    services.connections.set(server)
    announce(configuration)
    let sweeping = Task {
      await PhotoSweeper(keeper, now: FeedModel.Timestamp.now) { log.note($0) }.run()
    }
    let signal = await stop.wait()
    log.note(.info, "draining", ["signal": signal])
    ServiceManager.notify(.stopping)
    // First the door: who is told that watching is over must not come back to this process.
    await server.stopListening()
    services.health.stop()
    services.watches.close()
    await server.drain()
    sweeping.cancel()
    await sweeping.value
    await renderer.shutDown()
    await cacheDirectory.cache?.close()
    await codecs.shutdown()
    await photos.close()
    await store.close()
    loops.stop()
    _ = consume place
    _ = consume directory
    withExtendedLifetime(cacheDirectory) {}
    log.note(.info, "drained")
  }

  /// The line that scripts wait for.
  private static func announce(_ configuration: DaemonConfiguration) {
    let socket =
      switch configuration.entrance {
      case .address(let address): address.description
      case .inherited: "inherited"
      }
    let line = "ready socket=\(socket)\n"
    let bytes = Array(line.utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
    ServiceManager.notify(.ready)
  }

  /// Runs a step of the start.
  ///
  /// - Throws: `CommandFailure` with what failed.
  static func start<Result: ~Copyable, Failure: Error>(
    _ step: () throws(Failure) -> Result
  ) throws -> Result {
    do { return try step() } catch { throw CommandFailure("can't start: \(error)") }
  }
}
