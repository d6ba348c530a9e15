package import Base

/// Translates between the bytes of messages and JSON texts.
///
/// It follows the JSON mapping of proto3 (protobuf.dev/programming-guides/json). Stricter than
/// some: unknown fields, fields given twice and two members of a oneof are errors. Of an Any
/// whose type is not in the schema, the bytes are written as base64 under `value`, and read so.
package struct JSONMapping: Sendable {
  package let schema: Schema
  package var layout: JSONLayout
  /// True to write fields that hold their default too, where absence means the same.
  package var writesDefaults: Bool

  package init(
    _ schema: Schema,
    layout: JSONLayout = .pretty,
    writesDefaults: Bool = false
  ) {
    self.schema = schema
    self.layout = layout
    self.writesDefaults = writesDefaults
  }

  /// The JSON text of a message, without a line break at its end.
  package func jsonText(
    from bytes: Bytes,
    type: MessageType
  ) throws(MessageJSONError) -> String {
    JSONWriter.text(of: try jsonValue(from: bytes, type: type), layout: layout)
  }

  /// A message as a value, to be put into a larger one.
  package func jsonValue(
    from bytes: Bytes,
    type: MessageType
  ) throws(MessageJSONError) -> JSONValue {
    let message = try WireDecoding(schema: schema).message(bytes, type: type)
    let writing = JSONWriting(schema: schema, writesDefaults: writesDefaults)
    return try writing.value(of: message, path: "", depth: 1)
  }

  /// The bytes of the message that a JSON text describes.
  package func wireBytes(
    fromJSON text: Bytes,
    type: MessageType
  ) throws(MessageJSONError) -> Bytes {
    let value = try JSONParser.parse(text)
    let message = try JSONReading(schema: schema).message(value, type: type, path: "", depth: 1)
    return Bytes(message.wireBytes)
  }

  /// The JSON text of an Any's content: its type's name under `@type` with its fields.
  ///
  /// Never fails: what is no message of the type is shown as base64.
  package func jsonText(ofAny typeURL: String, _ value: Bytes) -> String {
    let writing = JSONWriting(schema: schema, writesDefaults: writesDefaults)
    let json: JSONValue
    do { json = try writing.any(typeURL, value, path: "", depth: 1) } catch {
      json = writing.opaqueAny(typeURL, value)
    }
    return JSONWriter.text(of: json, layout: layout)
  }
}
