// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// A page of users who like the post.
public struct FetchLikesResponse: FeedMessage {
  /// Newest like first.
  public var users: [User]
  /// Empty: there are no more.
  public var nextPageToken: String
  public var sequence: Int64

  /// A message with these fields; what is not given has its default.
  public init(
    users: [User] = [],
    nextPageToken: String = "",
    sequence: Int64 = 0
  ) {
    self.users = users
    self.nextPageToken = nextPageToken
    self.sequence = sequence
  }
}

extension FetchLikesResponse: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.FetchLikesResponse" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__fetch_likes_response__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__V1__FetchLikesResponse.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__V1__FetchLikesResponse>) {
    users = Field.messages(cStruct.pointee.users, cStruct.pointee.n_users) { User($0) }
    nextPageToken = Field.text(cStruct.pointee.next_page_token)
    sequence = cStruct.pointee.sequence
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__V1__FetchLikesResponse> {
    let cStruct = arena.allocate(Feedrpc__V1__FetchLikesResponse.self)
    feedrpc__v1__fetch_likes_response__init(cStruct)
    cStruct.pointee.n_users = users.count
    cStruct.pointee.users = arena.values(users) { $0.cStruct(in: arena) }
    if !nextPageToken.isEmpty { cStruct.pointee.next_page_token = arena.text(nextPageToken) }
    cStruct.pointee.sequence = sequence
    return cStruct
  }
}
