import Base
import CodecPool
import CommandLineKit
import EventLoop
import FeedModel
import FeedStore
import NativeWire
import RPC
import Rendering
import SQLiteStore
import Transport

// The parts of the daemon, each made from the configuration.
extension Daemon {
  /// Opens the store and fills an empty one with the sample.
  static func openStore(_ configuration: DaemonConfiguration) async throws -> any FeedStore {
    let environment = StoreEnvironment(patternBlurhash: PatternPlaceholder.blurhash)
    let store: any FeedStore =
      switch configuration.store {
      case .memory: MemoryStore(environment: environment)
      case .sqlite:
        try start { () throws(StoreError) in
          try SQLiteStore(
            path: "\(configuration.paths.dataDirectory)/feed.sqlite",
            environment: environment
          )
        }
      }
    guard configuration.samplePostCount > 0 else { return store }
    let sample = SampleFeed(
      postCount: configuration.samplePostCount,
      seed: configuration.sampleSeed,
      patternBlurhash: PatternPlaceholder.blurhash
    )
    do {
      if try await store.fill(with: sample) {
        configuration.log.note(.info, "filled", ["posts": "\(sample.postCount)"])
      }
    } catch { throw CommandFailure("the store can't be filled: \(error)") }
    return store
  }

  static func makeRenderer(
    _ configuration: DaemonConfiguration,
    _ codecs: CodecPool
  ) -> ImageRenderer {
    let threads = RenderThreads(count: configuration.renderThreadCount)
    return ImageRenderer(
      ImageRenderer.Configuration(
        slots: configuration.renderThreadCount,
        memoryCacheByteCount: configuration.memoryCacheByteCount
      ),
      sources: [.pattern: PatternSource(threads: threads, encoder: codecs)]
    )
  }

  static func startServer(
    _ configuration: DaemonConfiguration,
    _ services: Services,
    _ loops: EventLoopGroup
  ) async throws -> Server {
    let routes = RouteTable(services.methods.map(\.descriptor))
    let log = configuration.log
    do {
      return try await Server.start(
        listeners: try listeners(configuration),
        loops: loops,
        methods: services.methods,
        interceptors: services.interceptors,
        wires: WireSelector { _, now in
          NativeServerSession(routes: routes, limits: NativeLimits(), now: now)
        },
        limits: configuration.limits,
        ownerID: configuration.policy.ownerID
      ) { notice in
        log.note(notice)
      }
    } catch { throw CommandFailure("can't listen: \(error)") }
  }

  private static func listeners(
    _ configuration: DaemonConfiguration
  ) throws(TransportError) -> [Listener] {
    if let address = configuration.address {
      return [try Listener(address, policy: configuration.policy)]
    }
    var listeners: [Listener] = []
    for number in ServiceManager.passedDescriptors() {
      listeners.append(try Listener(passed: number, policy: configuration.policy))
    }
    return listeners
  }
}
