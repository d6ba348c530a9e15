// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// Likes a post or takes the like back.
public struct ToggleLikeRequest: FeedMessage {
  public var postID: String
  public var intent: LikeIntent
  /// Makes a retry harmless; may be empty, else 1-64 characters, unique to this viewer and method.
  ///
  /// A repeat (a retry after a lost connection, at the same time on another connection, after a
  /// restart) is applied once and answered with the state as it is then; a repeat with other
  /// content: INVALID_ARGUMENT; of what was deleted since: NOT_FOUND, reason ALREADY_DELETED. Only
  /// successes are remembered. ToggleLike remembers for 24 hours; AddComment and CreatePost as long
  /// as what they made exists, and 24 hours after it was deleted.
  public var requestID: String

  /// A message with these fields; what is not given has its default.
  public init(
    postID: String = "",
    intent: LikeIntent = .unspecified,
    requestID: String = ""
  ) {
    self.postID = postID
    self.intent = intent
    self.requestID = requestID
  }
}

extension ToggleLikeRequest: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.ToggleLikeRequest" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__toggle_like_request__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__V1__ToggleLikeRequest.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__V1__ToggleLikeRequest>) {
    postID = Field.text(cStruct.pointee.post_id)
    intent = LikeIntent(rawValue: Field.number(cStruct.pointee.intent.rawValue))
    requestID = Field.text(cStruct.pointee.request_id)
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__V1__ToggleLikeRequest> {
    let cStruct = arena.allocate(Feedrpc__V1__ToggleLikeRequest.self)
    feedrpc__v1__toggle_like_request__init(cStruct)
    if !postID.isEmpty { cStruct.pointee.post_id = arena.text(postID) }
    cStruct.pointee.intent = .init(rawValue: Field.cNumber(intent.rawValue))
    if !requestID.isEmpty { cStruct.pointee.request_id = arena.text(requestID) }
    return cStruct
  }
}
