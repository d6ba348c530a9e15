import Base
import FeedMessages
import FeedModel
import FeedStore
import RPC
import Rendering

// Photos as they were uploaded: nothing is rendered, and nothing of them is kept in memory.
extension ImageHandler {
  /// The photo that a key names.
  ///
  /// It is asked for before any cache: what was deleted is served by none.
  ///
  /// - Throws: NOT_FOUND where there is none, or none any more.
  func photo(_ key: RenderKey) async throws(RPCError) -> Photo {
    let found: Photo?
    do throws(StoreError) { found = try await photos.find(key) } catch { throw RPCError(error) }
    guard let found else { throw RPCError(RenderError.unknownImage) }
    return found
  }

  /// Sends the stored bytes of a photo to somebody who may have them.
  func sendOriginal(
    _ photo: Photo,
    _ key: RenderKey,
    _ request: StreamImageRequest,
    by chunkByteCount: Int,
    to responses: ResponseWriter<StreamImageResponse>,
    _ call: any ServerCall
  ) async throws(RPCError) {
    try await requireReader(of: photo, call)
    let etag = key.etag(codec: "")
    var header: ImageHeader? = ImageHeader(original: photo, etag: etag, call)
    if request.ifNoneMatch == etag {
      header?.notModified = true
      header?.totalBytes = 0
      return try await responses.send(StreamImageResponse(header: header))
    }
    // Whole chunks, so that all but the last are as long as asked.
    let pieceByteCount = max(1, UploadLimits.originalByteCount / chunkByteCount) * chunkByteCount
    let original = try await open(photo, key)
    var offset = 0
    while offset < photo.content.byteCount {
      let piece = try counted(try await original.piece(at: offset, upTo: pieceByteCount), call)
      for start in stride(from: 0, to: piece.count, by: chunkByteCount) {
        let chunk = piece.slice(start..<min(start + chunkByteCount, piece.count))
        try await responses.send(StreamImageResponse(header: header, chunk: chunk))
        header = nil
      }
      offset += piece.count
    }
  }

  /// Refuses everybody but those who uploaded a photo, the daemon's owner and root.
  private func requireReader(
    of photo: Photo,
    _ call: any ServerCall
  ) async throws(RPCError) {
    guard !viewers.isOperator(call) else { return }
    let viewer = try viewers.viewer(of: call)
    let isUploader: Bool
    do throws(StoreError) { isUploader = try await photos.hasUploaded(photo, viewer: viewer) } catch
    { throw RPCError(error) }
    try viewers.requireReader(ofOriginalUploadedByViewer: isUploader, call)
  }

  private func open(_ photo: Photo, _ key: RenderKey) async throws(RPCError) -> Original {
    do throws(PhotoStoreError) { return try await photos.original(of: photo) } catch {
      if error == .missing {
        // The file goes after the photo: a delete may have come between.
        photos.forget(photo.name)
        _ = try await self.photo(key)
      }
      throw RPCError(error)
    }
  }
}

extension ImageHeader {
  fileprivate init(original photo: Photo, etag: String, _ call: any ServerCall) {
    self.init(
      contentType: PhotoFormat(rawValue: photo.content.format)?.contentType
        ?? "application/octet-stream",
      width: Int32(photo.content.width),
      height: Int32(photo.content.height),
      totalBytes: Int64(photo.content.byteCount),
      etag: etag,
      format: .original,
      trace: RenderTrace(RenderTimes(), call)
    )
  }
}

extension Original {
  fileprivate func piece(at offset: Int, upTo limit: Int) async throws(RPCError) -> Bytes {
    do throws(PhotoStoreError) { return try await read(from: offset, upTo: limit) } catch {
      throw RPCError(error)
    }
  }
}
