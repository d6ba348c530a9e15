import Base
import CodecPool
import FeedMessages
import FeedModel
import FeedServices
import FeedStore
import Glibc
import RPC
import Rendering
import Transport

/// Every method that the daemon serves, and what watches the calls.
struct Services {
  let methods: [ServerMethod]
  let interceptors: [any ServerInterceptor]
  /// Known once the server runs; until then there are none.
  let loops = LoopCounts()
  /// Whom the feed's changes are told to.
  let watches: WatchHub
  /// Whether the server can do its work.
  let health: HealthHub

  init(
    _ configuration: DaemonConfiguration,
    store: any FeedStore,
    renderer: ImageRenderer,
    codecs: CodecPool,
    photos: PhotoKeeper,
    directory: PhotoDirectory,
    status: StatusLine,
    startedAt: FeedModel.Timestamp
  ) {
    let authority = Authority(ownerUserID: configuration.policy.ownerID)
    let viewers = ViewerDirectory(authority, realm: configuration.realm, accountName: Accounts.name)
    watches = WatchHub(store)
    let feed = FeedHandler(store, viewers: viewers, photos: photos, watches: watches)
    var methods = feed.methods(FeedPages(store))
    methods +=
      ImageHandler(
        renderer,
        photos: directory,
        viewers: viewers,
        memoryFiles: MemoryFileAccess(
          ownerUserID: configuration.policy.ownerID,
          allowedUserIDs: configuration.memoryFileUserIDs
        )
      ) { () async throws(EncodingError) in
        let known = codecs.buildIdentity
        return known.isEmpty ? try await codecs.awaitBuildIdentity() : known
      }.methods
    // The administrator's service tells the numbers of all, its own included.
    let metrics = CallMetrics(Self.descriptors(withBenchmark: configuration.servesBenchmark))
    let process = AdminHandler.Process(
      startedAt: startedAt,
      version: Version.text,
      processID: getpid(),
      loops: loops.counts,
      residentByteCount: ResidentMemory.byteCount
    )
    methods +=
      AdminHandler(
        process,
        metrics: metrics,
        renderer: renderer,
        store: store,
        viewers: viewers
      ).methods
    if configuration.servesBenchmark { methods += EchoHandler().servedMethods }
    let descriptors = Self.descriptors(withBenchmark: configuration.servesBenchmark)
    let names = Set(descriptors.map(\.service))
    health = Self.health(of: names, authority, store, renderer, codecs) { trouble in
      configuration.log.note(trouble)
      status.note(trouble.trouble, isThere: trouble.isThere)
    }
    methods += health.methods + ReflectionHandler(services: names).allMethods
    precondition(
      methods.map(\.descriptor) == descriptors,
      "calls are counted by the place of their method"
    )
    self.methods = methods
    var interceptors: [any ServerInterceptor] = [
      metrics, CallLog(configuration.log), StoreWatch(health),
    ]
    if !configuration.faults.isEmpty { interceptors.append(FaultInjection(configuration.faults)) }
    self.interceptors = interceptors
  }

  /// What tells of the daemon's health.
  private static func health(
    of services: Set<String>,
    _ authority: Authority,
    _ store: any FeedStore,
    _ renderer: ImageRenderer,
    _ codecs: CodecPool,
    report: @escaping @Sendable (HealthReport) -> Void
  ) -> HealthHub {
    HealthHub(
      services: services,
      authority: authority,
      parts: HealthHub.Parts(
        isRendererWedged: { renderer.isWedged(at: $0) },
        hasEncoder: { codecs.isAvailable },
        tryStore: {
          do throws(StoreError) { try await store.tryWriting() } catch { return error }
          return nil
        }
      ),
      report: report
    )
  }

  /// The methods by name, in the order in which they are served.
  static func descriptors(withBenchmark servesBenchmark: Bool) -> [MethodDescriptor] {
    FeedServiceMethods.all + ImageServiceMethods.all + AdminServiceMethods.all
      + (servesBenchmark ? EchoServiceMethods.all : []) + HealthMethods.all
      + ReflectionHandler.descriptors
  }
}
