import Base
import EventLoop
import FeedMessages
import Glibc
import Testing
import Transport

@testable import FeedClient

/// The thread that clients of a process have in common.
@Suite(.timeLimit(.minutes(10))) struct SharedLoopTests {
  @Test func allWhoTakeALoopGetTheSameOneAndItEndsWithTheLast() throws {
    let shared = SharedLoop(name: "shared")
    let loop = try shared.take()
    #expect(try shared.take() === loop)
    shared.giveBack()
    #expect(try shared.take() === loop)
    shared.giveBack()
    shared.giveBack()
    // Returns once the thread has ended.
    loop.join()
    let next = try shared.take()
    #expect(next !== loop)
    shared.giveBack()
    next.join()
  }

  @Test func clientsShareAThreadUnlessTheyHaveTheirOwn() async throws {
    try await withServer { server in
      let clients = [
        try server.client(), try server.client(),
        try server.client(thread: .own()), try server.client(thread: .own(busyPoll: .zero)),
      ]
      var threads: [pthread_t] = []
      for client in clients {
        let echo = EchoServiceClient(client.transport)
        #expect(try await echo.echo(EchoRequest(payload: [1])).payload == [1])
        threads.append(
          await client.onClientThread {
            await Task.yield()
            return pthread_self()
          }
        )
      }
      #expect(threads[0] == threads[1])
      #expect(Set(threads).count == 3)
    }
  }

  @Test func aClientThatClosesLeavesOthersTheirThread() async throws {
    try await withServer { server in
      let (first, second) = (try server.client(), try server.client())
      let echo = EchoServiceClient(second.transport)
      _ = try await EchoServiceClient(first.transport).echo(EchoRequest())
      _ = try await echo.echo(EchoRequest())
      first.close()
      try await server.until { $0.openConnections == 1 }
      #expect(try await echo.echo(EchoRequest(payload: [2])).payload == [2])
    }
  }

  /// Calls of all kinds, made by many clients at once, on both kinds of thread.
  @Test(arguments: [ClientThread.shared, .own(), .own(busyPoll: .microseconds(20))])
  func everyCallOfManyClientsIsAnswered(thread: ClientThread) async throws {
    try await withServer { server in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in UInt8(0)..<12 {
          let echo = EchoServiceClient(try server.client(thread: thread).transport)
          for _ in 0..<2 {
            group.addTask {
              for count in UInt8(0)..<100 {
                let answer = try await echo.echo(EchoRequest(payload: [number, count]))
                #expect(answer.payload == [number, count])
              }
            }
          }
          group.addTask {
            let request = StreamBytesRequest(totalBytes: 200_000, messageBytes: 1_000)
            var count = 0
            for try await _ in try await echo.streamBytes(request) { count += 1 }
            #expect(count == 200)
          }
        }
        try await group.waitForAll()
      }
    }
  }
}
