// Made by protoc-gen-feedrpc from feedrpc/testing/v1/kinds.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CTestProtobuf
public import ProtobufRuntime

/// Names that Swift, C or API guidelines want otherwise.
public struct Names: FeedMessage {
  public var `default`: Int32
  public var `class`: String
  public var `where`: Bool
  public var shareURL: String
  public var postIDs: [String]
  public var waitedMicroseconds: Int64
  public var `internal`: Names.Internal?
  /// At most one of several; nil: none.
  public var `return`: Return?

  /// A message with these fields; what is not given has its default.
  public init(
    `default`: Int32 = 0,
    `class`: String = "",
    `where`: Bool = false,
    shareURL: String = "",
    postIDs: [String] = [],
    waitedMicroseconds: Int64 = 0,
    `internal`: Names.Internal? = nil,
    `return`: Return? = nil
  ) {
    self.default = `default`
    self.class = `class`
    self.where = `where`
    self.shareURL = shareURL
    self.postIDs = postIDs
    self.waitedMicroseconds = waitedMicroseconds
    self.internal = `internal`
    self.return = `return`
  }

  /// What `return` can be.
  public enum Return: Hashable, Sendable {
    case `func`(String)
    case `in`(Int32)
  }

  /// Nested, with a name that is a keyword in lower case.
  public struct Internal: FeedMessage {
    public var kind: Names.Internal.Kind

    /// A message with these fields; what is not given has its default.
    public init(
      kind: Names.Internal.Kind = .unspecified
    ) {
      self.kind = kind
    }

    /// An enum two levels down.
    public enum Kind: RawRepresentable, CaseIterable, Hashable, Sendable {
      case unspecified
      case `internal`
      case value2d
      /// A number that this version does not know.
      case unrecognized(Int32)

      /// Every value with a name.
      public static let allCases: [Kind] = [.unspecified, .internal, .value2d]

      /// The value of a number; a number without a name is `unrecognized`.
      public init(rawValue: Int32) {
        switch rawValue {
        case 0: self = .unspecified
        case 1: self = .internal
        case 2: self = .value2d
        default: self = .unrecognized(rawValue)
        }
      }

      /// The number on the wire.
      public var rawValue: Int32 {
        switch self {
        case .unspecified: 0
        case .internal: 1
        case .value2d: 2
        case .unrecognized(let number): number
        }
      }
    }
  }
}

extension Names: CBackedMessage {
  public static var fullName: String { "feedrpc.testing.v1.Names" }

  package static let descriptor = MessageDescriptor(of: feedrpc__testing__v1__names__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__Testing__V1__Names.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__Testing__V1__Names>) {
    `default` = cStruct.pointee.default_
    `class` = Field.text(cStruct.pointee.class_)
    `where` = cStruct.pointee.where != 0
    shareURL = Field.text(cStruct.pointee.share_url)
    postIDs = Field.values(cStruct.pointee.post_ids, cStruct.pointee.n_post_ids) { Field.text($0) }
    waitedMicroseconds = cStruct.pointee.waited_us
    `internal` = cStruct.pointee.internal.map { Names.Internal($0) }
    switch cStruct.pointee.return_case.rawValue {
    case 8:
      `return` = .func(Field.text(cStruct.pointee.func))
    case 9:
      `return` = .in(cStruct.pointee.in)
    default: `return` = nil
    }
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__Testing__V1__Names> {
    let cStruct = arena.allocate(Feedrpc__Testing__V1__Names.self)
    feedrpc__testing__v1__names__init(cStruct)
    cStruct.pointee.default_ = `default`
    if !`class`.isEmpty { cStruct.pointee.class_ = arena.text(`class`) }
    cStruct.pointee.where = `where` ? 1 : 0
    if !shareURL.isEmpty { cStruct.pointee.share_url = arena.text(shareURL) }
    cStruct.pointee.n_post_ids = postIDs.count
    cStruct.pointee.post_ids = arena.values(postIDs) { arena.text($0) }
    cStruct.pointee.waited_us = waitedMicroseconds
    if let `internal` { cStruct.pointee.internal = `internal`.cStruct(in: arena) }
    switch `return` {
    case .func(let value):
      cStruct.pointee.return_case = .init(rawValue: 8)
      cStruct.pointee.func = arena.text(value)
    case .in(let value):
      cStruct.pointee.return_case = .init(rawValue: 9)
      cStruct.pointee.in = value
    case nil: break
    }
    return cStruct
  }
}

extension Names.Internal: CBackedMessage {
  public static var fullName: String { "feedrpc.testing.v1.Names.Internal" }

  package static let descriptor = MessageDescriptor(of: feedrpc__testing__v1__names__internal__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__Testing__V1__Names__Internal.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__Testing__V1__Names__Internal>) {
    kind = Names.Internal.Kind(rawValue: Field.number(cStruct.pointee.kind.rawValue))
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__Testing__V1__Names__Internal> {
    let cStruct = arena.allocate(Feedrpc__Testing__V1__Names__Internal.self)
    feedrpc__testing__v1__names__internal__init(cStruct)
    cStruct.pointee.kind = .init(rawValue: Field.cNumber(kind.rawValue))
    return cStruct
  }
}
