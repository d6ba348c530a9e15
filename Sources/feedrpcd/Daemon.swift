import Base
import CodecPool
import CommandLineKit
import EventLoop
import FeedModel
import FeedServices
import FeedStore
import Glibc
import NativeWire
import PostgresStore
import RPC
import Rendering
import SQLiteStore
import Transport

/// The composition of the daemon, and its life from start to exit.
enum Daemon {
  /// What it may take to close all that is not calls.
  private static let closingTime = Duration.seconds(30)

  /// Serves until a signal ends it, then finishes what runs.
  ///
  /// SIGHUP reads `start` again.
  ///
  /// - Throws: `CommandFailure` where it can't start.
  static func run(_ configuration: DaemonConfiguration, _ start: StartWords) async throws {
    let log = configuration.log
    start.noteUnknownVariables(log)
    let status = StatusLine()
    let startedAt = FeedModel.Timestamp.now()
    let loops = try makeLoops(configuration)
    let reload = try Reload(configuration, start)
    let (stop, hangUps) = try signals(on: loops.loops[0], log, reloads: reload != nil)
    ServiceManager.notify(.status("Opening the store"))
    let directory = try configuration.lockedPath.map { try LockedDirectory(holding: $0) }
    let store = try await openStore(configuration)
    let codecs = makeCodecs(configuration)
    let memory = MemoryKeeper()
    let cacheDirectory = CacheDirectory(configuration)
    let place = try PhotoPlace(configuration, of: store)
    let photos = place.photos
    let photoDirectory = makeDirectory(of: store, photos)
    let renderer = makeRenderer(
      configuration,
      codecs,
      cacheDirectory.cache,
      memory,
      photos: photoDirectory
    )
    memory.watch(MemoryPressure(), renderer, log)
    let keeper = makeKeeper(store, photos, codecs, photoDirectory, renderer)
    let services = Services(
      configuration,
      store: store,
      renderer: renderer,
      codecs: codecs,
      photos: keeper,
      directory: photoDirectory,
      status: status,
      startedAt: startedAt
    )
    stop.keep()
    let server = try await startServer(configuration, services, loops, memory)
    services.loops.set(server)
    announce(configuration, status)
    let parts = watchedParts(loops, store, renderer)
    let supervision = Supervision(log, status, reload, hangUps, watching: parts)
    let sweeping = Task {
      await PhotoSweeper(keeper, now: FeedModel.Timestamp.now) { log.note($0) }.run()
    }
    let signal = await stop.wait()
    log.note(.info, "draining", ["signal": signal])
    supervision.end()
    status.stopping(within: configuration.limits.drainTimeout + closingTime)
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

  /// Says that clients are accepted: in the line that scripts wait for, and to the service manager.
  private static func announce(_ configuration: DaemonConfiguration, _ status: StatusLine) {
    let socket = configuration.entrance.description
    configuration.log.announce("ready socket=\(socket)", as: "ready", ["socket": socket])
    status.ready(socket: socket)
  }

  /// Takes the signals.
  private static func signals(
    on loop: EventLoop,
    _ log: EventLog,
    reloads: Bool
  ) throws -> (StopSignal, HangUpSignal?) {
    try step { () throws(SystemError) in
      let hangUps = reloads ? try HangUpSignal(on: loop) : nil
      return (try StopSignal(on: loop, log, includesHangUps: !reloads), hangUps)
    }
  }

  /// What has to answer for the daemon to be alive.
  private static func watchedParts(
    _ loops: EventLoopGroup,
    _ store: any FeedStore,
    _ renderer: ImageRenderer
  ) -> [Watchdog.Part] {
    var parts = loops.loops.enumerated().map { Watchdog.Part.loop($1, "io-\($0)") }
    // One that waits for a server, for as long as its time limits say, is not stuck.
    if !(store is PostgresStore) { parts.append(.store(store)) }
    return parts + [.renderer(renderer)]
  }

  /// Runs a step of the start.
  ///
  /// - Throws: `CommandFailure` with what failed.
  static func step<Result: ~Copyable, Failure: Error>(
    _ step: () throws(Failure) -> Result
  ) throws -> Result {
    do { return try step() } catch { throw CommandFailure("can't start: \(error)") }
  }
}
