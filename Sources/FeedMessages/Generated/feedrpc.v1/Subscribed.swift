// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
package import CProtobuf
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
    self = try MessageDecoder.decode(wireBytes)
  }

  public func encoded() -> EncodedMessage { MessageEncoder.encode(self) }

  package init(_ cStruct: UnsafePointer<Feedrpc__V1__Subscribed>) {
    feedID = Field.text(cStruct.pointee.feed_id)
    viewer = Field.message(cStruct.pointee.viewer)
    serverVersion = Field.text(cStruct.pointee.server_version)
  }

  package func fill(_ cStruct: UnsafeMutablePointer<Feedrpc__V1__Subscribed>, in arena: Arena) {
    feedrpc__v1__subscribed__init(cStruct)
    if !feedID.isEmpty { cStruct.pointee.feed_id = arena.text(feedID) }
    if let viewer { cStruct.pointee.viewer = arena.message(viewer) }
    if !serverVersion.isEmpty { cStruct.pointee.server_version = arena.text(serverVersion) }
  }
}
