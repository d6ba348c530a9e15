import FeedMessages
import MemoryFiles
import RPC
import Rendering

// Pictures as memory files, whatever their size: who asks for one knows what it is good for.
extension ImageHandler {
  /// Sends a picture's header with its memory file.
  ///
  /// - Returns: false where it can't go as a file: the client may not have it, its protocol does
  ///   not carry it, it has not taken those before, or there is no descriptor left. Then nothing
  ///   was sent.
  func sendFile(
    of image: RenderedImage,
    _ key: RenderKey,
    to responses: ResponseWriter<StreamImageResponse>,
    _ call: any ServerCall
  ) async throws(RPCError) -> Bool {
    guard memoryFiles.admits(call.peer), await call.fileLimit() > 0,
      let filed = await renderer.filed(image, for: key),
      let copy = try? filed.file?.reopened()
    else { return false }
    var header = ImageHeader(filed, etag: filed.etag(for: key), call)
    header.memoryFile = true
    let label = PassedFile.Label(kind: .memory, requiredSeals: SealedFile.seals)
    let message = StreamImageResponse(header: header)
    return try await responses.send(message, with: [PassedFile(copy, label)])
  }
}
