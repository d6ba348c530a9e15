/// Message types that have a JSON form of their own (protobuf.dev/programming-guides/json).
enum WellKnownType: Hashable, Sendable {
  case any, timestamp, duration, fieldMask
  /// Written as its field 1 alone: the wrappers of scalars, Struct and ListValue.
  case wrapper
  /// Any JSON value.
  case value

  init?(_ name: String) {
    switch name {
    case "google.protobuf.Any": self = .any
    case "google.protobuf.Timestamp": self = .timestamp
    case "google.protobuf.Duration": self = .duration
    case "google.protobuf.FieldMask": self = .fieldMask
    case "google.protobuf.DoubleValue", "google.protobuf.FloatValue",
      "google.protobuf.Int64Value", "google.protobuf.UInt64Value", "google.protobuf.Int32Value",
      "google.protobuf.UInt32Value", "google.protobuf.BoolValue", "google.protobuf.StringValue",
      "google.protobuf.BytesValue", "google.protobuf.Struct", "google.protobuf.ListValue":
      self = .wrapper
    case "google.protobuf.Value": self = .value
    default: return nil
    }
  }
}

extension DynamicMessage {
  /// The scalar in a field; what an absent field counts as where it is not set.
  func scalar(_ number: Int) -> Scalar? {
    if case .scalar(let scalar)? = values[number] { return scalar }
    return type.field(numbered: number).flatMap { Scalar.fallback(of: $0.kind) }
  }

  func signed(_ number: Int) -> Int64 {
    if case .signed(let value)? = scalar(number) { value } else { 0 }
  }

  func string(_ number: Int) -> String {
    if case .string(let text)? = scalar(number) { text } else { "" }
  }

  func bytes(_ number: Int) -> [UInt8] {
    if case .bytes(let bytes)? = scalar(number) { Array(bytes) } else { [] }
  }

  /// Sets a field to a scalar, or leaves it out where it would not be told from absent.
  mutating func set(_ number: Int, to scalar: Scalar) {
    let hasPresence = type.field(numbered: number)?.hasPresence ?? false
    values[number] = scalar.isFallback && !hasPresence ? nil : .scalar(scalar)
  }
}
