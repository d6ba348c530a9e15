import CommandLineKit
import MessageJSON
import RPC

/// What a schema has, found by names as people write them: full, or only the end.
struct SchemaNames: Sendable {
  let schema: Schema
  /// The services that are listed.
  let services: [ServiceType]
  /// The command that lists them.
  private let listing: String

  /// - Parameters:
  ///   - schema: What is declared, by a server or what the program was compiled with.
  ///   - listing: The command that lists what there is.
  ///   - isListed: Whether a service of the schema is one that a server has, by its full name;
  ///     the others can be called and described all the same.
  init(_ schema: Schema, listing: String, isListed: (String) -> Bool) {
    self.schema = schema
    self.listing = listing
    services = schema.services.filter { isListed($0.name) }
  }

  private var methods: [MethodType] { schema.services.flatMap(\.methods) }

  /// The method of a name: `ToggleLike`, `FeedService/ToggleLike` or the full one.
  func method(_ name: String) throws(CommandFailure) -> MethodType {
    let path = try fullName(of: name, among: methods.map(\.path), kind: "method")
    guard let method = methods.first(where: { $0.path == path }) else {
      preconditionFailure("the name comes from the list")
    }
    return method
  }

  /// The message of a full name that a method or field has named.
  func message(_ name: String) -> MessageType {
    guard let type = schema.message(named: name) else {
      preconditionFailure("a schema knows every type that it names")
    }
    return type
  }

  /// The full name of anything that can be described.
  func fullName(_ name: String) throws(CommandFailure) -> String {
    let names = schema.services.map(\.name) + methods.map(\.path) + schema.typeNames
    return try fullName(of: name, among: names, kind: "service, method or type")
  }

  /// The one name that ends with `name` at a dot or slash.
  private func fullName(
    of name: String,
    among names: [String],
    kind: String
  ) throws(CommandFailure) -> String {
    let wanted = name.replacing("/", with: ".")
    let dotted = names.map { $0.replacing("/", with: ".") }
    if let index = dotted.firstIndex(of: wanted) { return names[index] }
    let found = zip(names, dotted).filter { $0.1.hasSuffix("." + wanted) }.map(\.0)
    if found.count == 1 { return found[0] }
    let isKnown = !found.isEmpty
    let shortNames = dotted.map { String($0.split(separator: ".").last ?? "") }
    let suggestion = Suggestion.closest(to: wanted, among: shortNames + dotted)
    throw CommandFailure(
      isKnown
        ? "'\(name)' is the name of \(found.joined(separator: " and of ")): write one of them"
        : "no \(kind) is called '\(name)'"
          + (suggestion.map { ", did you mean \($0)?" } ?? "; see '\(listing)'"),
      exitCode: .wrongUsage
    )
  }
}

extension MethodType {
  /// The method as transports know it.
  var descriptor: MethodDescriptor {
    let kind: CallKind =
      switch (streamsRequests, streamsResponses) {
      case (false, false): .unary
      case (true, false): .clientStreaming
      case (false, true): .serverStreaming
      case (true, true): .bidirectional
      }
    return MethodDescriptor(service: service, method: name, kind: kind)
  }
}
