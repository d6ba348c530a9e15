import Base
import FeedClient
import Foundation
import Testing

/// Uploads that do not come to their end.
@Suite(.timeLimit(.minutes(10)))
struct UploadInterruptionTests {
  @Test func aKillInTheMiddleOfAnUploadLeavesNothing() async throws {
    let folder = try TemporaryFolder()
    var daemon = try await DaemonProcess.start(in: folder)
    let client = try daemon.client(patience: .zero)
    let killed = daemon
    let error = await status { () async throws(RPCError) in
      try await client.feed.uploadPhoto { (writer) async throws(RPCError) in
        try await writer.send(UploadPhotoRequest(part: .details(PhotoDetails(totalBytes: 10))))
        try await writer.send(UploadPhotoRequest(part: .chunk(Bytes([1, 2, 3]))))
        do { try await killed.untilFiles(client) { !$0.isEmpty } } catch {
          throw RPCError(.internal, "\(error)")
        }
        killed.process.signal(SIGKILL)
      }
    }
    #expect(error?.code == .unavailable)
    #expect(try await daemon.process.ended() == .signal(SIGKILL))
    #expect(try daemon.photoFiles() != [], "the kill came in the middle")
    daemon = try await DaemonProcess.start(in: folder)
    #expect(try daemon.photoFiles() == [])
    daemon.process.signal(SIGTERM)
    #expect(try await daemon.process.ended() == .exit(0))
  }

  @Test func aClientThatVanishesInTheMiddleLeavesNothing() async throws {
    try await withDaemon { daemon in
      let watcher = try daemon.client()
      let client = try daemon.client()
      let upload = Task {
        try await client.feed.uploadPhoto { (writer) async throws(RPCError) in
          try await writer.send(UploadPhotoRequest(part: .details(PhotoDetails(totalBytes: 10))))
          try await writer.send(UploadPhotoRequest(part: .chunk(Bytes([1, 2, 3]))))
          do { try await daemon.untilFiles(watcher) { !$0.isEmpty } } catch {
            throw RPCError(.internal, "\(error)")
          }
          throw RPCError(.cancelled, "the client has seen enough")
        }
      }
      await #expect(throws: RPCError.self) { try await upload.value }
      try await daemon.untilFiles(watcher) { $0.isEmpty }
    }
  }
}
