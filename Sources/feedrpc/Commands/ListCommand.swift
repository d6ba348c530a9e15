import CommandLineKit
import MessageJSON

/// `feedrpc list`: the methods.
enum ListCommand: FeedCommand {
  static let service = Argument(
    optional: "SERVICE",
    .text,
    help: "Only the methods of this service: FeedService, or its full name."
  )

  static let declaration = Command(
    "list",
    overview: "Lists the methods that can be called.",
    arguments: [service],
    options: [
      SchemaOptions.reflect, SchemaOptions.descriptorSet, WireOption.wire, ListOptions.quiet,
      ListOptions.format,
    ]
  )

  static func run(_ context: CommandContext) async throws -> ExitCode {
    let methods = try services(context.arguments[service], try await context.names())
      .flatMap(\.methods)
    let listing = Listing(
      columns: [
        .init("METHOD"), .init("TAKES", smallestWidth: 16, leaving: 2),
        .init("GIVES", smallestWidth: 16, leaving: 1),
      ],
      rows: methods.map { Listing.Row(id: $0.path, cells: [$0.path, $0.takes, $0.gives]) },
      json: JSONWriter.text(of: .array(methods.map(\.json)), layout: .pretty),
      jsonLines: methods.map { JSONWriter.text(of: $0.json, layout: .compact) }
    )
    try context.write(listing)
    return .done
  }

  private static func services(
    _ name: String?,
    _ names: SchemaNames
  ) throws(CommandFailure) -> [ServiceType] {
    guard let name else { return names.services }
    let fullName = try names.fullName(name)
    guard let service = names.schema.service(named: fullName) else {
      throw CommandFailure("\(fullName) is no service", exitCode: .wrongUsage)
    }
    return [service]
  }
}

extension MethodType {
  fileprivate var takes: String { (streamsRequests ? "stream " : "") + Self.short(input) }
  fileprivate var gives: String { (streamsResponses ? "stream " : "") + Self.short(output) }

  private static func short(_ name: String) -> String {
    String(name.split(separator: ".").last ?? "")
  }

  fileprivate var json: JSONValue {
    .object([
      JSONValue.Member(key: "method", value: .string(path)),
      JSONValue.Member(key: "request", value: .string(input)),
      JSONValue.Member(key: "response", value: .string(output)),
      JSONValue.Member(key: "streamsRequests", value: .bool(streamsRequests)),
      JSONValue.Member(key: "streamsResponses", value: .bool(streamsResponses)),
    ])
  }
}
