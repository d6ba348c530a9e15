import Base
import CommandLineKit
import Files
import MessageJSON
import ProtobufRuntime

/// The lines of a file of an export from the last to the first, and what they mean.
///
/// A line that can't be taken is left out and told; the others are taken all the same.
struct ExportLines {
  private var lines: LinesFromEnd
  private let path: String
  private let console: TransferConsole
  /// Lines that were met, those that are left out too.
  private var count: Int { lines.lineCount }
  private var leftOutCount = 0

  /// - Throws: `CommandFailure` where the file can't be opened.
  init(_ path: String, _ files: FileSystem, _ console: TransferConsole) throws(CommandFailure) {
    self.path = path
    self.console = console
    do { lines = try LinesFromEnd(path, files) } catch { throw Self.failure(path, error) }
  }

  /// The next message; nil at the end.
  ///
  /// - Throws: `CommandFailure` where the file can't be read.
  mutating func message<Message: FeedMessage>(
    _ type: Message.Type
  ) throws(CommandFailure) -> Message? {
    try take { line in
      let mapping = JSONMapping(BuiltInSchema.schema)
      let type = BuiltInSchema.message(Message.fullName)
      return try Message(wireBytes: mapping.wireBytes(fromJSON: line, type: type))
    }
  }

  /// The next value; nil at the end.
  ///
  /// - Throws: `CommandFailure` where the file can't be read.
  mutating func value<Value: Decodable>(_ type: Value.Type) throws(CommandFailure) -> Value? {
    try take { line in
      guard let value = JSONLine.value(of: type, in: line) else {
        throw Complaint("it has other fields")
      }
      return value
    }
  }

  /// Counts the line that was taken last as left out; why is told of the first ones.
  mutating func leaveOut(_ reason: Complaint) {
    leftOutCount += 1
    console.complain(
      "\(path), line \(count) from the end",
      reason,
      isTold: leftOutCount <= TransferLimits.reasonCount
    )
  }

  /// Tells what was left out, and whether there were as many lines as there should be.
  func finish(expected: Int) {
    if leftOutCount > TransferLimits.reasonCount {
      console.tell("\(path): \(leftOutCount) lines were left out, the first as told above")
    }
    guard count != expected else { return }
    console.complain(
      path,
      Complaint("it has \(Plural.text(count, "line")) instead of \(expected)"),
      count: max(expected - count, 1)
    )
  }

  /// The next line that can be read as what it means.
  private mutating func take<Value>(
    _ read: (Bytes) throws -> Value
  ) throws(CommandFailure) -> Value? {
    while true {
      do {
        guard let line = try lines.next() else { return nil }
        return try read(line)
      } catch let error as FileError {
        throw Self.failure(path, error)
      } catch {
        leaveOut(Complaint("\(error)"))
      }
    }
  }

  private static func failure(_ path: String, _ error: FileError) -> CommandFailure {
    error.isMissing
      ? CommandFailure("\(path) is missing: put it back, or run 'feedrpc export' again")
      : CommandFailure("can't read \(path): \(Complaint(error))")
  }
}
