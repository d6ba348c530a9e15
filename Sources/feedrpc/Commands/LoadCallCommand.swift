import Base
import CommandLineKit
import FeedMessages
import LoadTest
import MessageJSON
import RPC

/// `feedrpc load call`: one method, over and over.
enum LoadCallCommand: FeedCommand {
  static let method = Argument(
    "METHOD",
    .text,
    help: "The method, as in 'feedrpc call'; it takes one message."
  )
  static let message = Argument(
    optional: "MESSAGE",
    .text,
    help: """
      What to send, as JSON, in which {{counter}}, {{random_post}} and {{uuid}} stand for \
      something else in each call. Left out: an empty message.
      """
  )

  static let declaration = Command(
    "call",
    overview: """
      Calls a method over and over and tells how long it took.
      A call may take 10s, or what --timeout says. Ctrl-C ends the load and prints its report.
      """,
    arguments: [method, message],
    options: [
      SchemaOptions.reflectByName, SchemaOptions.descriptorSet, CallCommand.metadata,
    ] + LoadOptions.all(seed: LoadOptions.seed)
  )

  static func run(_ context: CommandContext) async throws -> ExitCode {
    let names = try await context.names()
    let method = try names.method(context.arguments[Self.method])
    guard !method.streamsRequests else {
      throw CommandFailure(
        "'\(method.name)' takes many messages: a load makes calls with one",
        exitCode: .wrongUsage
      )
    }
    let options = context.callOptions(adding: context.arguments[CallCommand.metadata])
    let messages = try await messages(for: method, names, context)
    let target = LoadTarget(
      method.descriptor,
      metadata: options.metadata,
      timeout: options.timeout ?? LoadOptions.timeout,
      payload: messages.make
    )
    let load = try LoadOptions.load(target, context)
    let files = try LoadFiles(context)
    let report = try await load.tellingProgress(context)
    let document = LoadDocument(
      title: "call \(method.name)",
      shape: load.description + (messages.seed.map { ", seed \($0)" } ?? ""),
      report: report
    )
    return try context.tell(document, files)
  }

  /// What makes the message of each call; the first is made at once, so that a wrong one is told.
  ///
  /// With it the seed from which they follow, where they do not follow from their numbers alone.
  private static func messages(
    for method: MethodType,
    _ names: SchemaNames,
    _ context: CommandContext
  ) async throws -> (make: @Sendable (Int) -> Bytes?, seed: Int?) {
    let text = context.arguments[message] ?? "{}"
    let template: PayloadTemplate
    do { template = try PayloadTemplate(text) } catch {
      throw CommandFailure("MESSAGE: \(error.sentence)", exitCode: .wrongUsage)
    }
    let posts =
      template.needsPosts
      ? try await NewestPosts.fetch(LoadLimits.postCount, for: "{{random_post}}", context).map(\.id)
      : []
    let seed = context.arguments[LoadOptions.seed] ?? .random(in: LoadLimits.seed)
    let mapping = JSONMapping(names.schema, layout: .compact)
    let type = names.message(method.input)
    @Sendable func bytes(_ number: Int) throws(MessageJSONError) -> Bytes {
      let text = template.text(ofCall: number, seed: seed, posts: posts)
      return try mapping.wireBytes(fromJSON: Bytes(text.utf8), type: type)
    }
    let first: Bytes
    do throws(MessageJSONError) { first = try bytes(0) } catch {
      throw CommandFailure(
        "MESSAGE: \(error)\nSee 'feedrpc describe \(type.name)'.",
        exitCode: .wrongUsage
      )
    }
    if template.isConstant { return ({ _ in first }, nil) }
    return ({ number in try? bytes(number) }, template.isRandom ? seed : nil)
  }
}

extension CallLoad {
  /// Makes the calls; a terminal shows how far they are, and Ctrl-C ends them.
  func tellingProgress(_ context: CommandContext) async throws -> LoadReport {
    let liveLine = LiveLine(context.console)
    defer { liveLine.clear() }
    do throws(LoadError) {
      return try await run(
        interruption: context.surroundings.interruption,
        progress: { liveLine.show($0) }
      )
    } catch {
      switch error {
      case .system(let error): throw CommandFailure("no load can be made: \(error)")
      case .notConnected(let error, let address):
        throw CommandFailure("can't connect to \(address): \(error): is feedrpcd running?")
      }
    }
  }
}

extension PayloadTemplate.Flaw {
  fileprivate var sentence: String {
    switch self {
    case .endless: "a '{{' has no '}}' behind it"
    case .unknownPlace(let name):
      "nothing is called '{{\(name)}}': there are "
        + PayloadTemplate.Place.allCases.map { "{{\($0.rawValue)}}" }.joined(separator: ", ")
    }
  }
}
