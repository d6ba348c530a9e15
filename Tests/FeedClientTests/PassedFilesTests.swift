import Base
import CLinux
import EventLoop
import FeedClient
import FeedMessages
import Foundation
import MemoryFiles
import NativeWire
import RPC
import Testing
import Transport

/// Files from a server's handler to a client's caller.
@Suite(.timeLimit(.minutes(5)))
struct PassedFilesTests {
  private static let bytes = Bytes((0..<100_000).map { UInt8(truncatingIfNeeded: $0 * 3) })

  /// A server whose StreamImage is `body`.
  private func withFileServer(
    descriptorCount: Int = NativeLimits.standardDescriptorCount,
    _ body:
      @escaping @Sendable (
        StreamImageRequest, ResponseWriter<StreamImageResponse>, any ServerCall
      ) async throws(RPCError) -> Void,
    _ test: (String, EventLoop) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "files-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "s").path
    let method = ServerMethod.serverStreaming(ImageServiceMethods.streamImage, body)
    let routes = RouteTable([method.descriptor])
    var limits = NativeLimits()
    limits.descriptorCount = descriptorCount
    let loops = try EventLoopGroup(count: 1, name: "files")
    let waiting = try EventLoop(name: "waiting")
    let server = try await Server.start(
      listeners: [try Listener(SocketAddress(path), policy: AccessPolicy(ownerID: geteuid()))],
      loops: loops,
      methods: [method],
      wires: WireSelector { [limits] _, now in
        NativeServerSession(routes: routes, limits: limits, now: now)
      },
      ownerID: geteuid()
    )
    defer { waiting.stop() }
    do { try await test(path, waiting) } catch {
      await server.drain()
      throw error
    }
    await server.drain()
    loops.stop()
  }

  private static func sealed() -> SealedFile? { try? SealedFile(copying: bytes) }

  private static func passed(_ file: SealedFile?) -> [PassedFile] {
    guard let copy = try? file?.reopened() else { return [] }
    return [PassedFile(copy, .init(kind: .memory, requiredSeals: SealedFile.seals))]
  }

  private static let header = ImageHeader(totalBytes: Int64(bytes.count), memoryFile: true)

  @Test func aFileArrivesWithItsMessage() async throws {
    let sealed = Self.sealed()
    try await withFileServer { _, responses, call throws(RPCError) in
      let limit = await call.fileLimit()
      #expect(limit == 4)
      let message = StreamImageResponse(header: Self.header)
      #expect(try await responses.send(message, with: Self.passed(sealed)) == true)
    } _: { path, _ in
      let client = try FeedClient(FeedClientConfiguration(socket: path))
      for _ in 0..<40 {
        let file = try await client.receiveFile().get()
        #expect(file?.bytes == Self.bytes)
      }
      #expect(sealed != nil)
    }
  }

  @Test(arguments: [0, 4])
  func whereTheyCannotGoTheHandlerIsTold(descriptorCount: Int) async throws {
    let takesFiles = descriptorCount == 0
    try await withFileServer(descriptorCount: descriptorCount) {
      _,
      responses,
      call throws(RPCError) in
      #expect(await call.fileLimit() == 0)
      let message = StreamImageResponse(header: Self.header)
      #expect(try await responses.send(message, with: Self.passed(Self.sealed())) == false)
      try await responses.send(StreamImageResponse(header: ImageHeader(), chunk: [1]))
    } _: { path, _ in
      let client = try FeedClient(
        FeedClientConfiguration(socket: path, takesFiles: takesFiles)
      )
      #expect(try await client.receiveFile().get() == nil)
    }
  }

  @Test func aClientThatReadsNothingGetsSoManyAndGoesWithThem() async throws {
    let counts = Lock<[Int]>([])
    let pipes = (0..<20).map { _ in PassedPipe() }
    let hasSent = Lock<CheckedContinuation<Void, Never>?>(nil)
    try await withFileServer { _, responses, call throws(RPCError) in
      var sentCount = 0
      for pipe in pipes {
        let limit = await call.fileLimit()
        counts.withLock { $0.append(limit) }
        let label = PassedFile.Label(kind: .init(rawValue: 9))
        let file = PassedFile(OpenFile(adopting: pipe.writing), label)
        if try await responses.send(StreamImageResponse(), with: [file]) { sentCount += 1 }
      }
      #expect(sentCount == 16)
      hasSent.withLock { $0.take() }?.resume()
      // Until the client is gone.
      _ = try await call.nextMessage()
      while !Task.isCancelled { try await responses.send(StreamImageResponse(chunk: Self.bytes)) }
    } _: { path, loop in
      let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
      #expect(linux_connect_unix(number, path, path.utf8.count, 0) == 0)
      await withCheckedContinuation { continuation in
        hasSent.withLock { $0 = continuation }
        let bytes = Frames.clientHello + Frames.streamImage
        _ = send(number, bytes, bytes.count, 0)
      }
      close(number)
      for pipe in pipes { #expect(await pipe.waitUntilGone(on: loop)) }
    }
    #expect(counts.withLock { $0 } == Array(repeating: 4, count: 13) + [3, 2, 1, 0, 0, 0, 0])
  }

  @Test func aCallThatIsGivenUpClosesItsFiles() async throws {
    let pipe = PassedPipe()
    try await withFileServer { _, responses, call throws(RPCError) in
      let file = PassedFile(
        OpenFile(adopting: pipe.writing),
        .init(kind: .init(rawValue: 9))
      )
      #expect(try await responses.send(StreamImageResponse(), with: [file]) == true)
    } _: { path, loop in
      let client = try FeedClient(FeedClientConfiguration(socket: path))
      do {
        var stream = try await client.images.streamImage(StreamImageRequest())
        // The message is taken, the file that came with it is not.
        #expect(try await stream.next() != nil)
      }
      #expect(await pipe.waitUntilGone(on: loop))
    }
  }

  // MARK: Chunks

  @Test func aPictureIsSentToManyFromTheSameMemory() throws {
    let routes = RouteTable([ImageServiceMethods.streamImage])
    var addresses: Set<UnsafeRawPointer?> = []
    let now = Instant(nanoseconds: 1)
    for _ in 0..<3 {
      var session = NativeServerSession(routes: routes, limits: NativeLimits(), now: now)
      session.receive(Bytes(Frames.streamImage), at: now)
      guard case .opened(let call, _) = session.nextEvent() else { throw POSIXError(.EINVAL) }
      StreamImageResponse(header: ImageHeader(), chunk: Self.bytes).withWireBytes { head, tail in
        session.send(head, tail: tail, on: call, at: now)
      }
      session.writeOutput(upTo: .max, at: now) { pieces in
        addresses.insert(pieces.last?.baseAddress)
        return pieces.reduce(0) { $0 + $1.count }
      }
    }
    #expect(addresses == [Self.bytes.withUnsafeBytes { $0.baseAddress }])
  }
}

extension Frames {
  /// What a client says first that takes up to four descriptors.
  static let clientHello = frame(
    0xE0,
    .max,
    Array("FRC1".utf8) + [1, 0, 0, 2, 0, 1, 0, 0, 0, 31, 0, 6, 0, 0, 0, 4]
  )

  /// A call of StreamImage with an empty message.
  static let streamImage: [UInt8] = {
    let (service, method) = ("feedrpc.v1.ImageService", "StreamImage")
    let body =
      [0x0A, UInt8(service.utf8.count)] + Array(service.utf8)
      + [0x12, UInt8(method.utf8.count)] + Array(method.utf8)
    return frame(1, 1, flags: 1, body)
  }()
}
