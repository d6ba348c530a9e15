import Base
import CommandLineKit
import FeedMessages
import MessageJSON

/// The services and messages that the program was compiled with.
enum BuiltInSchema {
  static let schema: Schema = {
    do { return try Schema(files: ProtoFiles.all.map { Bytes($0.bytes) }) } catch {
      preconditionFailure("the descriptors we were compiled with are whole: \(error)")
    }
  }()

  /// All that can be named; the service for measurements is not listed.
  static let names = SchemaNames(
    schema,
    listing: "feedrpc list",
    isListed: { !$0.hasPrefix("feedrpc.bench.") }
  )

  /// The message of a full name that a method or field has named.
  static func message(_ name: String) -> MessageType { names.message(name) }
}
