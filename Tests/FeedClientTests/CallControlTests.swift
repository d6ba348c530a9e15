import Base
import FeedClient
import FeedMessages
import Foundation
import RPC
import Testing
import Transport

/// What a client can do about calls beside waiting for them.
@Suite(.timeLimit(.minutes(10)))
struct CallControlTests {
  @Test func aSlowReaderHoldsTheServerBack() async throws {
    try await withServer { server in
      let client = try server.client()
      let echo = EchoServiceClient(client.transport)
      let request = StreamBytesRequest(totalBytes: 1 << 30, messageBytes: 65_536)
      var stream: ResponseStream? = try await echo.streamBytes(request)
      _ = try await stream?.next()
      // Calls go on beside it, so what may be sent has been sent.
      for _ in 0..<200 { _ = try await echo.echo(EchoRequest()) }
      let sent = server.handler.state.withLock { $0.sentMessageCount }
      #expect(sent < (16 << 20) / 65_536)
      for _ in 0..<100 { _ = try await stream?.next() }
      #expect(server.handler.state.withLock { $0.sentMessageCount } >= 100)
      stream = nil
      try await server.until { $0.openCalls == 0 }
      #expect(server.handler.state.withLock { $0.endedCount } == 1)
    }
  }

  @Test func aSlowServerHoldsTheSenderBack() async throws {
    try await withServer { server in
      let echo = EchoServiceClient(try server.client().transport)
      let (requests, responses) = try await echo.echoStream()
      let sentCount = Lock(0)
      let payload = Bytes([UInt8](repeating: 1, count: 65_536))
      let sender = Task {
        for _ in 0..<2_000 {
          try await requests.send(EchoRequest(payload: payload))
          sentCount.withLock { $0 += 1 }
        }
      }
      // Nobody reads the echo, so the handler stops, and with it the sender.
      for _ in 0..<200 { _ = try await echo.echo(EchoRequest()) }
      #expect(sentCount.withLock { $0 } < 500)
      sender.cancel()
      _ = await sender.result
      responses.call.cancel()
      try await server.until { $0.openCalls == 0 }
    }
  }

  @Test func aDeadlineEndsTheCallOnBothSides() async throws {
    try await withServer { server in
      let echo = EchoServiceClient(try server.client().transport)
      let wait = EchoRequest(payload: Bytes("wait".utf8))
      let error = await status { () async throws(RPCError) in
        try await echo.echo(wait, options: CallOptions(timeout: .milliseconds(30)))
      }
      #expect(error?.code == .deadlineExceeded)
      try await server.until { $0.openCalls == 0 }
      let streamed = await status { () async throws(RPCError) in
        var (_, responses) = try await echo.echoStream(
          options: CallOptions(timeout: .milliseconds(30))
        )
        return try await responses.next()
      }
      #expect(streamed?.code == .deadlineExceeded)
      try await server.until { $0.openCalls == 0 }
    }
  }

  @Test func aCancelledTaskGivesItsCallUp() async throws {
    try await withServer { server in
      let echo = EchoServiceClient(try server.client().transport)
      let unary = Task { try await echo.echo(EchoRequest(payload: Bytes("wait".utf8))) }
      let stream = Task {
        let (_, responses) = try await echo.echoStream()
        for try await _ in responses {}
      }
      try await server.until { $0.openCalls == 2 }
      unary.cancel()
      stream.cancel()
      let first = await #expect(throws: RPCError.self) { try await unary.value }
      let second = await #expect(throws: RPCError.self) { try await stream.value }
      #expect(first?.code == .cancelled && second?.code == .cancelled)
      try await server.until { $0.openCalls == 0 }
    }
  }

  @Test func aTaskThatIsCancelledAlreadyCallsNobody() async throws {
    try await withServer { server in
      let echo = EchoServiceClient(try server.client().transport)
      _ = try await echo.echo(EchoRequest())
      let call = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        _ = try await echo.echo(EchoRequest())
      }
      let error = await #expect(throws: RPCError.self) { try await call.value }
      #expect(error?.code == .cancelled)
      try await server.until { $0.openCalls == 0 && $0.totalCalls == 1 }
    }
  }

  @Test func aClosedClientRefusesCallsAndEndsThoseThatRun() async throws {
    try await withServer { server in
      let client = try server.client()
      let echo = EchoServiceClient(client.transport)
      let call = Task { try await echo.echo(EchoRequest(payload: Bytes("wait".utf8))) }
      try await server.until { $0.openCalls == 1 }
      client.close()
      let error = await #expect(throws: RPCError.self) { try await call.value }
      #expect(error?.code == .cancelled)
      let later = await status { () async throws(RPCError) in try await echo.echo(EchoRequest()) }
      #expect(later?.code == .cancelled)
      try await server.until { $0.openConnections == 0 && $0.openCalls == 0 }
    }
  }

  @Test func aClientThatIsLetGoClosesItsConnection() async throws {
    try await withServer { server in
      var client: FeedClient? = try server.client()
      if let client {
        _ = try await EchoServiceClient(client.transport).echo(EchoRequest())
      }
      client = nil
      try await server.until { $0.openConnections == 0 && $0.totalConnections == 1 }
    }
  }

  @Test func whatRunsOnTheClientsThreadIsThereAfterEveryAnswer() async throws {
    try await withServer { server in
      let client = try server.client()
      let echo = EchoServiceClient(client.transport)
      let names = try await client.onClientThread {
        var names: [String] = []
        for _ in 0..<10 {
          _ = try await echo.echo(EchoRequest())
          names.append(threadName())
        }
        return names
      }
      #expect(names == [String](repeating: "feedclient", count: 10))
      _ = try await echo.echo(EchoRequest())
      #expect(threadName() != "feedclient")
    }
  }

  @Test func itHoldsItsClientUntilItEnds() async throws {
    try await withServer { server in
      let answer = try await server.client().onClientThread {
        await Task.yield()
        return threadName()
      }
      #expect(answer == "feedclient")
    }
  }

  @Test func aServiceOrAStreamKeepsTheConnectionOfItsClient() async throws {
    try await withServer { server in
      var echo: EchoServiceClient? = EchoServiceClient(try server.client().transport)
      #expect(try await echo?.echo(EchoRequest(payload: [1])).payload == [1])
      let request = StreamBytesRequest(totalBytes: 10_000_000, messageBytes: 10_000)
      var stream = try await echo?.streamBytes(request)
      echo = nil
      var count = 0
      while try await stream?.next() != nil { count += 1 }
      #expect(count == 1_000)
      stream = nil
      try await server.until { $0.openConnections == 0 && $0.totalConnections == 1 }
    }
  }

  @Test func theClientsMetadataAndTimeoutGoWithEveryCall() async throws {
    try await withServer { server in
      let metadata: Metadata = ["tint": "red", "size": "small"]
      let client = try server.client(timeout: .seconds(60), metadata: metadata)
      let echo = EchoServiceClient(client.transport)
      _ = try await echo.echo(EchoRequest(), options: CallOptions(metadata: ["Tint": "blue"]))
      let plain = EchoServiceClient(try server.client().transport)
      _ = try await plain.echo(EchoRequest())
      let state = server.handler.state.withLock { $0 }
      // A call's own value takes the place of the client's.
      #expect(state.metadata[0].values(for: "tint") == ["blue"])
      #expect(state.metadata[0].values(for: "size") == ["small"])
      #expect(state.hadDeadline == [true, false])
    }
  }
}

/// The kernel's name of the thread that calls.
private func threadName() -> String {
  let comm = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
  return comm?.trimmingCharacters(in: .newlines) ?? ""
}
