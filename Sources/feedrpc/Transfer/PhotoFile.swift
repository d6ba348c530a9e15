import Base
import FeedMessages
import Files
import Hashing
import RPC

/// A file that is to be uploaded as a photo.
struct PhotoFile: Sendable {
  let path: String
  let byteCount: Int
  /// Nanoseconds since 1970.
  let modifiedAt: Int64
  /// SHA-256 of the bytes.
  let contentHash: [UInt8]
  private let file: OpenFile

  /// Opens a file and reads it once.
  ///
  /// - Throws: `FileError`, or a complaint where it is no ordinary file.
  init(_ path: String, _ files: FileSystem) throws {
    file = try files.open(path)
    let status = try files.status(of: file, path: path)
    guard status.kind == .file else { throw Complaint("it is no file") }
    self.path = path
    byteCount = status.byteCount
    modifiedAt = status.modifiedAt
    var hash = SHA256()
    var offset = 0
    while offset < byteCount {
      let piece = try Self.piece(file, offset, path, files)
      if piece.isEmpty { break }
      hash.update(piece)
      offset += piece.count
    }
    contentHash = hash.finish()
  }

  private static func piece(
    _ file: OpenFile,
    _ offset: Int,
    _ path: String,
    _ files: FileSystem
  ) throws(FileError) -> Bytes {
    try files.read(file, from: offset, byteCount: TransferLimits.pieceByteCount, path: path)
  }

  /// Sends the bytes; a file that was changed meanwhile is refused by the server.
  ///
  /// `progress` is told how many bytes have been sent so far.
  ///
  /// - Throws: The call's status; DATA_LOSS where the file can't be read any more.
  func upload(
    _ client: FeedServiceClient,
    _ options: CallOptions,
    _ files: FileSystem,
    progress: (Int) -> Void = { _ in }
  ) async throws(RPCError) -> UploadPhotoResponse {
    try await client.uploadPhoto(options: options) { (writer) async throws(RPCError) in
      let details = PhotoDetails(totalBytes: Int64(byteCount), sha256: Bytes(contentHash))
      try await writer.send(UploadPhotoRequest(part: .details(details)))
      var offset = 0
      while offset < byteCount {
        let piece = try bytes(from: offset, files)
        if piece.isEmpty { break }
        try await writer.send(UploadPhotoRequest(part: .chunk(piece)))
        offset += piece.count
        progress(offset)
      }
    }
  }

  private func bytes(from offset: Int, _ files: FileSystem) throws(RPCError) -> Bytes {
    do { return try Self.piece(file, offset, path, files) } catch {
      throw RPCError(.dataLoss, Complaint(error).description)
    }
  }
}
