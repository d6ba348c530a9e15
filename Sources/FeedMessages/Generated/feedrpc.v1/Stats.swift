// Made by protoc-gen-feedrpc from feedrpc/v1/admin.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// The daemon in numbers.
public struct Stats: FeedMessage {
  public var startedAt: Timestamp?
  public var version: String
  public var processID: Int32
  public var connectionsOpen: Int64
  public var connectionsTotal: Int64
  public var residentBytes: Int64
  public var methods: [MethodStats]
  public var images: ImageStats?
  /// Absent while the store does not answer.
  public var store: StoreStats?
  /// Of the threads that serve connections, one each.
  public var loops: [LoopStats]

  /// A message with these fields; what is not given has its default.
  public init(
    startedAt: Timestamp? = nil,
    version: String = "",
    processID: Int32 = 0,
    connectionsOpen: Int64 = 0,
    connectionsTotal: Int64 = 0,
    residentBytes: Int64 = 0,
    methods: [MethodStats] = [],
    images: ImageStats? = nil,
    store: StoreStats? = nil,
    loops: [LoopStats] = []
  ) {
    self.startedAt = startedAt
    self.version = version
    self.processID = processID
    self.connectionsOpen = connectionsOpen
    self.connectionsTotal = connectionsTotal
    self.residentBytes = residentBytes
    self.methods = methods
    self.images = images
    self.store = store
    self.loops = loops
  }
}

extension Stats: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.Stats" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__stats__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__V1__Stats.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__V1__Stats>) {
    startedAt = cStruct.pointee.started_at.map { Timestamp($0) }
    version = Field.text(cStruct.pointee.version)
    processID = cStruct.pointee.process_id
    connectionsOpen = cStruct.pointee.connections_open
    connectionsTotal = cStruct.pointee.connections_total
    residentBytes = cStruct.pointee.resident_bytes
    methods = Field.messages(cStruct.pointee.methods, cStruct.pointee.n_methods) { MethodStats($0) }
    images = cStruct.pointee.images.map { ImageStats($0) }
    store = cStruct.pointee.store.map { StoreStats($0) }
    loops = Field.messages(cStruct.pointee.loops, cStruct.pointee.n_loops) { LoopStats($0) }
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__V1__Stats> {
    let cStruct = arena.allocate(Feedrpc__V1__Stats.self)
    feedrpc__v1__stats__init(cStruct)
    if let startedAt { cStruct.pointee.started_at = startedAt.cStruct(in: arena) }
    if !version.isEmpty { cStruct.pointee.version = arena.text(version) }
    cStruct.pointee.process_id = processID
    cStruct.pointee.connections_open = connectionsOpen
    cStruct.pointee.connections_total = connectionsTotal
    cStruct.pointee.resident_bytes = residentBytes
    cStruct.pointee.n_methods = methods.count
    cStruct.pointee.methods = arena.values(methods) { $0.cStruct(in: arena) }
    if let images { cStruct.pointee.images = images.cStruct(in: arena) }
    if let store { cStruct.pointee.store = store.cStruct(in: arena) }
    cStruct.pointee.n_loops = loops.count
    cStruct.pointee.loops = arena.values(loops) { $0.cStruct(in: arena) }
    return cStruct
  }
}
