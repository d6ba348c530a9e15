import Base
import CodecPool
import Foundation
import Rendering
import Testing

/// A program that behaves badly in a known way, in a folder of its own.
final class FakeWorker: Sendable {
  let path: String
  private let folder: URL
  private let requests: CInt
  private let leaves: CInt

  /// Links to the program under the name of what it should do.
  init(_ behaviour: String) throws {
    let manager = FileManager.default
    folder = manager.temporaryDirectory.appending(path: "codec-\(UUID().uuidString)")
    try manager.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appending(path: behaviour).path
    try manager.createSymbolicLink(atPath: path, withDestinationPath: builtProgram("fake-codec"))
    requests = try Self.openPipe(path + ".requests")
    leaves = try Self.openPipe(path + ".leaves")
  }

  deinit {
    close(requests)
    close(leaves)
    // A folder that stays in the temporary place hurts nobody.
    try? FileManager.default.removeItem(at: folder)
  }

  private static func openPipe(_ path: String) throws -> CInt {
    guard mkfifo(path, 0o600) == 0 else { throw POSIXError(.EIO) }
    let pipe = open(path, O_RDWR | O_CLOEXEC)
    guard pipe >= 0 else { throw POSIXError(.EIO) }
    return pipe
  }

  /// Waits until a worker has got a request that nobody has waited for yet.
  func request() async {
    await withCheckedContinuation { waiter in
      Thread.detachNewThread { [requests] in
        var byte: UInt8 = 0
        _ = read(requests, &byte, 1)
        waiter.resume()
      }
    }
  }

  /// Lets a worker that waits answer one request.
  func leave() { _ = write(leaves, "l", 1) }
}

/// A program that was built beside the tests.
func builtProgram(_ name: String) throws -> String {
  let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
  return URL(filePath: own).deletingLastPathComponent().appending(path: name).path
}

/// A pool, and what it reports.
struct WatchedPool {
  let pool: CodecPool
  private var events: AsyncStream<CodecEvent>.Iterator

  init(_ path: String, workerCount: Int = 1, limits: CodecLimits = .quick) {
    let (stream, reports) = AsyncStream<CodecEvent>.makeStream()
    pool = CodecPool(workerCount: workerCount, executablePath: path, limits: limits) {
      reports.yield($0)
    }
    events = stream.makeAsyncIterator()
  }

  /// The next event.
  mutating func next() async throws -> CodecEvent {
    try #require(await events.next(isolation: #isolation))
  }

  /// Waits for the next end of a worker.
  mutating func end() async throws -> CodecEvent.Reason {
    while true {
      if case .ended(_, let reason, _) = try await next() { return reason }
    }
  }

  /// Waits for the next worker that is ready.
  mutating func ready() async throws -> pid_t {
    while true {
      if case .ready(let process, _) = try await next() { return process }
    }
  }
}

extension CodecLimits {
  /// Limits under which workers are replaced quickly.
  static var quick: CodecLimits {
    var limits = CodecLimits()
    limits.cancelGrace = .milliseconds(1)
    limits.respawn.firstDelay = .milliseconds(1)
    limits.respawn.longestDelay = .milliseconds(8)
    return limits
  }
}

extension PixelBuffer {
  /// A picture of one colour.
  static func plain(_ width: Int, _ height: Int, _ color: [UInt8] = [1, 2, 3, 255]) -> PixelBuffer {
    drawn(width, height) { _, _ in color }
  }

  /// A picture whose pixels `color` names by column and row.
  static func drawn(_ width: Int, _ height: Int, color: (Int, Int) -> [UInt8]) -> PixelBuffer {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * width * height)
    for row in 0..<height {
      for column in 0..<width { bytes += color(column, row) }
    }
    return PixelBuffer(width: width, height: height, bytes: Bytes(bytes))
  }

  /// A smooth picture, another one for each seed, with or without transparent parts.
  static func gradient(
    _ width: Int,
    _ height: Int,
    seed: Int = 0,
    isOpaque: Bool = true
  ) -> PixelBuffer {
    drawn(width, height) { column, row in
      [
        UInt8(truncatingIfNeeded: column + seed), UInt8(truncatingIfNeeded: row * 2 + seed * 7),
        UInt8(truncatingIfNeeded: column * 3 / 2 ^ row),
        isOpaque ? 255 : UInt8(column * 255 / width),
      ]
    }
  }
}
