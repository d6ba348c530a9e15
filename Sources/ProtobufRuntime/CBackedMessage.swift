package import CProtobuf

/// A message that goes to and from bytes through a C struct of protobuf-c.
///
/// The conversions are generated. `MessageDecoder` and `MessageEncoder` do the rest.
package protocol CBackedMessage: FeedMessage {
  /// The struct that protoc-c generated.
  associatedtype CStruct

  /// What protobuf-c knows about the struct.
  static var descriptor: MessageDescriptor { get }

  /// Copies out of a struct that `MessageDecoder` checked; nothing of it is kept.
  init(_ source: UnsafePointer<CStruct>)

  /// Initializes a struct; what it points to is in `arena`.
  func fill(_ target: UnsafeMutablePointer<CStruct>, in arena: Arena)
}

/// protobuf-c's description of a message type: a constant of the program.
package struct MessageDescriptor: @unchecked Sendable {  // Points to constants.
  package let pointer: UnsafePointer<ProtobufCMessageDescriptor>

  @inlinable
  package init(_ pointer: UnsafePointer<ProtobufCMessageDescriptor>) { self.pointer = pointer }

  /// The descriptor that `initialize`, an `…__init` function of protoc-c, puts into its struct.
  package init<CStruct>(of initialize: (UnsafeMutablePointer<CStruct>) -> Void) {
    let pointer = withUnsafeTemporaryAllocation(of: CStruct.self, capacity: 1) { buffer in
      let target = UnsafeMutableRawPointer(buffer.baseAddress)
        .map { $0.assumingMemoryBound(to: CStruct.self) }
      guard let target else { return nil as UnsafePointer<ProtobufCMessageDescriptor>? }
      initialize(target)
      return UnsafeRawPointer(target).load(as: ProtobufCMessage.self).descriptor
    }
    guard let pointer else { preconditionFailure("a generated init function sets the descriptor") }
    self.pointer = pointer
  }
}
