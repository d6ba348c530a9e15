import Base
import CLinux
import EventLoop
import FeedClient
import FeedMessages
import Foundation
import RPC
import Testing

/// Servers that pass what they must not: it is closed, and the connection ends.
@Suite(.timeLimit(.minutes(5)))
struct HostileFilesTests {
  /// What a server does with the descriptors that it has.
  struct Attack: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var fileCount: Int
    var pieces: @Sendable ([Int32]) -> [FilePasser.Piece]
  }

  private typealias Piece = FilePasser.Piece

  static let attacks: [Attack] = [
    Attack(testDescription: "64 where 4 may come", fileCount: 64) { files in
      [Piece(bytes: Frames.files(64) + Frames.header(byteCount: 1), files: [files])]
    },
    Attack(testDescription: "five where four may come", fileCount: 5) { files in
      [Piece(bytes: Frames.files(4) + Frames.header(byteCount: 1), files: [files])]
    },
    Attack(testDescription: "two control messages of four", fileCount: 8) { files in
      let parts = [Array(files[..<4]), Array(files[4...])]
      return [Piece(bytes: Frames.files(4) + Frames.header(byteCount: 1), files: parts)]
    },
    Attack(testDescription: "two control messages where one is announced", fileCount: 2) { files in
      [Piece(bytes: Frames.files(1) + Frames.header(byteCount: 1), files: files.map { [$0] })]
    },
    Attack(testDescription: "fewer than announced", fileCount: 1) { files in
      [Piece(bytes: Frames.files(2) + Frames.header(byteCount: 1), files: [files])]
    },
    Attack(testDescription: "without a frame", fileCount: 3) { files in
      // Without the end of the call, which would come before what is wrong.
      [Piece(bytes: Array(Frames.header(byteCount: 1).dropLast(10)), files: [files])]
    },
    Attack(testDescription: "in the middle of a frame", fileCount: 1) { files in
      let bytes = Frames.files(1)
      return [
        Piece(bytes: Array(bytes[..<4])), Piece(bytes: Array(bytes[4...]), files: [files]),
        Piece(bytes: Frames.files(1), files: []),
      ]
    },
    Attack(testDescription: "a pipe as a memory file", fileCount: 1) { files in
      [Piece(bytes: Frames.files(1) + Frames.header(byteCount: 1), files: [files])]
    },
    Attack(testDescription: "a pipe whose seals are promised", fileCount: 1) { files in
      [Piece(bytes: Frames.files(1, kind: 7, seals: 4), files: [files])]
    },
  ]

  @Test(arguments: attacks)
  func theyAreClosedAndTheConnectionEnds(_ attack: Attack) async throws {
    let passer = try FilePasser()
    let pipes = (0..<attack.fileCount).map { _ in PassedPipe() }
    let client = try passer.client()
    async let wasClosed = passer.serve(attack.pieces(pipes.map(\.writing)))
    let error = await status { () async throws(RPCError) in try await client.receiveFile() }
    #expect(error != nil)
    #expect(await wasClosed)
    for pipe in pipes { #expect(await pipe.waitUntilGone(on: passer.loop)) }
  }

  @Test(arguments: [true, false])
  func theyAreClosedWhereTheServerGoes(isInsideTheFrame: Bool) async throws {
    let passer = try FilePasser()
    let pipe = PassedPipe()
    let client = try passer.client()
    // Of a kind that may be anything, so that the label is no reason to end.
    let frame = Frames.files(1, kind: 9, seals: 0)
    let bytes = isInsideTheFrame ? Array(frame.prefix(5)) : frame
    async let wasClosed = passer.serve(
      [FilePasser.Piece(bytes: bytes, files: [[pipe.writing]])],
      closesFirst: true
    )
    let error = await status { () async throws(RPCError) in try await client.receiveFile() }
    #expect(error?.code == .unavailable)
    #expect(!(await wasClosed))
    #expect(await pipe.waitUntilGone(on: passer.loop))
  }

  @Test func aSocketIsNeverTaken() async throws {
    let passer = try FilePasser()
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    #expect(socketpair(AF_UNIX, kind, 0, &ends) == 0)
    let client = try passer.client()
    let piece = FilePasser.Piece(bytes: Frames.files(1, kind: 9, seals: 0), files: [[ends[1]]])
    async let wasClosed = passer.serve([piece])
    let error = await status { () async throws(RPCError) in try await client.receiveFile() }
    #expect(error?.code == .internal)
    #expect(await wasClosed)
    // The other end is told once the last descriptor of the passed one is closed.
    let end = ends[0]
    let count = await passer.loop.perform {
      var byte = UInt8(0)
      return recv(end, &byte, 1, 0)
    }
    #expect(count == 0)
    close(end)
  }

  @Test func anUnsealedMemoryFileEndsTheConnection() async throws {
    for missing in [1, 2, 4, 8] as [Int32] {
      let passer = try FilePasser()
      let file = linux_sealed_memory_file("test", "x", 1, allSeals & ~missing)
      let client = try passer.client()
      let bytes = Frames.files(1) + Frames.header(byteCount: 1)
      async let wasClosed = passer.serve([FilePasser.Piece(bytes: bytes, files: [[file]])])
      let error = await status { () async throws(RPCError) in try await client.receiveFile() }
      #expect(error?.code == .internal)
      #expect(await wasClosed)
    }
  }

  @Test(arguments: [
    (Int32(15), 0, MemoryFileError.wrongSize(byteCount: 4, expected: 0)),
    (15, 3, .wrongSize(byteCount: 4, expected: 3)), (15, 5, .wrongSize(byteCount: 4, expected: 5)),
    (7, 4, .unsealed), (0, 4, .unsealed),
  ])
  func aFileThatIsUnfitIsATypedError(
    seals: Int32,
    byteCount: Int,
    expected: MemoryFileError
  ) async throws {
    let passer = try FilePasser()
    let file = linux_sealed_memory_file("test", "abcd", 4, seals)
    let client = try passer.client()
    // The label promises no more than there is; what mapping takes is checked all the same.
    let bytes = Frames.files(1, seals: UInt8(seals)) + Frames.header(byteCount: byteCount)
    async let wasClosed = passer.serve([FilePasser.Piece(bytes: bytes, files: [[file]])])
    await #expect(throws: expected) { _ = try await client.receiveFile().get() }
    client.close()
    #expect(await wasClosed)
  }

  @Test func aHeaderWithoutItsFileIsATypedError() async throws {
    let passer = try FilePasser()
    let client = try passer.client()
    async let wasClosed = passer.serve([FilePasser.Piece(bytes: Frames.header(byteCount: 4))])
    await #expect(throws: MemoryFileError.missing) { _ = try await client.receiveFile().get() }
    client.close()
    #expect(await wasClosed)
  }

  @Test func whoTakesNoFilesGetsNone() async throws {
    let passer = try FilePasser()
    let pipe = PassedPipe()
    let client = try passer.client(takesFiles: false)
    let bytes = Frames.files(1) + Frames.header(byteCount: 4)
    async let wasClosed = passer.serve([FilePasser.Piece(bytes: bytes, files: [[pipe.writing]])])
    await #expect(throws: MemoryFileError.missing) { _ = try await client.receiveFile().get() }
    // The kernel dropped it, as nobody asked for it.
    client.close()
    #expect(await wasClosed)
    #expect(await pipe.waitUntilGone(on: passer.loop))
  }
}

private let allSeals: Int32 = 15

extension FeedClient {
  /// Asks for an image as a memory file, and gives what became of the file.
  func receiveFile() async throws(RPCError) -> Result<MemoryFile?, MemoryFileError> {
    let variant = ImageVariant(imageID: "pattern:a.2x2")
    var stream = try await images.streamImage(
      StreamImageRequest(variant: variant, delivery: .memoryFile)
    )
    var result: Result<MemoryFile?, MemoryFileError> = .success(nil)
    while let response = try await stream.next() {
      guard let header = response.header else { continue }
      do throws(MemoryFileError) {
        result = .success(try stream.memoryFile(for: header))
      } catch { result = .failure(error) }
    }
    return result
  }
}
