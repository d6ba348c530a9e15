// Made by protoc-gen-feedrpc from feedrpc/v1/admin.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CProtobuf
public import ProtobufRuntime

/// The calls of one method.
public struct MethodStats: FeedMessage {
  /// As `package.Service/Method`.
  public var method: String
  public var inFlight: Int64
  public var finished: [CodeCount]
  /// Of the last 60 seconds, in microseconds, 1 at least; 0: no call ended in them.
  public var latencyP50Microseconds: Int64
  public var latencyP99Microseconds: Int64
  public var bytesReceived: Int64
  public var bytesSent: Int64

  /// A message with these fields; what is not given has its default.
  public init(
    method: String = "",
    inFlight: Int64 = 0,
    finished: [CodeCount] = [],
    latencyP50Microseconds: Int64 = 0,
    latencyP99Microseconds: Int64 = 0,
    bytesReceived: Int64 = 0,
    bytesSent: Int64 = 0
  ) {
    self.method = method
    self.inFlight = inFlight
    self.finished = finished
    self.latencyP50Microseconds = latencyP50Microseconds
    self.latencyP99Microseconds = latencyP99Microseconds
    self.bytesReceived = bytesReceived
    self.bytesSent = bytesSent
  }
}

extension MethodStats: CBackedMessage {
  public static var fullName: String { "feedrpc.v1.MethodStats" }

  package static let descriptor = MessageDescriptor(of: feedrpc__v1__method_stats__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__V1__MethodStats.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__V1__MethodStats>) {
    method = Field.text(cStruct.pointee.method)
    inFlight = cStruct.pointee.in_flight
    finished = Field.messages(
      cStruct.pointee.finished,
      cStruct.pointee.n_finished
    ) { CodeCount($0) }
    latencyP50Microseconds = cStruct.pointee.latency_p50_us
    latencyP99Microseconds = cStruct.pointee.latency_p99_us
    bytesReceived = cStruct.pointee.bytes_received
    bytesSent = cStruct.pointee.bytes_sent
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__V1__MethodStats> {
    let cStruct = arena.allocate(Feedrpc__V1__MethodStats.self)
    feedrpc__v1__method_stats__init(cStruct)
    if !method.isEmpty { cStruct.pointee.method = arena.text(method) }
    cStruct.pointee.in_flight = inFlight
    cStruct.pointee.n_finished = finished.count
    cStruct.pointee.finished = arena.values(finished) { $0.cStruct(in: arena) }
    cStruct.pointee.latency_p50_us = latencyP50Microseconds
    cStruct.pointee.latency_p99_us = latencyP99Microseconds
    cStruct.pointee.bytes_received = bytesReceived
    cStruct.pointee.bytes_sent = bytesSent
    return cStruct
  }
}
