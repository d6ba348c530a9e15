// Made by protoc-gen-feedrpc from feedrpc/v1/feed.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// A user as a profile page shows them.
public struct FetchProfileResponse: FeedMessage {
  public var user: User?
  /// 0-500 characters.
  public var bio: String
  public var postCount: Int64
  public var followerCount: Int64
  public var followingCount: Int64
  /// By the viewer.
  public var isFollowed: Bool
  public var sequence: Int64

  /// A message with these fields; what is not given has its default.
  public init(
    user: User? = nil,
    bio: String = "",
    postCount: Int64 = 0,
    followerCount: Int64 = 0,
    followingCount: Int64 = 0,
    isFollowed: Bool = false,
    sequence: Int64 = 0
  ) {
    self.user = user
    self.bio = bio
    self.postCount = postCount
    self.followerCount = followerCount
    self.followingCount = followingCount
    self.isFollowed = isFollowed
    self.sequence = sequence
  }
}

extension FetchProfileResponse: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.FetchProfileResponse" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__fetch_profile_response__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__V1__FetchProfileResponse.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__V1__FetchProfileResponse>) {
    user = cStruct.pointee.user.map { User($0) }
    bio = Field.text(cStruct.pointee.bio)
    postCount = cStruct.pointee.post_count
    followerCount = cStruct.pointee.follower_count
    followingCount = cStruct.pointee.following_count
    isFollowed = cStruct.pointee.is_followed != 0
    sequence = cStruct.pointee.sequence
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__V1__FetchProfileResponse> {
    let cStruct = arena.allocate(Feedrpc__V1__FetchProfileResponse.self)
    feedrpc__v1__fetch_profile_response__init(cStruct)
    if let user { cStruct.pointee.user = user.cStruct(in: arena) }
    if !bio.isEmpty { cStruct.pointee.bio = arena.text(bio) }
    cStruct.pointee.post_count = postCount
    cStruct.pointee.follower_count = followerCount
    cStruct.pointee.following_count = followingCount
    cStruct.pointee.is_followed = isFollowed ? 1 : 0
    cStruct.pointee.sequence = sequence
    return cStruct
  }
}
