import FeedClient
import FeedMessages
import Testing
import Transport

/// All four kinds of call, over a socket.
@Suite(.timeLimit(.minutes(10)))
struct CallKindTests {
  @Test(arguments: [0, 1, 65_535, 65_536, 300_000])
  func aUnaryCallBringsItsBytesBack(byteCount: Int) async throws {
    try await withServer { server in
      let echo = EchoServiceClient(try server.client().transport)
      let payload = Bytes((0..<byteCount).map { UInt8(truncatingIfNeeded: $0 &* 31) })
      #expect(try await echo.echo(EchoRequest(payload: payload)).payload == payload)
    }
  }

  @Test func aMessageMayHaveFourMegabytes() async throws {
    try await withServer { server in
      let echo = EchoServiceClient(try server.client().transport)
      // Both envelopes have room beside it.
      let large = EchoRequest(payload: Bytes([UInt8](repeating: 3, count: 4_194_200)))
      let answer = try await echo.echo(large)
      #expect(answer.payload.count == 4_194_200 && answer.payload.last == 3)
    }
  }

  @Test func aMessageAboveTheLimitIsOneCallsError() async throws {
    try await withServer { server in
      let echo = EchoServiceClient(try server.client().transport)
      let large = EchoRequest(payload: Bytes([UInt8](repeating: 1, count: 4_194_304)))
      let error = await status { () async throws(RPCError) in try await echo.echo(large) }
      #expect(error?.code == .resourceExhausted)
      let small = try await echo.echo(EchoRequest(payload: [1]))
      #expect(small.payload == [1])
    }
  }

  @Test func aServerStreamHasAllMessagesInOrderAndAnEnd() async throws {
    try await withServer { server in
      let echo = EchoServiceClient(try server.client().transport)
      let request = StreamBytesRequest(totalBytes: 10_000_000, messageBytes: 10_000)
      var count = 0
      for try await message in try await echo.streamBytes(request) {
        #expect(message.payload.count == 10_000)
        count += 1
      }
      #expect(count == 1_000)
    }
  }

  @Test(arguments: [0, 1, 3_000])
  func aClientStreamIsCounted(count: Int) async throws {
    try await withServer { server in
      let echo = EchoServiceClient(try server.client().transport)
      let payload = Bytes([UInt8](repeating: 1, count: 1_000))
      let answer = try await echo.collectBytes { (requests) async throws(RPCError) in
        for _ in 0..<count { try await requests.send(EchoRequest(payload: payload)) }
      }
      #expect(
        answer
          == CollectBytesResponse(
            messageCount: Int64(count),
            byteCount: Int64(count * 1_000)
          )
      )
    }
  }

  @Test func bothWaysRunAtOnce() async throws {
    try await withServer { server in
      let echo = EchoServiceClient(try server.client().transport)
      let (requests, responses) = try await echo.echoStream()
      async let sent: Void = {
        for number in 0..<5_000 {
          try await requests.send(EchoRequest(payload: Bytes("\(number)".utf8)))
        }
        await requests.endMessages()
      }()
      var expected = 0
      for try await response in responses {
        #expect(String(decoding: response.payload, as: UTF8.self) == "\(expected)")
        expected += 1
      }
      try await sent
      #expect(expected == 5_000)
    }
  }

  @Test func errorsBringTheirDetails() async throws {
    try await withServer { server in
      let echo = EchoServiceClient(try server.client().transport)
      let request = EchoRequest(payload: Bytes("fail".utf8))
      let error = await status { () async throws(RPCError) in try await echo.echo(request) }
      #expect(error?.code == .failedPrecondition && error?.message == "as told")
      let info: ErrorInfo? = error?.detail()
      #expect(info == ErrorInfo(reason: "TOLD", domain: "tests"))
    }
  }

  @Test func whatAServerLeavesOutIsUnimplemented() async throws {
    try await withServer { server in
      let client = try server.client()
      let left = await status { () async throws(RPCError) in
        try await client.feed.fetchFeedPage(FetchFeedPageRequest())
      }
      let unknown = await status { () async throws(RPCError) in
        try await client.admin.getStats(GetStatsRequest())
      }
      #expect(left?.code == .unimplemented && unknown?.code == .unimplemented)
    }
  }

  @Test func manyTasksShareOneConnection() async throws {
    try await withServer { server in
      let client = try server.client()
      let echo = EchoServiceClient(client.transport)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for task in 0..<50 {
          group.addTask {
            for number in 0..<40 {
              let payload = Bytes("\(task).\(number)".utf8)
              let answer = try await echo.echo(EchoRequest(payload: payload))
              #expect(answer.payload == payload)
            }
          }
        }
        try await group.waitForAll()
      }
      try await server.until { $0.totalConnections == 1 && $0.totalCalls == 2_000 }
    }
  }
}
