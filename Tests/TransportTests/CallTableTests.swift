import Base
import EventLoop
import RPC
import Testing

@testable import Transport

@Suite struct CallTableTests {
  private static func makeCall(_ name: String, on channel: Channel) -> ClientCallState {
    let method = MethodDescriptor(service: "test.Lines", method: name, kind: .unary)
    return ClientCallState(method, request: nil, metadata: [:], deadline: nil, on: channel)
  }

  @Test func callsAreFoundByTheirIDsUntilTheyAreTakenOut() throws {
    let loop = try EventLoop(name: "calls")
    let channel = Channel(
      Channel.Configuration(address: .path("/nowhere")),
      on: loop,
      whenReleased: { loop.stop() },
      makeSession: { _ in ScriptedSession(Lock(ScriptedSession.Script())) }
    )
    var random = RandomGenerator(seed: 7)
    var table = CallTable()
    var expected: [UInt32: ClientCallState] = [:]
    for number in UInt32(0)..<500 {
      let id = 2 * number + 1
      let call = Self.makeCall("\(id)", on: channel)
      table.append(call, id: CallID(id))
      expected[id] = call
      let other = UInt32.random(in: 0...id, using: &random)
      #expect(table.remove(CallID(other)) === expected.removeValue(forKey: other))
      let sought = UInt32.random(in: 0...id + 2, using: &random)
      #expect(table[CallID(sought)] === expected[sought])
    }
    let names = expected.sorted { $0.key < $1.key }.map { "\($0.key)" }
    #expect(table.all { _ in true }.map(\.method.method) == names)
    #expect(table.removeAll().map(\.method.method) == names)
    #expect(table.isEmpty)
  }
}
