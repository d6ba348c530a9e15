import CommandLineKit
import MessageJSON

/// `feedrpc describe`: definitions as .proto files write them.
enum DescribeCommand: FeedCommand {
  static let name = Argument(
    optional: "NAME",
    .text,
    help: "A service, method, message or enum, by its full name or the end of it. Left out: all "
      + "services."
  )

  static let declaration = Command(
    "describe",
    overview: "Prints the definition of a service, method, message or enum.",
    arguments: [name],
    options: [SchemaOptions.reflect, SchemaOptions.descriptorSet, WireOption.wire]
  )

  static func run(_ context: CommandContext) async throws -> ExitCode {
    let names = try await context.names()
    let wanted = try wanted(context.arguments[name], names)
    let definitions = wanted.compactMap { names.schema.definition(of: $0) }
    let text = definitions.joined(separator: "\n")
    try context.console.output.write(Self.fitted(text, context.console.terminal))
    return .done
  }

  /// The text with methods on two lines where one is too long for a terminal.
  private static func fitted(_ text: String, _ terminal: Terminal) -> String {
    guard terminal.isInteractive else { return text }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard line.count > terminal.width else { return String(line) }
      let indent = String(line.prefix { $0 == " " })
      return String(line).replacing(") returns (", with: ")\n\(indent)    returns (")
    }
    return lines.joined(separator: "\n")
  }

  /// What to print: of a method its messages too.
  private static func wanted(
    _ name: String?,
    _ names: SchemaNames
  ) throws(CommandFailure) -> [String] {
    guard let name else { return names.services.map(\.name) }
    let fullName = try names.fullName(name)
    guard fullName.contains("/") else { return [fullName] }
    let method = try names.method(fullName)
    return [fullName, method.input] + (method.input == method.output ? [] : [method.output])
  }
}
