import Base

/// A value that a statement takes.
enum PostgresValue: ExpressibleByIntegerLiteral, ExpressibleByNilLiteral, Sendable {
  case integer(Int64)
  case text(String)
  /// A value of another type in its text form.
  case literal(String)
  case blob([UInt8])
  case boolean(Bool)
  case null

  init(integerLiteral value: Int64) { self = .integer(value) }
  init(nilLiteral: ()) { self = .null }
  init(_ text: String?) { self = text.map { .text($0) } ?? .null }
  init(_ bytes: [UInt8]?) { self = bytes.map { .blob($0) } ?? .null }
  init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }
  init(_ number: Int64?) { self = number.map { .integer($0) } ?? .null }

  /// Numbers as an array (postgresql.org/docs/15/arrays.html, 8.15.2).
  static func integers(_ numbers: some Sequence<Int64>) -> PostgresValue {
    .literal("{" + numbers.map { String($0) }.joined(separator: ",") + "}")
  }

  /// Byte strings as an array.
  static func blobs(_ blobs: some Sequence<[UInt8]>) -> PostgresValue {
    .literal("{" + blobs.map { #""\\x"# + $0.hexadecimal + "\"" }.joined(separator: ",") + "}")
  }
}

/// Values in the shape in which libpq takes them: one after the other in memory, texts and byte
/// strings as they are, so that a NUL does not end them, and others as text that ends with one.
struct PostgresValues {
  private var bytes: [UInt8] = []
  /// Where each begins; nil: NULL.
  private var starts: [Int?] = []
  private var byteCounts: [Int32] = []
  private var formats: [Int32] = []

  init(_ values: [PostgresValue]) {
    for value in values { append(value) }
  }

  private mutating func append(_ value: PostgresValue) {
    var start: Int? = bytes.count
    var format: Int32 = 0
    switch value {
    case .integer(let number): bytes += String(number).utf8
    case .literal(let text): bytes += text.utf8
    case .text(let text):
      bytes += text.utf8
      format = 1
    case .boolean(let isTrue): bytes.append(isTrue ? 0x74 : 0x66)
    case .blob(let blob):
      bytes += blob
      format = 1
    case .null: start = nil
    }
    starts.append(start)
    byteCounts.append(Int32(bytes.count - (start ?? bytes.count)))
    formats.append(format)
    bytes.append(0)
  }

  /// Gives `body` what libpq's functions take, valid only inside.
  func withPointers<Result>(
    _ body: (
      _ count: Int32, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?,
      UnsafePointer<Int32>?
    ) -> Result
  ) -> Result {
    bytes.withUnsafeBytes { memory in
      let pointers = starts.map { start in
        start.flatMap { memory.baseAddress?.advanced(by: $0).assumingMemoryBound(to: CChar.self) }
      }
      return body(Int32(pointers.count), pointers, byteCounts, formats)
    }
  }
}
