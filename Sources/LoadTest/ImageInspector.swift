import Base
import FeedMessages
import Glibc
import MemoryFiles
import RPC

/// The pictures that come on a connection, each checked as it comes.
struct ImageInspector {
  private struct Incoming {
    var reception = ImageReception()
    /// Those that came for the next message.
    var files: [PassedFile] = []
  }

  private var incoming: [CallID: Incoming] = [:]

  /// Files came for the call's next message.
  mutating func receive(_ files: [PassedFile], of call: CallID) {
    incoming[call, default: Incoming()].files = files
  }

  /// Looks at a message.
  ///
  /// - Throws: what is wrong; nothing more can come of the picture then.
  mutating func receive(
    _ message: Bytes,
    of call: CallID,
    at now: Instant
  ) throws(LoadFailure) {
    let response: StreamImageResponse
    do throws(MalformedMessage) { response = try StreamImageResponse(wireBytes: message) } catch {
      throw .unreadable
    }
    let files = incoming[call]?.files ?? []
    incoming[call]?.files = []
    let fileByteCount = try response.header.flatMap { (header) throws(LoadFailure) in
      try Self.fileByteCount(header, files)
    }
    try incoming[call, default: Incoming()].reception.receive(
      response,
      fileByteCount: fileByteCount,
      at: now
    )
  }

  /// The call ended well: its picture.
  mutating func finish(_ call: CallID) throws(LoadFailure) -> ReceivedImage {
    guard let last = incoming.removeValue(forKey: call) else { throw .headerMissing }
    return try last.reception.finish()
  }

  /// The call ended otherwise.
  mutating func forget(_ call: CallID) { incoming[call] = nil }

  /// How large the file is that a header announces; nil: it announces none.
  ///
  /// Its bytes are not read.
  private static func fileByteCount(
    _ header: ImageHeader,
    _ files: [PassedFile]
  ) throws(LoadFailure) -> Int? {
    if header.memoryFile {
      guard let file = files.first else { throw .fileMissing }
      let byteCount = Int(clamping: header.totalBytes)
      switch FileFitness(of: file.file, byteCount: byteCount, seals: file.label.requiredSeals) {
      case .fit: return byteCount
      case .wrongSize(let actual, _): return actual
      case .notInMemory, .unsealed: throw .fileNotSealed
      }
    }
    guard !header.filePath.isEmpty else { return nil }
    var status = stat()
    guard stat(header.filePath, &status) == 0 else { throw .fileMissing }
    return status.st_size
  }
}
