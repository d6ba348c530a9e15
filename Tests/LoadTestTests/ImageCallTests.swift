import Base
import FeedMessages
import Foundation
import MemoryFiles
import NativeWire
import ProtobufRuntime
import RPC
import Testing
import Waiting

@testable import LoadTest

/// Loads of pictures over a socket.
@Suite(.timeLimit(.minutes(10))) struct ImageCallTests {
  /// What comes of the call with a number, from 0.
  typealias Answer =
    @Sendable (
      _ number: Int,
      _ responses: ResponseWriter<StreamImageResponse>,
      _ call: any ServerCall
    ) async throws(RPCError) -> Void

  static let takingFiles: NativeLimits = {
    var limits = NativeLimits()
    limits.descriptorCount = NativeLimits.standardDescriptorCount
    return limits
  }()

  static let bytes = Bytes((0..<90).map { UInt8($0) })

  static func header(_ source: ImageSource = .rendered, etag: String = "e") -> ImageHeader {
    ImageHeader(
      totalBytes: 90,
      etag: etag,
      source: source,
      trace: RenderTrace(sourceMicroseconds: 3_000, encodeMicroseconds: 1_000, waiters: 2)
    )
  }

  static func server(_ answer: @escaping Answer) async throws -> ScriptedServer {
    let count = Lock(0)
    return try await ScriptedServer { _ in
      [
        .serverStreaming(ImageServiceMethods.streamImage) {
          (
            request: StreamImageRequest,
            responses: ResponseWriter<StreamImageResponse>,
            call: any ServerCall
          ) throws(RPCError) in
          let number = count.withLock { count in
            defer { count += 1 }
            return count
          }
          try await answer(number, responses, call)
        }
      ]
    }
  }

  /// Makes calls one after the other against a server with these answers.
  static func report(
    _ callCount: Int,
    patience: Duration? = nil,
    _ answer: @escaping Answer,
    beforeTheEnd: () async throws -> Void = {}
  ) async throws -> LoadReport {
    var report = LoadReport()
    let limits = takingFiles
    try await server(answer).run { server in
      let load = CallLoad(
        LoadTarget(
          ImageServiceMethods.streamImage,
          timeout: .seconds(60),
          givesImages: true,
          patience: { _ in patience },
          payload: { _ in StreamImageRequest(chunkBytes: 1_024).encodedBytes() }
        ),
        through: LoadConnections(to: server.address, streamsEach: 1) {
          NativeClientSession(limits: limits, now: $0)
        },
        shape: LoadShape(.calls(callCount))
      )
      report = try await load.run(interruption: cancellation)
      try await beforeTheEnd()
    }
    return report
  }

  @Test func everyPictureIsCheckedAndCounted() async throws {
    let report = try await Self.report(3) { (number, responses, _) throws(RPCError) in
      let source: ImageSource = number == 0 ? .rendered : .memoryCache
      let pieces = [Self.bytes.slice(0..<40), Self.bytes.slice(40..<90)]
      try await responses.send(.init(header: Self.header(source), chunk: pieces[0]))
      try await responses.send(.init(chunk: pieces[1]))
    }
    #expect(report.codes == [.ok: 3] && report.byteCount == 3 * 90)
    #expect(report.images.count(from: .rendered) == 1 && report.images.mostWaiters == 2)
    #expect(report.images.count(from: .memoryCache) == 2)
    #expect(report.firstMessageTimes.count == 3 && report.gaps.count == 3)
    #expect(report.renderTimes.count == 1 && report.renderTimes.maximum == 4_000_000)
  }

  @Test func aWrongAnswerIsGivenUpAndTold() async throws {
    let cancelled = Watched(0)
    let report = try await Self.report(2) { (_, responses, _) throws(RPCError) in
      try await responses.send(.init(chunk: Self.bytes))
      await cancellation()
      cancelled.change { $0 += 1 }
    } beforeTheEnd: {
      _ = try await cancelled.until { $0 == 2 ? true : nil }
    }
    #expect(report.codes == [.dataLoss: 2])
    #expect(report.examples == [.dataLoss: "the first message has no header"])
  }

  @Test func aPictureThatEndsEarlyOrIsAnotherIsWrong() async throws {
    let report = try await Self.report(4) { (number, responses, _) throws(RPCError) in
      let chunk = number == 0 ? Self.bytes.slice(0..<89) : Self.bytes
      let other = Bytes([UInt8](repeating: 0, count: 90))
      try await responses.send(.init(header: Self.header(), chunk: number == 3 ? other : chunk))
    }
    #expect(report.codes == [.ok: 2, .dataLoss: 2] && report.images.count == 2)
    #expect(report.examples == [.dataLoss: "the picture had 89 of 90 bytes"])
  }

  @Test func aStatusIsNotTheClientsFault() async throws {
    let report = try await Self.report(2) { (_, responses, _) throws(RPCError) in
      try await responses.send(.init(header: Self.header()))
      throw RPCError(.resourceExhausted, "too much")
    }
    #expect(report.codes == [.resourceExhausted: 2])
    #expect(report.examples == [.resourceExhausted: "too much"])
  }

  @Test func callsAreGivenUpInTime() async throws {
    let cancelled = Watched(0)
    let report = try await Self.report(3, patience: .milliseconds(5)) {
      (_, _, _) throws(RPCError) in
      await cancellation()
      cancelled.change { $0 += 1 }
    } beforeTheEnd: {
      _ = try await cancelled.until { $0 == 3 ? true : nil }
    }
    #expect(report.givenUpCount == 3 && report.callCount == 0)
  }

  @Test func filesAreLookedAt() async throws {
    let sealed = try SealedFile(copying: Self.bytes)
    let short = try SealedFile(copying: Self.bytes.slice(0..<80))
    let report = try await Self.report(4) { (number, responses, _) throws(RPCError) in
      var header = Self.header()
      header.memoryFile = true
      let file = try? (number == 3 ? short : sealed).reopened()
      let label = PassedFile.Label(kind: .memory, requiredSeals: SealedFile.seals)
      let files = file.map { [PassedFile($0, label)] } ?? []
      guard try await responses.send(.init(header: header), with: files) else {
        throw RPCError(.internal, "no file can be passed")
      }
    }
    #expect(report.codes == [.ok: 3, .dataLoss: 1])
    #expect(report.images.count(in: .memoryFile) == 3 && report.byteCount >= 3 * 90)
    #expect(report.examples == [.dataLoss: "the picture had 80 of 90 bytes"])
  }

  @Test func pathsAreLookedAt() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "p-\(UUID())").path
    try Data(Array(Self.bytes)).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let report = try await Self.report(3) { (number, responses, _) throws(RPCError) in
      var header = Self.header()
      header.filePath = number == 2 ? "/nonexistent/file" : path
      try await responses.send(.init(header: header))
    }
    #expect(report.codes == [.ok: 2, .dataLoss: 1])
    #expect(report.images.count(in: .file) == 2 && report.byteCount >= 2 * 90)
    #expect(report.examples == [.dataLoss: "the picture's file is not there"])
  }
}
