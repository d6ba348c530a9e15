import Foundation
import Testing

/// The Go peers get on with each other, so what fails elsewhere is ours.
@Suite(
  .enabled(if: GoPeers.areBuilt, "scripts/build-go-peers makes them"),
  .timeLimit(.minutes(10))
)
struct GoPeersTests {
  private static let service = "feedrpc.interop.v1.PeerService"

  private struct Case {
    var arguments: [String]
    /// Nil where the client's own deadline may pass before the server tells of it.
    var line: String?
    var exitCode: Int32 = 0
  }

  private static let cases: [Case] = [
    Case(arguments: ["echo", "5000"], line: "echo bytes=5000 same=true"),
    Case(arguments: ["echo-many", "50", "100"], line: "echo calls=50 bytes=100 same=true"),
    Case(
      arguments: [
        "-metadata", "Tint=red", "-metadata", "tint=blue", "call", service, "Metadata", "tint",
      ],
      line: #"reply text="red\nblue""#
    ),
    Case(arguments: ["call", service, "TimeLeft"], line: #"reply text="""#),
    Case(
      arguments: ["call", service, "FailPlainly"],
      line: #"status code=2 message="this error is no status""#,
      exitCode: 66
    ),
    Case(
      arguments: ["call", "no.Service", "Echo"],
      line: #"status code=12 message="service no.Service""#,
      exitCode: 76
    ),
    Case(arguments: ["-timeout", "20ms", "call", service, "Wait"], exitCode: 68),
  ]

  @Test(arguments: cases.indices)
  func aCallEndsAsItShould(index: Int) async throws {
    let wanted = Self.cases[index]
    let folder = FileManager.default.temporaryDirectory.appending(path: "go-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let socket = folder.appending(path: "s").path
    let outcome = try await GoPeers.withGoServer(socket: socket) {
      try await GoPeers.callFromGo(socket: socket, wanted.arguments)
    }
    if let line = wanted.line { #expect(outcome.lines == [line]) }
    #expect(outcome.exitCode == wanted.exitCode)
  }
}
