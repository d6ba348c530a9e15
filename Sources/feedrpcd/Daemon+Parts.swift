import Base
import CodecPool
import CommandLineKit
import EventLoop
import FeedModel
import FeedServices
import FeedStore
import Glibc
import HTTP2Wire
import NativeWire
import PostgresStore
import RPC
import Rendering
import SQLiteStore
import Transport

// The parts of the daemon, each made from the configuration.
extension Daemon {
  /// Opens the store and fills an empty one with the sample.
  static func openStore(_ configuration: DaemonConfiguration) async throws -> any FeedStore {
    let environment = StoreEnvironment(patternBlurhash: PatternPlaceholder.blurhash)
    let store = try makeStore(configuration, environment)
    guard configuration.samplePostCount > 0 else { return store }
    ServiceManager.notify(.status("Filling the store with \(configuration.samplePostCount) posts"))
    let sample = SampleFeed(
      postCount: configuration.samplePostCount,
      seed: configuration.sampleSeed,
      patternBlurhash: PatternPlaceholder.blurhash
    )
    do {
      let posts = "\(sample.postCount)"
      if try await store.fill(with: sample) {
        configuration.log.note(.info, "filled", ["posts": posts])
      } else {
        let reason = "the store is not empty, and only an empty one is filled with a sample"
        configuration.log.note(.info, "not_filled", ["posts": posts, "reason": reason])
      }
    } catch { throw CommandFailure(error, filling: configuration.store.name) }
    return store
  }

  private static func makeStore(
    _ configuration: DaemonConfiguration,
    _ environment: StoreEnvironment
  ) throws -> any FeedStore {
    let (place, log) = (configuration.store, configuration.log)
    do throws(StoreError) {
      switch place {
      case .file(let path): return try SQLiteStore(path: path, environment: environment)
      case .memory: return MemoryStore(environment: environment)
      case .server(let settings):
        return try PostgresStore(settings, environment: environment, keepsPhotos: true) {
          (told, newest) in
          // Caches and clients hold what never was; the service manager starts it anew.
          log.note(
            .error,
            "commits_lost",
            ["told": "\(told.number)", "newest": "\(newest.number)"]
          )
          _exit(ExitCode.failed.rawValue)
        }
      }
    } catch { throw CommandFailure(error, opening: place.name) }
  }

  static func makeLoops(_ configuration: DaemonConfiguration) throws -> EventLoopGroup {
    let (count, busyPoll) = (configuration.loopCount, configuration.busyPoll)
    return try step { () throws(SystemError) in
      try EventLoopGroup(count: count, name: "io", busyPoll: busyPoll)
    }
  }

  static func makeCodecs(_ configuration: DaemonConfiguration) -> CodecPool {
    let log = configuration.log
    return CodecPool(
      workerCount: configuration.renderThreadCount,
      logFormat: log.format
    ) { event in
      log.note(event)
    }
  }

  static func makeKeeper(
    _ store: any FeedStore,
    _ photos: any PhotoStore,
    _ codecs: CodecPool,
    _ directory: PhotoDirectory,
    _ renderer: ImageRenderer
  ) -> PhotoKeeper {
    PhotoKeeper(feed: store, bytes: photos, codec: codecs, directory: directory) { name in
      await renderer.purge(.photo, name: name)
    }
  }

  static func makeDirectory(
    of store: any FeedStore,
    _ photos: any PhotoStore
  ) -> PhotoDirectory {
    let directory = PhotoDirectory(feed: store, bytes: photos)
    // Other daemons on the feed remove photos too, with what shows them.
    guard store is PostgresStore else { return directory }
    store.observeCommits { commit in
      let removesPhotos = commit.changes.contains { change in
        switch change {
        case .postDeleted, .userChanged: true
        case .postCreated, .postLiked, .commentAdded, .commentDeleted, .followChanged: false
        }
      }
      if removesPhotos || !commit.isComplete { directory.forgetAll() }
    }
    return directory
  }

  static func makeRenderer(
    _ configuration: DaemonConfiguration,
    _ codecs: CodecPool,
    _ cache: DiskCache?,
    _ memory: MemoryKeeper,
    photos: any PhotoLibrary
  ) -> ImageRenderer {
    let threads = RenderThreads(
      count: configuration.renderThreadCount,
      niceness: RenderLimits.niceness
    )
    let sources: [PictureID.Kind: any PictureSource] = [
      .pattern: PatternSource(threads: threads, encoder: codecs),
      .photo: PhotoSource(library: photos, codec: codecs),
    ]
    return ImageRenderer(
      ImageRenderer.Configuration(
        slots: configuration.renderThreadCount,
        memoryCacheByteCount: configuration.memoryCacheByteCount,
        memoryFileLimit: ProcessSetup.descriptorLimit.map {
          min(RenderLimits.memoryFiles, $0 / RenderLimits.memoryFileFraction)
        } ?? RenderLimits.memoryFiles
      ),
      sources: sources,
      disk: cache,
      codec: { codecs.buildIdentity },
      becameIdle: memory.burstEnded
    )
  }

  static func startServer(
    _ configuration: DaemonConfiguration,
    _ services: Services,
    _ loops: EventLoopGroup,
    _ memory: MemoryKeeper
  ) async throws -> Server {
    let routes = RouteTable(services.methods.map(\.descriptor))
    var limits = NativeLimits()
    limits.descriptorCount = NativeLimits.standardDescriptorCount
    let log = configuration.log
    let listeners = try listeners(configuration)
    do throws(TransportError) {
      return try await Server.start(
        listeners: listeners,
        loops: loops,
        methods: services.methods,
        interceptors: services.interceptors,
        wires: WireSelector { [limits] _, now in
          NativeServerSession(routes: routes, limits: limits, now: now)
        } http2: { _, now in
          HTTP2ServerSession(routes: routes, limits: HTTP2Limits(), now: now)
        },
        limits: configuration.limits,
        ownerID: configuration.policy.ownerID
      ) { notice in
        if case .memoryFreed = notice { memory.burstEnded() }
        log.note(notice)
      }
    } catch { throw CommandFailure("can't listen: \(error)") }
  }

  /// Takes the sockets that clients connect to.
  ///
  /// - Throws: `CommandFailure` where one can't be had.
  static func listeners(_ configuration: DaemonConfiguration) throws -> [Listener] {
    let policy = configuration.policy
    do throws(TransportError) {
      switch configuration.entrance {
      case .address(let address): return [try Listener(address, policy: policy)]
      case .inherited(let numbers):
        return try numbers.map { (number) throws(TransportError) in
          try Listener(passed: number, policy: policy)
        }
      }
    } catch { throw CommandFailure("can't listen: \(error)") }
  }
}
