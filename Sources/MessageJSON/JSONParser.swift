package import Base
import CYAJL

/// Takes JSON texts apart with yajl.
///
/// yajl puts a question mark for half a surrogate pair, so those are looked for beforehand.
package enum JSONParser {
  /// Reads one value with nothing but white space around it.
  package static func parse(_ text: Bytes) throws(MessageJSONError) -> JSONValue {
    guard text.count <= Limits.jsonByteCount else {
      throw .textTooLong(limitBytes: Limits.jsonByteCount)
    }
    return try text.withUnsafeBytes { buffer throws(MessageJSONError) in
      if let offset = SurrogateScan.firstLoneSurrogate(in: buffer) {
        throw syntaxError(at: offset, "half a surrogate pair", in: buffer)
      }
      return try parse(buffer)
    }
  }

  private static func parse(
    _ buffer: UnsafeRawBufferPointer
  ) throws(MessageJSONError) -> JSONValue {
    let builder = JSONTreeBuilder()
    var callbacks = JSONTreeBuilder.callbacks
    let outcome = withUnsafePointer(to: &callbacks) { callbacks in
      run(buffer, builder, callbacks)
    }
    withExtendedLifetime(builder) {}
    if let failure = builder.failure {
      switch failure {
      case .tooDeep: throw .textTooDeep(limit: Limits.jsonDepth)
      case .invalidUTF8: throw syntaxError(at: outcome.offset, "invalid UTF-8", in: buffer)
      }
    }
    if let reason = outcome.reason { throw syntaxError(at: outcome.offset, reason, in: buffer) }
    guard let value = builder.result else {
      throw syntaxError(at: buffer.count, "a value is missing", in: buffer)
    }
    return value
  }

  /// Runs the parser; how far it came, and why it stopped where it did not come to the end.
  private static func run(
    _ buffer: UnsafeRawBufferPointer,
    _ builder: JSONTreeBuilder,
    _ callbacks: UnsafePointer<yajl_callbacks>
  ) -> (offset: Int, reason: String?) {
    let context = Unmanaged.passUnretained(builder).toOpaque()
    guard let handle = yajl_alloc(callbacks, nil, context) else { fatalError("out of memory") }
    defer { yajl_free(handle) }
    let bytes = buffer.bindMemory(to: UInt8.self)
    var status = yajl_parse(handle, bytes.baseAddress, bytes.count)
    let offset = Int(yajl_get_bytes_consumed(handle))
    if status == yajl_status_ok { status = yajl_complete_parse(handle) }
    guard status == yajl_status_error else { return (offset, nil) }
    guard let message = yajl_get_error(handle, 0, bytes.baseAddress, bytes.count) else {
      return (offset, "not valid JSON")
    }
    defer { yajl_free_error(handle, message) }
    let reason = String(cString: message).prefix { $0 != "\n" }
    return (offset, String(reason))
  }

  private static func syntaxError(
    at offset: Int,
    _ reason: String,
    in buffer: UnsafeRawBufferPointer
  ) -> MessageJSONError {
    let before = buffer.prefix(offset)
    let lastBreak = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let column = String(decoding: before[lastBreak...], as: UTF8.self).count
    let line = before.count { $0 == 0x0A } + 1
    return .syntax(line: line, column: max(1, column), reason: reason)
  }
}

/// Puts the values together that yajl finds.
final class JSONTreeBuilder {
  enum Failure { case tooDeep, invalidUTF8 }

  /// An object or array that has not ended; the members of an array have empty keys.
  private struct Container {
    let isObject: Bool
    var members: [JSONValue.Member] = []
    var key = ""
  }

  private var open: [Container] = []
  private(set) var result: JSONValue?
  /// Why the parser was told to stop.
  private(set) var failure: Failure?

  /// Adds a value where it belongs; 1 tells yajl to go on.
  fileprivate func add(_ value: JSONValue) -> Int32 {
    if open.isEmpty {
      result = value
    } else {
      let index = open.count - 1
      open[index].members.append(JSONValue.Member(key: open[index].key, value: value))
    }
    return 1
  }

  fileprivate func begin(isObject: Bool) -> Int32 {
    guard open.count < Limits.jsonDepth else {
      failure = .tooDeep
      return 0
    }
    open.append(Container(isObject: isObject))
    return 1
  }

  fileprivate func end() -> Int32 {
    guard let container = open.popLast() else {
      preconditionFailure("yajl ends only what it began")
    }
    let members = container.members
    return add(container.isObject ? .object(members) : .array(members.map(\.value)))
  }

  fileprivate func setKey(_ key: String) -> Int32 {
    precondition(!open.isEmpty, "keys stand in objects")
    open[open.count - 1].key = key
    return 1
  }

  fileprivate func withText(
    _ bytes: UnsafePointer<UInt8>?,
    _ count: Int,
    _ use: (String) -> Int32
  ) -> Int32 {
    let buffer = UnsafeBufferPointer(start: bytes, count: count)
    guard let text = String(validating: buffer, as: UTF8.self) else {
      failure = .invalidUTF8
      return 0
    }
    return use(text)
  }
}

extension JSONTreeBuilder {
  fileprivate static func from(_ context: UnsafeMutableRawPointer?) -> JSONTreeBuilder {
    guard let context else { preconditionFailure("yajl hands the context back") }
    return Unmanaged<JSONTreeBuilder>.fromOpaque(context).takeUnretainedValue()
  }

  /// What yajl calls; the context is a builder.
  fileprivate static var callbacks: yajl_callbacks {
    yajl_callbacks(
      yajl_null: { JSONTreeBuilder.from($0).add(.null) },
      yajl_boolean: { JSONTreeBuilder.from($0).add(.bool($1 != 0)) },
      yajl_integer: nil,
      yajl_double: nil,
      yajl_number: { context, text, count in
        text?.withMemoryRebound(to: UInt8.self, capacity: count) { bytes in
          let builder = JSONTreeBuilder.from(context)
          return builder.withText(bytes, count) { builder.add(.number($0)) }
        } ?? 0
      },
      yajl_string: { context, bytes, count in
        let builder = JSONTreeBuilder.from(context)
        return builder.withText(bytes, count) { builder.add(.string($0)) }
      },
      yajl_start_map: { JSONTreeBuilder.from($0).begin(isObject: true) },
      yajl_map_key: { context, bytes, count in
        let builder = JSONTreeBuilder.from(context)
        return builder.withText(bytes, count) { builder.setKey($0) }
      },
      yajl_end_map: { JSONTreeBuilder.from($0).end() },
      yajl_start_array: { JSONTreeBuilder.from($0).begin(isObject: false) },
      yajl_end_array: { JSONTreeBuilder.from($0).end() }
    )
  }
}

/// Looks for `\u` escapes that are half of a surrogate pair (RFC 8259 8.2).
enum SurrogateScan {
  private static let high: ClosedRange<UInt16> = 0xD800...0xDBFF
  private static let low: ClosedRange<UInt16> = 0xDC00...0xDFFF

  /// Where the first one begins.
  static func firstLoneSurrogate(in text: UnsafeRawBufferPointer) -> Int? {
    var index = 0
    while index < text.count {
      guard text[index] == UInt8(ascii: "\\") else {
        index += 1
        continue
      }
      let unit = unit(at: index, in: text) ?? 0
      guard !low.contains(unit) else { return index }
      if high.contains(unit) {
        guard low.contains(self.unit(at: index + 6, in: text) ?? 0) else { return index }
        index += 6
      }
      index += unit == 0 ? 2 : 6
    }
    return nil
  }

  /// The number of an escape `\uXXXX` at an index.
  private static func unit(at index: Int, in text: UnsafeRawBufferPointer) -> UInt16? {
    guard index + 6 <= text.count, text[index] == UInt8(ascii: "\\"),
      text[index + 1] == UInt8(ascii: "u")
    else { return nil }
    return UInt16(String(decoding: text[index + 2..<index + 6], as: UTF8.self), radix: 16)
  }
}
