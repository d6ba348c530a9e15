// Made by protoc-gen-feedrpc from feedrpc/v1/admin.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// A thread that serves connections.
///
/// What it does from one look for events to the next is a turn: meanwhile nobody else on it is
/// served.
public struct LoopStats: FeedMessage {
  public var connectionsOpen: Int64
  /// Turns that took longer than 100 ms.
  public var lateTurns: Int64
  /// The longest one, in microseconds.
  public var longestTurnMicroseconds: Int64

  /// A message with these fields; what is not given has its default.
  public init(
    connectionsOpen: Int64 = 0,
    lateTurns: Int64 = 0,
    longestTurnMicroseconds: Int64 = 0
  ) {
    self.connectionsOpen = connectionsOpen
    self.lateTurns = lateTurns
    self.longestTurnMicroseconds = longestTurnMicroseconds
  }
}

extension LoopStats: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.LoopStats" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__loop_stats__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__V1__LoopStats.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__V1__LoopStats>) {
    connectionsOpen = cStruct.pointee.connections_open
    lateTurns = cStruct.pointee.late_turns
    longestTurnMicroseconds = cStruct.pointee.longest_turn_us
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__V1__LoopStats> {
    let cStruct = arena.allocate(Feedrpc__V1__LoopStats.self)
    feedrpc__v1__loop_stats__init(cStruct)
    cStruct.pointee.connections_open = connectionsOpen
    cStruct.pointee.late_turns = lateTurns
    cStruct.pointee.longest_turn_us = longestTurnMicroseconds
    return cStruct
  }
}
