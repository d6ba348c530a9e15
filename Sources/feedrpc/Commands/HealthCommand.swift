import Base
import CommandLineKit
import FeedMessages
import MessageJSON
import RPC

/// `feedrpc health`: whether a server, or one of its services, can do its work.
enum HealthCommand: FeedCommand {
  static let service = Argument(
    optional: "SERVICE",
    .text,
    help: "Ask for this service alone, by its full name. Left out: for all."
  )
  static let wait = Option(
    "wait",
    .duration(),
    help: "Wait so long until it can, also for a server that is not there yet."
  )

  static let declaration = Command(
    "health",
    overview: """
      Tells whether the server can do its work.
      Exits with 0 where everything that was asked for is SERVING, else with 1.
      """,
    arguments: [service],
    options: [wait, WireOption.wire, ListOptions.format]
  )

  static func run(_ context: CommandContext) async throws -> ExitCode {
    let question = HealthQuestion(context, service: context.arguments[service])
    let states: [ServiceHealth]
    if let time = context.arguments[wait] {
      states = try await question.answer(within: time)
    } else {
      let transport = try await context.transport(over: context.arguments[WireOption.wire])
      states = try await question.answer(HealthClient(transport))
    }
    let format = context.arguments[ListOptions.format]
    try context.console.output.write(
      listing(states).text(format, quiet: false, terminal: context.console.terminal)
    )
    return states.allSatisfy(\.isServing) ? .done : .failed
  }

  private static func listing(_ states: [ServiceHealth]) -> Listing {
    Listing(
      // The end of a service's name tells it from others, and the status is what was asked for.
      columns: [.init("SERVICE", smallestWidth: 3, cut: .beginning), .init("STATUS")],
      rows: states.map { .init(id: $0.name, cells: [$0.title, $0.status.text]) },
      json: JSONWriter.text(of: .array(states.map(\.json)), layout: .pretty),
      jsonLines: states.map { JSONWriter.text(of: $0.json, layout: .compact) }
    )
  }
}

/// What was said of one service.
struct ServiceHealth: Equatable, Sendable {
  /// Empty: the server as a whole.
  var name: String
  var status: HealthCheckResponse.ServingStatus

  var isServing: Bool { status == .serving }
  var title: String { name.isEmpty ? "(server)" : name }

  var json: JSONValue {
    .object([
      JSONValue.Member(key: "service", value: .string(name)),
      JSONValue.Member(key: "status", value: .string(status.text)),
    ])
  }
}

extension HealthCheckResponse.ServingStatus {
  /// As the .proto file names it.
  var text: String {
    switch self {
    case .unknown: "UNKNOWN"
    case .serving: "SERVING"
    case .notServing: "NOT_SERVING"
    case .serviceUnknown: "SERVICE_UNKNOWN"
    case .unrecognized(let number): "\(number)"
    }
  }
}

/// How one service is, or how all are.
struct HealthQuestion: Sendable {
  /// Times in a row that a server may answer with UNAVAILABLE while it is waited for.
  static let attemptLimit = 8

  private let context: CommandContext
  /// Nil: all.
  private let service: String?

  init(_ context: CommandContext, service: String?) {
    self.context = context
    self.service = service
  }

  /// Asks once.
  ///
  /// Servers without the newer method List are asked for the server as a whole.
  func answer(
    _ client: HealthClient,
    within time: Duration? = nil
  ) async throws(RPCError) -> [ServiceHealth] {
    let options = options(within: time)
    if service == nil {
      do {
        return try await client.list(HealthListRequest(), options: options).statuses
          .map { ServiceHealth(name: $0.key, status: $0.value.status) }
          .sorted { $0.name < $1.name }
      } catch { guard error.code == .unimplemented else { throw error } }
    }
    let request = HealthCheckRequest(service: service ?? "")
    let response = try await client.check(request, options: options)
    return [ServiceHealth(name: request.service, status: response.status)]
  }

  /// Asks until the answer is SERVING, or the time is over: then it is the last answer.
  ///
  /// - Throws: UNAVAILABLE where there was none.
  func answer(within time: Duration) async throws -> [ServiceHealth] {
    let deadline = Instant.now() + time
    let address = try context.address(mayBeMissing: true)
    let wire = context.arguments[WireOption.wire]
    let client = HealthClient(
      try await context.transport(over: wire, to: address, patience: time)
    )
    var last: [ServiceHealth]?
    var attempt = 1
    while deadline > .now() {
      do throws(RPCError) {
        let states = try await answer(client, within: deadline - .now())
        last = states
        guard let ill = states.first(where: { !$0.isServing }) else { break }
        attempt = 1
        try await untilServing(ill.name, client, before: deadline)
      } catch {
        // A server that goes is waited for with the next call, unless it is there and says no.
        guard error.code != .deadlineExceeded else { break }
        guard error.code == .unavailable, attempt < Self.attemptLimit else { throw error }
        attempt += 1
      }
    }
    guard let last else { throw RPCError(.unavailable, "no server has answered at \(address)") }
    return last
  }

  private func options(within time: Duration?) -> CallOptions {
    var options = context.callOptions()
    if let time { options.timeout = min(time, options.timeout ?? time) }
    return options
  }

  private func untilServing(
    _ name: String,
    _ client: HealthClient,
    before deadline: Instant
  ) async throws(RPCError) {
    let rest = deadline - .now()
    guard rest > .zero else { return }
    let request = HealthCheckRequest(service: name)
    var states = try await client.watch(request, options: options(within: rest))
    while let state = try await states.next() {
      if state.status == .serving { return }
    }
  }
}
