// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
package import CProtobuf
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
    direction: FollowDirection = FollowDirection(rawValue: 0),
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
    self = try MessageDecoder.decode(wireBytes)
  }

  public func encoded() -> EncodedMessage { MessageEncoder.encode(self) }

  package init(_ cStruct: UnsafePointer<Feedrpc__V1__FetchFollowsRequest>) {
    userID = Field.text(cStruct.pointee.user_id)
    direction = FollowDirection(rawValue: Field.number(cStruct.pointee.direction.rawValue))
    pageSize = cStruct.pointee.page_size
    pageToken = Field.text(cStruct.pointee.page_token)
  }

  package func fill(
    _ cStruct: UnsafeMutablePointer<Feedrpc__V1__FetchFollowsRequest>,
    in arena: Arena
  ) {
    feedrpc__v1__fetch_follows_request__init(cStruct)
    if !userID.isEmpty { cStruct.pointee.user_id = arena.text(userID) }
    cStruct.pointee.direction = .init(rawValue: Field.cNumber(direction.rawValue))
    cStruct.pointee.page_size = pageSize
    if !pageToken.isEmpty { cStruct.pointee.page_token = arena.text(pageToken) }
  }
}
