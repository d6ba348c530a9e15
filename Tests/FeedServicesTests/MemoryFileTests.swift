import Base
import FeedMessages
import MemoryFiles
import RPC
import Testing

@testable import FeedServices

/// Pictures that go as memory files, and those that can't.
@Suite(.timeLimit(.minutes(5)))
struct MemoryFileTests {
  private static let access = MemoryFileAccess(
    ownerUserID: FakeCall.ownerID,
    allowedUserIDs: [7]
  )

  private func request(_ delivery: ImageDelivery = .memoryFile) -> StreamImageRequest {
    var request = ImageStudio.request()
    request.delivery = delivery
    return request
  }

  @Test(arguments: [FakeCall.ownerID, 0, 7])
  func whoMayGetsOneMessageWithTheFile(uid: UInt32) async throws {
    let studio = ImageStudio(FakeSource(byteCount: 200_000), memoryFiles: Self.access)
    for round in 0..<2 {
      let call = FakeCall(uid: uid, filesTaken: 4)
      let answers = try await studio.stream(request(), call)
      let header = try #require(answers.first?.header)
      #expect(answers.count == 1 && answers[0].chunk.isEmpty)
      #expect(header.memoryFile && header.totalBytes == 200_000)
      #expect(header.source == (round == 0 ? .rendered : .memoryCache))
      #expect(call.files.count == 1)
      let file = try #require(call.files.first)
      #expect(file.label == PassedFile.Label(kind: .memory, requiredSeals: SealedFile.seals))
      #expect(FileFitness(of: file.file, byteCount: 200_000, seals: 0) == .fit)
      let bytes = try Bytes(mapping: file.file, byteCount: 200_000)
      #expect(bytes.elementsEqual((0..<200_000).map { UInt8(truncatingIfNeeded: $0) }))
    }
    #expect(studio.source.startCount == 1)
  }

  @Test func aPictureOfOneByteGoesAsAFileToo() async throws {
    let studio = ImageStudio(FakeSource(byteCount: 1), memoryFiles: Self.access)
    let call = FakeCall(filesTaken: 1)
    #expect(try await studio.header(request(), call).memoryFile)
    #expect(call.files.count == 1)
  }

  /// Who asks how, and gets bytes.
  struct Refusal: Sendable {
    var uid: UInt32
    var filesTaken: Int
    var delivery: ImageDelivery
    var byteCount = 100_000
  }

  @Test(arguments: [
    Refusal(uid: 8, filesTaken: 4, delivery: .memoryFile),
    Refusal(uid: FakeCall.ownerID, filesTaken: 0, delivery: .memoryFile),
    Refusal(uid: FakeCall.ownerID, filesTaken: 4, delivery: .chunks),
    Refusal(uid: FakeCall.ownerID, filesTaken: 4, delivery: .unspecified),
    Refusal(uid: FakeCall.ownerID, filesTaken: 4, delivery: .memoryFile, byteCount: 0),
  ])
  func othersGetBytes(_ refusal: Refusal) async throws {
    let source = FakeSource(byteCount: refusal.byteCount)
    let studio = ImageStudio(source, memoryFiles: Self.access)
    let call = FakeCall(uid: refusal.uid, filesTaken: refusal.filesTaken)
    let answers = try await studio.stream(request(refusal.delivery), call)
    #expect(answers.first?.header?.memoryFile == false && call.files.isEmpty)
    #expect(answers.reduce(0) { $0 + $1.chunk.count } == refusal.byteCount)
  }

  @Test func nobodyIsAdmittedUnlessSomebodyIsNamed() {
    func peer(_ uid: UInt32) -> Peer {
      Peer(userID: uid, groupID: 0, processID: 1, connectionID: 1)
    }
    #expect(!MemoryFileAccess.nobody.admits(peer(0)))
    let access = MemoryFileAccess(ownerUserID: 5, allowedUserIDs: [6])
    #expect((0..<9).filter { access.admits(peer($0)) } == [0, 5, 6])
  }
}
