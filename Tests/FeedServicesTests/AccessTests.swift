import Base
import FeedMessages
import FeedModel
import RPC
import Testing
import Waiting

@testable import FeedServices

/// Who may call what: a row for each method that a daemon serves.
@Suite(.timeLimit(.minutes(10))) struct AccessTests {
  enum Audience: Sendable {
    /// Everybody who may connect.
    case everybody
    /// Those who have a feed user.
    case users
    /// The daemon's owner and root.
    case operators
  }

  static let table: [(path: String, audience: Audience)] = [
    ("feedrpc.v1.FeedService/FetchFeedPage", .users),
    ("feedrpc.v1.FeedService/FetchPosts", .users),
    ("feedrpc.v1.FeedService/ToggleLike", .users),
    ("feedrpc.v1.FeedService/AddComment", .users),
    ("feedrpc.v1.FeedService/DeleteComment", .users),
    ("feedrpc.v1.FeedService/FetchComments", .users),
    ("feedrpc.v1.FeedService/FetchProfile", .users),
    ("feedrpc.v1.FeedService/UpdateProfile", .users),
    ("feedrpc.v1.FeedService/SetFollow", .users),
    ("feedrpc.v1.FeedService/FetchLikes", .users),
    ("feedrpc.v1.FeedService/FetchFollows", .users),
    ("feedrpc.v1.FeedService/UploadPhoto", .users),
    ("feedrpc.v1.FeedService/CreatePost", .users),
    ("feedrpc.v1.FeedService/DeletePost", .users),
    ("feedrpc.v1.FeedService/WatchFeed", .users),
    ("feedrpc.v1.ImageService/StreamImage", .everybody),
    ("feedrpc.v1.ImageService/PrefetchImages", .everybody),
    ("feedrpc.v1.AdminService/GetStats", .operators),
    ("feedrpc.bench.v1.EchoService/Echo", .everybody),
    ("feedrpc.bench.v1.EchoService/StreamBytes", .everybody),
    ("feedrpc.bench.v1.EchoService/CollectBytes", .everybody),
    ("feedrpc.bench.v1.EchoService/EchoStream", .everybody),
    ("feedrpc.bench.v1.EchoService/EchoAtOnce", .everybody),
    ("grpc.health.v1.Health/Check", .everybody),
    ("grpc.health.v1.Health/List", .everybody),
    ("grpc.health.v1.Health/Watch", .everybody),
    ("grpc.reflection.v1.ServerReflection/ServerReflectionInfo", .everybody),
    ("grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo", .everybody),
  ]

  private static let stranger: UInt32 = 501

  private static func methods() -> [ServerMethod] {
    let feed = Feed()
    let studio = ImageStudio()
    let process = AdminHandler.Process(
      startedAt: .init(microseconds: 0),
      version: "",
      processID: 1,
      loops: { [] },
      residentByteCount: { 0 }
    )
    let admin = AdminHandler(
      process,
      metrics: CallMetrics([]),
      renderer: studio.renderer,
      store: feed.store,
      viewers: Feed.viewers
    )
    let health = HealthHub(
      services: [],
      authority: Authority(ownerUserID: FakeCall.ownerID),
      parts: HealthHub.Parts(
        isRendererWedged: { _ in false },
        hasEncoder: { true },
        tryStore: { nil }
      )
    )
    return feed.handler.methods(FeedPages(feed.store)) + studio.handler.methods + admin.methods
      + EchoHandler().servedMethods + health.methods + ReflectionHandler(services: []).allMethods
  }

  @Test func everyMethodHasItsRow() {
    #expect(Self.methods().map(\.descriptor.path) == Self.table.map(\.path))
  }

  @Test(arguments: [
    FakeCall.ownerID, 0, stranger, Authority.unmappedUserID,
  ])
  func whoIsNotAmongThemIsRefusedAndNobodyElse(uid: UInt32) async throws {
    for (method, row) in zip(Self.methods(), Self.table) {
      let isOperator = uid == 0 || uid == FakeCall.ownerID
      let isAllowed =
        switch row.audience {
        case .everybody: true
        case .users: uid != Authority.unmappedUserID
        case .operators: isOperator
        }
      let error = try await Self.end(of: method, uid: uid)
      #expect((error?.code != .permissionDenied) == isAllowed, "\(row.path) \(uid)")
    }
  }

  /// What a call with an empty message ends with; one that goes on is given up once it has
  /// answered something.
  private static func end(
    of method: ServerMethod,
    uid: UInt32
  ) async throws -> RPCError? {
    let hasOneRequest = !method.descriptor.kind.streamsRequests
    let call = FakeCall(method.descriptor, uid: uid, messages: hasOneRequest ? [Bytes()] : [])
    let end = Watched<RPCError??>(nil)
    let task = Task {
      do throws(RPCError) {
        try await method.run(call)
        end.change { $0 = .some(nil) }
      } catch { end.change { $0 = error } }
    }
    try await waitUntil { end.value != nil || call.sentCount > 0 }
    task.cancel()
    return try await end.until { $0 }
  }
}
