import Foundation
import Testing
import Waiting

/// The cases of gRPC's interop tests the other way round: our calling side against gRPC's own
/// server.
///
/// Left out: requests that are compressed, since our calling side sends none.
@Suite(.timeLimit(.minutes(10)))
struct GRPCClientInteropTests {
  /// What each case found wrong, of one run of them all.
  private static let outcomes = Task {
    let folder = try TemporaryFolder()
    let socket = folder.file("socket")
    let server = try await PythonPeer.start("interop_server.py", [socket], in: folder)
    var outcomes: [String: String] = [:]
    for one in InteropCase.all {
      let client = try InteropClient(socket: socket, server: server)
      do { try await one.run(client) } catch { outcomes[one.name] = "\(error)" }
    }
    return outcomes
  }

  @Test(arguments: InteropCase.all)
  func aCaseEndsAsItShould(_ one: InteropCase) async throws {
    let wrong = try await Self.outcomes.value[one.name]
    #expect(wrong == nil)
  }
}
