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

  private func download(_ id: String) async throws -> Download {
    let variant = ImageVariant(imageID: id, format: .original)
    var stream = try await images.streamImage(
      StreamImageRequest(variant: variant),
      options: options
    )
    let download = try Download(in: folder.photoFolder, folder.files)
    var byteCount: Int64 = 0
    while let response = try await stream.next() {
      if let header = response.header {
        download.contentType = header.contentType
        byteCount = header.totalBytes
      }
      download.hash.update(response.chunk)
      try download.file.append(response.chunk)
    }
    guard download.file.byteCount == Int(byteCount) else {
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
