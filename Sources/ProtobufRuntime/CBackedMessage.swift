package import CProtobuf

/// A message that goes to and from bytes through a C struct of protobuf-c.
package protocol CBackedMessage: FeedMessage {
  /// What protobuf-c knows about the struct.
  static var descriptor: MessageDescriptor { get }
}

/// protobuf-c's description of a message type: a constant of the program.
package struct MessageDescriptor: @unchecked Sendable {  // Points to constants.
  package let pointer: UnsafePointer<ProtobufCMessageDescriptor>

  package init(_ pointer: UnsafePointer<ProtobufCMessageDescriptor>) { self.pointer = pointer }

  /// The descriptor that `initialize`, an `…__init` function of protoc-c, puts into its struct.
  package init<CStruct>(of initialize: (UnsafeMutablePointer<CStruct>) -> Void) {
    let lease = ArenaLease()
    let target = lease.arena.allocate(CStruct.self)
    initialize(target)
    pointer = UnsafeRawPointer(target).load(as: ProtobufCMessage.self).descriptor
  }
}
