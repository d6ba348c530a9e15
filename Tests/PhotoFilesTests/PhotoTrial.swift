import Base
import Files
import Foundation
import Rendering

@testable import PhotoFiles

/// A folder for photos that goes with its owner, whose operations may be told to fail.
final class PhotoTrial: Sendable {
  private struct State {
    var operations: [FileOperation] = []
    /// The operation that fails, counted from the last `fail`.
    var failing: Int?
    var code = EIO
    var now = PhotoFiles.clock() + 3_600_000_000_000
  }

  let path: String
  private let state = Lock(State())

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "feedrpc-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Opens the folder, for which an hour has passed since its files were made.
  func open() throws -> PhotoFiles {
    let files = FileSystem { [state] operation, _ in
      state.withLock { state in
        state.operations.append(operation)
        return state.operations.count - 1 == state.failing ? state.code : nil
      }
    }
    return try PhotoFiles(path + "/photos", files: files) { [state] in state.withLock { $0.now } }
  }

  /// Fails the operation after `count` further ones; nil: none.
  func fail(after count: Int?, with code: Int32 = EIO) {
    state.withLock { state in
      state.operations = []
      state.failing = count
      state.code = code
    }
  }

  /// The operations since the last `fail`.
  var operations: [FileOperation] { state.withLock { $0.operations } }

  func setTime(_ now: Int64) { state.withLock { $0.now = now } }

  /// The paths of all files, sorted, with where each is for the path of a photo.
  func names() throws -> [String] {
    let root = path + "/photos"
    return try FileManager.default.subpathsOfDirectory(atPath: root).filter { name in
      var isDirectory: ObjCBool = false
      let exists = FileManager.default.fileExists(
        atPath: "\(root)/\(name)",
        isDirectory: &isDirectory
      )
      return exists && !isDirectory.boolValue
    }
    .sorted()
  }

  func file(_ name: String) -> String { "\(path)/photos/\(name)" }
}

extension WorkingCopy {
  static func sample(_ side: Int) -> WorkingCopy {
    WorkingCopy(side: side, width: side, height: 1, bytes: Bytes("copy \(side)".utf8))
  }
}

extension PhotoFiles {
  /// Keeps bytes as a photo; its hash and those of its copies.
  @discardableResult
  func keep(
    _ bytes: Bytes,
    copies: [WorkingCopy] = [.sample(2_048), .sample(512)]
  ) async throws -> (photo: [UInt8], copies: [[UInt8]]) {
    let draft = try await begin()
    do {
      let middle = bytes.count / 2
      try await draft.append(bytes.slice(0..<middle))
      try await draft.append(bytes.slice(middle..<bytes.count))
      let (hash, _) = try await draft.finish()
      let copies = try await draft.keep(copies)
      await draft.discard()
      return (hash, copies)
    } catch {
      await draft.discard()
      throw error
    }
  }

  /// The bytes of an original.
  func original(_ photo: [UInt8]) async throws(PhotoStoreError) -> Bytes {
    let file = try await open(.original, ofPhoto: photo, contentHash: photo)
    return try await read(file, from: 0, byteCount: 1_000_000)
  }

  /// All photos of which something is kept.
  func allPhotos() async throws -> [[UInt8]] {
    var found: [[UInt8]] = []
    for portion in 0..<portionCount { found += try await photos(inPortion: portion) }
    return found
  }
}
