import FeedMessages
import Files
import Hashing
import RPC

// The files of photos.
extension FeedExport {
  /// An image of a post or user as an export names it.
  struct ExportedImage { let token: ImageToken? }

  /// Writes the file of a photo; nil where the post or user has it no more.
  ///
  /// A photo that can't be had is told, and left out: what names it could not be imported.
  func exported(_ token: ImageToken?, of owner: String) async throws -> ExportedImage? {
    guard var token, token.id.hasPrefix("photo:") else { return ExportedImage(token: token) }
    do {
      guard let photo = try await found({ try await download(token.id) }) else { return nil }
      token.id = try place(photo)
    } catch let error as RPCError {
      console.complain("photo of \(owner)", try Complaint(error))
      return ExportedImage(token: nil)
    }
    return ExportedImage(token: token)
  }

  private final class Download {
    var file: NewFile
    var hash = SHA256()
    var contentType = ""
    init(in folder: String, _ files: FileSystem) throws(FileError) {
      file = try NewFile(in: folder, files: files)
    }
  }

  /// Takes no more than the header says, and no more than there may be of a photo.
  private func download(_ id: String) async throws -> Download {
    let variant = ImageVariant(imageID: id, format: .original)
    var stream = try await images.streamImage(
      StreamImageRequest(variant: variant),
      options: options
    )
    let download = try Download(in: folder.photoFolder, folder.files)
    var byteCount = 0
    while let response = try await stream.next() {
      if let header = response.header {
        download.contentType = header.contentType
        guard TransferLimits.photoByteCounts.contains(header.totalBytes) else {
          throw RPCError(
            .dataLoss,
            "the server announces a photo of \(header.totalBytes) bytes; the largest has "
              + "\(TransferLimits.photoByteCounts.upperBound)"
          )
        }
        byteCount = Int(header.totalBytes)
      }
      guard download.file.byteCount + response.chunk.count <= byteCount else {
        throw RPCError(.dataLoss, "the server sent more than the photo's \(byteCount) bytes")
      }
      download.hash.update(response.chunk)
      try download.file.append(response.chunk)
    }
    guard download.file.byteCount == byteCount else {
      throw RPCError(.dataLoss, "the photo ended after \(download.file.byteCount) bytes")
    }
    return download
  }

  /// Gives a photo its place; its id in the export.
  private func place(_ photo: Download) throws(FileError) -> String {
    let id = try folder.place(
      &photo.file,
      hash: photo.hash.finish(),
      contentType: photo.contentType
    )
    photoNames.insert(String(id.drop { $0 != "/" }.dropFirst()))
    return id
  }
}
