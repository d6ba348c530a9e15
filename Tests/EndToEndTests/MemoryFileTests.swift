import FeedClient
import Foundation
import Testing

/// Images as memory files through the real daemon, and clients that misuse them.
@Suite(.timeLimit(.minutes(10)))
struct MemoryFileTests {
  private static let variant = ImageVariant(
    imageID: "pattern:sea.400x300",
    width: 300,
    height: 200,
    format: .rgba8
  )

  @Test func aMemoryFileHoldsWhatChunksWouldBring() async throws {
    try await withDaemon(["--store", "memory"]) { daemon in
      let client = try daemon.client()
      let chunks = try await client.image(Self.variant)
      for _ in 0..<3 {
        var stream = try await client.images.streamImage(
          StreamImageRequest(variant: Self.variant, delivery: .memoryFile)
        )
        let response = try #require(try await stream.next())
        let header = try #require(response.header)
        #expect(header.memoryFile && response.chunk.isEmpty)
        #expect(header.etag == chunks.header.etag && header.source == .memoryCache)
        let file = try #require(try stream.memoryFile(for: header))
        #expect(Array(file.bytes) == chunks.bytes)
        #expect(try await stream.next() == nil)
      }
      #expect(try await client.image(Self.variant).bytes == chunks.bytes)
    }
  }

  @Test func aPlainClientGetsChunks() async throws {
    try await withDaemon(["--store", "memory"]) { daemon in
      let peer = try RawPeer(daemon.socket)
      peer.send(Self.request)
      let frame = try #require(try await peer.nextFrame())
      #expect(frame.type == 3 && frame.body.count > 1_000)
    }
  }

  @Test func clientsThatDieWithFilesUnderWayLeaveNothing() async throws {
    try await withDaemon(["--store", "memory"]) { daemon in
      let client = try daemon.client()
      // The picture and its file are there from here on.
      var stream = try await client.images.streamImage(
        StreamImageRequest(variant: Self.variant, delivery: .memoryFile)
      )
      while try await stream.next() != nil {}
      let before = try daemon.descriptorCount()
      for _ in 0..<30 {
        let peer = try RawPeer(daemon.socket)
        // It says that it takes descriptors, asks for some, and goes without reading.
        peer.send(Self.hello)
        for id in 0..<40 {
          peer.send(Frame(id: UInt32(2 * id + 1), type: 1, body: Self.request.body))
        }
      }
      try await daemon.untilDescriptors(areAtMost: before)
      #expect(try await client.image(Self.variant).header.totalBytes == 240_000)
    }
  }

  /// 16 are on their way; then there are bytes until all has been read.
  @Test func soManyFilesWaitForTheirReaderAndNoMore() async throws {
    try await withDaemon(["--store", "memory"]) { daemon in
      let client = try daemon.client()
      var small = Self.variant
      (small.width, small.height) = (20, 15)
      var stream = try await client.images.streamImage(
        StreamImageRequest(variant: small, delivery: .memoryFile)
      )
      while try await stream.next() != nil {}
      let peer = try RawPeer(daemon.socket)
      peer.send(Self.hello)
      let count = 18
      for id in 0..<count { peer.send(Self.request(UInt32(2 * id + 1), small)) }
      try await daemon.untilStats(client) { stats in
        stats.finishedCalls(ImageServiceMethods.streamImage) == Int64(count + 1)
      }
      #expect(try await peer.fileCount(ofCalls: count) == 16)
      peer.send(Self.request(UInt32(2 * count + 1), small))
      #expect(try await peer.fileCount(ofCalls: 1) == 1)
    }
  }

  @Test func theProgramSaysWhichItWas() async throws {
    try await withDaemon(["--store", "memory"]) { daemon in
      let folder = try TemporaryFolder()
      let words = ["image", "pattern:a.64x48", "-o", "\(folder.path)/a", "--memory-file"]
      let outcome = try await CommandLineTests.run(words, socket: daemon.socket)
      #expect(outcome.ending == .exit(0))
      #expect(outcome.errors.contains("rendered, as a memory file ("))
      let again = try await CommandLineTests.run(Array(words.dropLast()), socket: daemon.socket)
      #expect(again.errors.contains("from memory ("))
    }
  }

  /// Says that it takes descriptors.
  private static let hello = Frame(
    id: .max,
    type: 0xE0,
    body: Array("FRC1".utf8) + [1, 0, 0, 2, 0, 1, 0, 0, 0, 31, 0, 6, 0, 0, 0, 4]
  )

  private static let request = request(1, variant)

  /// A call of StreamImage, as a memory file.
  private static func request(_ id: UInt32, _ variant: ImageVariant) -> Frame {
    let request = StreamImageRequest(variant: variant, delivery: .memoryFile)
    let payload = request.withWireBytes { head, tail in Array(head) + Array(tail) }
    return Frame.request(id, "feedrpc.v1.ImageService", "StreamImage", payload)
  }
}

extension RawPeer {
  /// How many files came with the answers to so many calls.
  fileprivate func fileCount(ofCalls count: Int) async throws -> Int {
    var (files, ended) = (0, 0)
    while ended < count, let frame = try await nextFrame() {
      if frame.type == 0xE7 { files += 1 }
      if frame.type == 2 || frame.type == 3 && frame.flags & 1 != 0 { ended += 1 }
    }
    return files
  }
}
