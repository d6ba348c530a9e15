// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// Asks for a page of a user's followers, or of whom the user follows.
public struct FetchFollowsRequest: FeedMessage {
  /// Empty: the viewer.
  public var userID: String
  public var direction: FollowDirection
  /// 0: 50; more than 200 is served as 200; negative: INVALID_ARGUMENT.
  public var pageSize: Int32
  /// Empty: the first page.
  public var pageToken: String

  /// A message with these fields; what is not given has its default.
  public init(
    userID: String = "",
    direction: FollowDirection = .unspecified,
    pageSize: Int32 = 0,
    pageToken: String = ""
  ) {
    self.userID = userID
    self.direction = direction
    self.pageSize = pageSize
    self.pageToken = pageToken
  }
}

extension FetchFollowsRequest: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.FetchFollowsRequest" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__fetch_follows_request__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__V1__FetchFollowsRequest.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__V1__FetchFollowsRequest>) {
    userID = Field.text(cStruct.pointee.user_id)
    direction = FollowDirection(rawValue: Field.number(cStruct.pointee.direction.rawValue))
    pageSize = cStruct.pointee.page_size
    pageToken = Field.text(cStruct.pointee.page_token)
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__V1__FetchFollowsRequest> {
    let cStruct = arena.allocate(Feedrpc__V1__FetchFollowsRequest.self)
    feedrpc__v1__fetch_follows_request__init(cStruct)
    if !userID.isEmpty { cStruct.pointee.user_id = arena.text(userID) }
    cStruct.pointee.direction = .init(rawValue: Field.cNumber(direction.rawValue))
    cStruct.pointee.page_size = pageSize
    if !pageToken.isEmpty { cStruct.pointee.page_token = arena.text(pageToken) }
    return cStruct
  }
}
