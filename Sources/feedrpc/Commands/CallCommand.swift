import Base
import CommandLineKit
import MessageJSON
import RPC

/// `feedrpc call`: any method, messages as JSON.
enum CallCommand: FeedCommand {
  static let method = Argument(
    "METHOD",
    .text,
    help: "The method: ToggleLike, or feedrpc.v1.FeedService/ToggleLike."
  )
  static let message = Argument(
    optional: "MESSAGE",
    .text,
    help:
      "What to send, as JSON; - reads standard input, @FILE a file. Where the method takes many "
      + "messages, input and files hold one a line. Left out: an empty message."
  )
  static let data = Option(
    repeating: "data",
    short: "d",
    .text.named("JSON"),
    help: "One more message to send, as MESSAGE."
  )
  static let metadata = Option(
    repeating: "metadata",
    .keyValue,
    help: "Send this beside the message."
  )
  static let compact = Option(flag: "compact", short: "c", help: "Print the answer on one line.")
  static let defaults = Option(flag: "defaults", help: "Print fields that hold their default too.")

  static let declaration = Command(
    "call",
    overview:
      "Calls a method and prints its answer as JSON.\nAnswers that stream are printed one a "
      + "line. A call that ends with a status exits with 64 + its code.",
    arguments: [method, message],
    options: [
      data, metadata, SchemaOptions.reflect, SchemaOptions.descriptorSet, compact, defaults,
      WireOption.wire,
    ]
  )

  static func run(_ context: CommandContext) async throws -> ExitCode {
    let arguments = context.arguments
    let names = try await context.names()
    let method = try names.method(arguments[Self.method])
    let isStream = method.streamsRequests || method.streamsResponses
    let mapping = JSONMapping(
      names.schema,
      layout: isStream || arguments[compact] ? .compact : .pretty,
      writesDefaults: arguments[defaults]
    )
    let requests = try RequestMessages(
      surroundings: context.surroundings,
      mapping: mapping,
      type: names.message(method.input)
    ).read(
      [arguments[message]].compactMap { $0 } + arguments[data],
      isStream: method.streamsRequests
    )
    let options = context.callOptions(adding: arguments[metadata])
    let output = names.message(method.output)
    let transport = try await context.transport(over: arguments[WireOption.wire])
    let call = RawCall(transport: transport, method: method.descriptor)
    try await call.run(requests, options: options) { bytes in
      try context.console.output.write(mapping.jsonText(from: bytes, type: output) + "\n")
    }
    return .done
  }
}
