// Made by protoc-gen-feedrpc from feedrpc/v1/admin.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
package import CProtobuf
public import ProtobufRuntime

/// The calls of one method.
public struct MethodStats: FeedMessage {
  /// As `package.Service/Method`.
  public var method: String
  public var inFlight: Int64
  public var finished: [CodeCount]
  /// Of the last 60 seconds, in microseconds.
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
    self = try MessageDecoder.decode(wireBytes)
  }

  public func encoded() -> EncodedMessage { MessageEncoder.encode(self) }

  package init(_ cStruct: UnsafePointer<Feedrpc__V1__MethodStats>) {
    method = Field.text(cStruct.pointee.method)
    inFlight = cStruct.pointee.in_flight
    finished = Field.messages(cStruct.pointee.finished, cStruct.pointee.n_finished)
    latencyP50Microseconds = cStruct.pointee.latency_p50_us
    latencyP99Microseconds = cStruct.pointee.latency_p99_us
    bytesReceived = cStruct.pointee.bytes_received
    bytesSent = cStruct.pointee.bytes_sent
  }

  package func fill(_ cStruct: UnsafeMutablePointer<Feedrpc__V1__MethodStats>, in arena: Arena) {
    feedrpc__v1__method_stats__init(cStruct)
    if !method.isEmpty { cStruct.pointee.method = arena.text(method) }
    cStruct.pointee.in_flight = inFlight
    cStruct.pointee.n_finished = finished.count
    cStruct.pointee.finished = arena.values(finished) { arena.message($0) }
    cStruct.pointee.latency_p50_us = latencyP50Microseconds
    cStruct.pointee.latency_p99_us = latencyP99Microseconds
    cStruct.pointee.bytes_received = bytesReceived
    cStruct.pointee.bytes_sent = bytesSent
  }
}
