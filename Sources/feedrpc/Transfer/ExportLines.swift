import Base
import CommandLineKit
import Files
import MessageJSON
import ProtobufRuntime

/// The lines of a file of an export from the last to the first, and what they mean.
struct ExportLines {
  private var lines: LinesFromEnd
  private let path: String
  /// The next line, where it was looked at and left.
  private var next: Bytes?
  /// Lines that were taken.
  private(set) var count = 0

  init(_ path: String, _ files: FileSystem) throws {
    self.path = path
    lines = try LinesFromEnd(path, files)
  }

  mutating func message<Message: FeedMessage>(
    _ type: Message.Type,
    where isWanted: (Message) -> Bool = { _ in true }
  ) throws -> Message? {
    try take(isWanted) { line in
      let mapping = JSONMapping(BuiltInSchema.schema)
      let type = BuiltInSchema.message(Message.fullName)
      return try Message(wireBytes: mapping.wireBytes(fromJSON: line, type: type))
    }
  }

  mutating func value<Value: Decodable>(
    _ type: Value.Type,
    where isWanted: (Value) -> Bool = { _ in true }
  ) throws -> Value? {
    try take(isWanted) { line in
      guard let value = JSONLine.value(of: type, in: line) else {
        throw Complaint("it has other fields")
      }
      return value
    }
  }

  /// The next line as what it means; nil at the end, and where it is not wanted, which leaves it.
  private mutating func take<Value>(
    _ isWanted: (Value) -> Bool,
    _ read: (Bytes) throws -> Value
  ) throws -> Value? {
    do {
      guard let line = try next ?? lines.next() else { return nil }
      next = line
      let value = try read(line)
      guard isWanted(value) else { return nil }
      next = nil
      count += 1
      return value
    } catch {
      throw CommandFailure("\(path), line \(lines.lineCount) from the end: \(error)")
    }
  }
}
