import CommandLineKit
import MessageJSON

/// The options of commands that work on any server: where its schema comes from.
enum SchemaOptions {
  static let reflect = Option(
    flag: "reflect",
    short: "r",
    help: reflectHelp
  )
  /// As `reflect`, for commands in which `-r` is something else.
  static let reflectByName = Option(flag: "reflect", help: reflectHelp)
  static let descriptorSet = Option(
    "descriptor-set",
    .path,
    help: """
      Take what the server serves from this file, which protoc writes with \
      --descriptor_set_out and --include_imports.
      """
  )

  private static let reflectHelp =
    "Ask the server what it serves, as other servers than feedrpcd need."
}

extension CommandContext {
  /// What the command speaks of: what the program was compiled with, what a file says, or what the
  /// server does.
  func names() async throws -> SchemaNames {
    if let path = arguments[SchemaOptions.descriptorSet] {
      if arguments[SchemaOptions.reflect] {
        let command = arguments.commandPath.joined(separator: " ")
        throw UsageError(
          command: command,
          problem: .conflict("--reflect", "--descriptor-set")
        )
      }
      return try Self.names(inFile: path)
    }
    guard arguments[SchemaOptions.reflect] else { return BuiltInSchema.names }
    let transport = try await transport(over: arguments[WireOption.wire])
    return try await ServerReflection.names(of: transport, options: callOptions())
  }

  private static func names(inFile path: String) throws(CommandFailure) -> SchemaNames {
    do {
      let schema = try Schema(fileSet: try InputFile.read(path))
      let listing = "feedrpc list --descriptor-set \(path)"
      return SchemaNames(schema, listing: listing, isListed: { _ in true })
    } catch let error as InputFailure {
      throw CommandFailure("can't read \(path): \(error)")
    } catch {
      throw CommandFailure(
        "\(path) is no descriptor set: \(error): make one with protoc --include_imports "
          + "--descriptor_set_out",
        exitCode: .wrongUsage
      )
    }
  }
}
