import Base
import Files
import Foundation

@testable import Rendering

/// A new folder that goes with its owner, disk caches in it, and what they report.
final class DiskTrial: Sendable {
  let path: String
  private let reported = Lock<[DiskCacheEvent]>([])
  private let clock = Lock(Instant(nanoseconds: 1_000_000_000_000))

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "feedrpc-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
    chmod(path, 0o700)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Opens a cache in the folder, as a new process would.
  func open(
    capacityByteCount: Int = 100 << 20,
    fault: FileSystem.Fault? = nil
  ) throws -> DiskCache {
    try open(
      in: path,
      capacityByteCount: capacityByteCount,
      files: FileSystem(fault: fault)
    )
  }

  /// Opens a cache anywhere.
  func open(
    in directory: String,
    capacityByteCount: Int = 100 << 20,
    files: FileSystem
  ) throws -> DiskCache {
    try DiskCache(
      in: directory,
      capacityByteCount: capacityByteCount,
      ownerID: geteuid(),
      files: files,
      now: { self.clock.withLock { $0 } },
      report: { event in self.reported.withLock { $0.append(event) } }
    )
  }

  func folder(fault: FileSystem.Fault? = nil) throws -> DiskFolder {
    try DiskFolder(in: path, ownerID: geteuid(), files: FileSystem(fault: fault))
  }

  var events: [DiskCacheEvent] { reported.withLock { $0 } }

  func pass(_ time: Duration) { clock.withLock { $0 = $0 + time } }

  /// The paths of all files of pictures below the folder, unfinished ones too, sorted.
  func files() throws -> [String] {
    let found = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return found.map { "\(path)/\($0)" }
      .filter { (try? FileSystem().status(of: $0)?.kind) != .directory }.sorted()
  }

  /// The only file.
  func file() throws -> String {
    let files = try files()
    guard files.count == 1 else { throw Unexpected.files(files) }
    return files[0]
  }

  enum Unexpected: Error { case files([String]) }

  static func contents(of path: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path).map(Array.init)
  }

  /// Puts other bytes into a file, as a broken disk might; its modes don't matter.
  static func overwrite(_ path: String, _ bytes: [UInt8]) throws {
    chmod(path, 0o600)
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: Data(bytes))
    try handle.close()
    chmod(path, 0o400)
  }
}

/// Makes operation number `number`, counted from 0, fail, and counts them.
final class NthFault: Sendable {
  private let count = Lock(0)
  private let number: Int?
  private let code: Int32

  init(_ number: Int?, code: Int32 = EIO) {
    self.number = number
    self.code = code
  }

  /// Operations so far.
  var operationCount: Int { count.withLock { $0 } }

  @Sendable func fault(_ operation: FileOperation, _ path: String) -> Int32? {
    count.withLock { count in
      defer { count += 1 }
      return count == number ? code : nil
    }
  }
}

func sampleAddress(_ picture: UInt64 = 0x5e07_c8d1_a2b3_f4e6, _ key: Int = 7) -> DiskAddress {
  DiskAddress(picture: picture, key: Digest(high: 0, low: UInt64(key)))
}

func sampleBytes(_ count: Int, _ seed: UInt8 = 1) -> Bytes {
  Bytes((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ Int(seed)) })
}
