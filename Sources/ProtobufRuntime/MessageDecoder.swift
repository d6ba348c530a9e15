package import Base

/// From bytes to generated messages.
package enum MessageDecoder {
  /// Decodes a message.
  ///
  /// - Throws: `MalformedMessage` with the path of the field at fault.
  @inlinable
  package static func decode<Message: CBackedMessage>(
    _ bytes: Bytes,
    limits: DecodingLimits = .standard
  ) throws(MalformedMessage) -> Message {
    let unpacked = try UnpackedMessage(bytes, as: Message.descriptor, limits: limits)
    return Message(unpacked.pointer(as: Message.CStruct.self))
  }

  /// Decodes a message whose last field, `tailField`, holds bytes.
  ///
  /// Where they are many and come last, as encoders write them, the message is decoded without
  /// that field, and `tail` becomes a slice of `bytes`; else it is left empty.
  ///
  /// - Throws: `MalformedMessage` with the path of the field at fault.
  @inlinable
  package static func decode<Message: CBackedMessage>(
    _ bytes: Bytes,
    tailField: UInt32,
    tail: inout Bytes
  ) throws(MalformedMessage) -> Message {
    let unpacked = try UnpackedMessage(
      bytes,
      as: Message.descriptor,
      limits: .standard,
      tailField: tailField,
      tail: &tail
    )
    return Message(unpacked.pointer(as: Message.CStruct.self))
  }
}
