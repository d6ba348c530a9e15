// Made by protoc-gen-feedrpc from feedrpc/v1/admin.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// The image renderer in numbers.
public struct ImageStats: FeedMessage {
  public var rendersStarted: Int64
  public var rendersFinished: Int64
  public var rendersCancelled: Int64
  public var rendersFailed: Int64
  /// Calls that joined a render under way.
  public var requestsCoalesced: Int64
  public var memoryCacheHits: Int64
  public var diskCacheHits: Int64
  public var memoryCacheBytes: Int64
  public var diskCacheBytes: Int64
  public var queuedVisible: Int32
  public var queuedPrefetch: Int32
  public var rendering: Int32

  /// A message with these fields; what is not given has its default.
  public init(
    rendersStarted: Int64 = 0,
    rendersFinished: Int64 = 0,
    rendersCancelled: Int64 = 0,
    rendersFailed: Int64 = 0,
    requestsCoalesced: Int64 = 0,
    memoryCacheHits: Int64 = 0,
    diskCacheHits: Int64 = 0,
    memoryCacheBytes: Int64 = 0,
    diskCacheBytes: Int64 = 0,
    queuedVisible: Int32 = 0,
    queuedPrefetch: Int32 = 0,
    rendering: Int32 = 0
  ) {
    self.rendersStarted = rendersStarted
    self.rendersFinished = rendersFinished
    self.rendersCancelled = rendersCancelled
    self.rendersFailed = rendersFailed
    self.requestsCoalesced = requestsCoalesced
    self.memoryCacheHits = memoryCacheHits
    self.diskCacheHits = diskCacheHits
    self.memoryCacheBytes = memoryCacheBytes
    self.diskCacheBytes = diskCacheBytes
    self.queuedVisible = queuedVisible
    self.queuedPrefetch = queuedPrefetch
    self.rendering = rendering
  }
}

extension ImageStats: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.ImageStats" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__image_stats__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__V1__ImageStats.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__V1__ImageStats>) {
    rendersStarted = cStruct.pointee.renders_started
    rendersFinished = cStruct.pointee.renders_finished
    rendersCancelled = cStruct.pointee.renders_cancelled
    rendersFailed = cStruct.pointee.renders_failed
    requestsCoalesced = cStruct.pointee.requests_coalesced
    memoryCacheHits = cStruct.pointee.memory_cache_hits
    diskCacheHits = cStruct.pointee.disk_cache_hits
    memoryCacheBytes = cStruct.pointee.memory_cache_bytes
    diskCacheBytes = cStruct.pointee.disk_cache_bytes
    queuedVisible = cStruct.pointee.queued_visible
    queuedPrefetch = cStruct.pointee.queued_prefetch
    rendering = cStruct.pointee.rendering
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__V1__ImageStats> {
    let cStruct = arena.allocate(Feedrpc__V1__ImageStats.self)
    feedrpc__v1__image_stats__init(cStruct)
    cStruct.pointee.renders_started = rendersStarted
    cStruct.pointee.renders_finished = rendersFinished
    cStruct.pointee.renders_cancelled = rendersCancelled
    cStruct.pointee.renders_failed = rendersFailed
    cStruct.pointee.requests_coalesced = requestsCoalesced
    cStruct.pointee.memory_cache_hits = memoryCacheHits
    cStruct.pointee.disk_cache_hits = diskCacheHits
    cStruct.pointee.memory_cache_bytes = memoryCacheBytes
    cStruct.pointee.disk_cache_bytes = diskCacheBytes
    cStruct.pointee.queued_visible = queuedVisible
    cStruct.pointee.queued_prefetch = queuedPrefetch
    cStruct.pointee.rendering = rendering
    return cStruct
  }
}
