// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// Where a watch starts.
public struct Subscribed: FeedMessage {
  /// Made with the store; changes when the store is another one.
  public var feedID: String
  public var viewer: User?
  public var serverVersion: String

  /// A message with these fields; what is not given has its default.
  public init(
    feedID: String = "",
    viewer: User? = nil,
    serverVersion: String = ""
  ) {
    self.feedID = feedID
    self.viewer = viewer
    self.serverVersion = serverVersion
  }
}

extension Subscribed: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.Subscribed" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__subscribed__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__V1__Subscribed.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__V1__Subscribed>) {
    feedID = Field.text(cStruct.pointee.feed_id)
    viewer = cStruct.pointee.viewer.map { User($0) }
    serverVersion = Field.text(cStruct.pointee.server_version)
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__V1__Subscribed> {
    let cStruct = arena.allocate(Feedrpc__V1__Subscribed.self)
    feedrpc__v1__subscribed__init(cStruct)
    if !feedID.isEmpty { cStruct.pointee.feed_id = arena.text(feedID) }
    if let viewer { cStruct.pointee.viewer = viewer.cStruct(in: arena) }
    if !serverVersion.isEmpty { cStruct.pointee.server_version = arena.text(serverVersion) }
    return cStruct
  }
}
