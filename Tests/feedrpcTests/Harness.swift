import Base
import CommandLineKit
import Foundation
import ProtobufRuntime
import RPC
import Waiting

@testable import feedrpc

/// The program run in memory.
struct Harness {
  var answers: [Result<[Bytes], RPCError>] = []
  /// Answers to the calls of a method, however many and whenever they are made.
  var answersByMethod: [String: Result<[Bytes], RPCError>] = [:]
  /// What the answer of a method waits for, which may look at what was printed.
  var holds: [String: @Sendable (MemorySink) async -> Void] = [:]
  /// What streams end with after their messages, by the place of their call.
  var breaksStreams: [Int: RPCError] = [:]
  /// Streams have no end after their messages.
  var holdsStreams = false
  /// Ctrl-C is pressed at once.
  var isInterrupted = false
  /// A signal comes when a pause has no end.
  var isInterruptedInPause = false
  /// Before that signal, Ctrl-Z is pressed.
  var isStoppedInPause = false
  /// How often a pause of the program has an end.
  var pauseCount = 0
  var input = ""
  var environment: [String: String] = ["FEEDRPC_SOCKET": "a-socket"]
  var terminal = Terminal.none
  var errorsTerminal = Terminal.none
  var isRoot = false
  /// Paths that exist.
  var existing: Set<String> = []

  struct Outcome: Sendable {
    /// Whether the last way to a server was one of gRPC.
    var isGRPC = false
    /// What had been written when signals that end programs began to be awaited.
    var shownBeforeSignals: String?
    /// What had been written when the program was stopped.
    var shownAtStop: String?
    var code: Int32
    var output: String
    var errors: String
    var calls: [FakeServer.Received]
    var address: String?
  }

  /// 2026-01-31T12:00:00Z.
  static let now: Int64 = 1_769_860_800

  func run(_ words: [String]) async -> Outcome {
    let output = MemorySink()
    let errors = MemorySink()
    let server = FakeServer(
      answers,
      byMethod: answersByMethod,
      breaksStreams: breaksStreams,
      holdsStreams: holdsStreams,
      holds: holds.mapValues { hold in { await hold(output) } }
    )
    let pauses = Watched(pauseCount)
    let address = Lock<String?>(nil)
    let isGRPC = Lock(false)
    let shown = Lock<String?>(nil)
    let (input, existing, isInterrupted) = (input, existing, isInterrupted)
    let (isInterruptedInPause, isStoppedInPause) = (isInterruptedInPause, isStoppedInPause)
    let shownAtStop = Watched<String?>(nil)
    let surroundings = Surroundings(
      console: Console(
        output: output,
        errors: errors,
        terminal: terminal,
        errorsTerminal: errorsTerminal,
        environment: environment
      ),
      isRoot: isRoot,
      now: Self.now,
      exists: { existing.contains($0) },
      readInput: { Bytes(input.utf8) },
      connect: { chosen, _ in
        address.withLock { $0 = chosen }
        return server
      },
      connectGRPC: { chosen, _ in
        address.withLock { $0 = chosen }
        isGRPC.withLock { $0 = true }
        return server
      },
      pause: { _ in
        let isLast = pauses.change { count in
          count -= 1
          return count < 0
        }
        if isLast { await Self.cancellation() }
        try Task.checkCancellation()
      },
      interruption: { if !isInterrupted { await Self.cancellation() } },
      termination: {
        shown.withLock { $0 = output.text }
        return {
          guard isInterruptedInPause else { return await Self.cancellation() }
          await Self.signal(pauses, after: isStoppedInPause ? shownAtStop : nil)
        }
      },
      suspensions: { Self.suspensions(isStoppedInPause ? pauses : nil) },
      stop: { shownAtStop.change { $0 = output.text } },
      currentTerminal: { [terminal] in terminal }
    )
    let code = await FeedProgram.run(words, in: surroundings)
    return Outcome(
      isGRPC: isGRPC.withLock { $0 },
      shownBeforeSignals: shown.withLock { $0 },
      shownAtStop: shownAtStop.value,
      code: code.rawValue,
      output: output.text,
      errors: errors.text,
      calls: server.received,
      address: address.withLock { $0 }
    )
  }

  /// Returns when a pause has no end, and the program has been stopped where it is.
  private static func signal(_ pauses: Watched<Int>, after stop: Watched<String?>?) async {
    // Cancelled is who waits for nothing any more.
    do {
      try await pauses.until { $0 < 0 ? true : nil }
      try await stop?.until { $0 }
    } catch {}
  }

  /// Ctrl-Z, which is pressed when a pause has no end.
  private static func suspensions(_ pauses: Watched<Int>?) -> AsyncStream<Void> {
    let (requests, continuation) = AsyncStream<Void>.makeStream()
    guard let pauses else { return requests }
    Task {
      // It never comes where the program ends before.
      do { try await pauses.until { $0 < 0 ? true : nil } } catch {}
      continuation.yield()
    }
    return requests
  }

  /// Returns when its task is cancelled.
  static func cancellation() async {
    let (events, continuation) = AsyncStream<Void>.makeStream()
    for await _ in events {}
    withExtendedLifetime(continuation) {}
  }

  static func answer(_ messages: any FeedMessage...) -> Result<[Bytes], RPCError> {
    .success(messages.map { $0.encodedBytes() })
  }
}
