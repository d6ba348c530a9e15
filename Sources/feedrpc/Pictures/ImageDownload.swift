import Base
import CommandLineKit
import FeedClient
import FeedMessages
import RPC

/// The bytes of an image as they come.
enum ImageDownload {
  /// Hands every piece to `write` and gives the header.
  ///
  /// - Throws: `CommandFailure` where there are fewer or more bytes than the header says, the
  ///   status that the call ended with, and what `write` throws.
  static func receive(
    _ stream: ResponseStream<StreamImageResponse>,
    _ write: (Bytes) throws -> Void
  ) async throws -> ImageHeader {
    var stream = stream
    var header: ImageHeader?
    var byteCount = 0
    while let response = try await stream.next() {
      if header == nil, let first = response.header {
        header = first
        if let file = try memoryFile(stream, first) {
          byteCount += file.byteCount
          try write(file.bytes)
        }
      }
      byteCount += response.chunk.count
      try write(response.chunk)
    }
    guard let header else { throw CommandFailure("the server sent no image") }
    guard header.totalBytes == Int64(byteCount) else {
      throw CommandFailure("the image ended after \(byteCount) of \(header.totalBytes) bytes")
    }
    return header
  }

  private static func memoryFile(
    _ stream: ResponseStream<StreamImageResponse>,
    _ header: ImageHeader
  ) throws -> MemoryFile? {
    do { return try stream.memoryFile(for: header) } catch {
      throw CommandFailure("the server's memory file can't be used: \(error)")
    }
  }

  /// All of an image that was asked for as RGBA8.
  ///
  /// - Throws: As `receive`, and `CommandFailure` where the bytes are no such picture.
  static func picture(
    _ stream: ResponseStream<StreamImageResponse>
  ) async throws -> (picture: Picture, header: ImageHeader) {
    var bytes: [UInt8] = []
    let header = try await receive(stream) { bytes += $0 }
    let (width, height) = (Int(header.width), Int(header.height))
    guard width > 0, height > 0, width <= PicturePlace.longestSide,
      height <= PicturePlace.longestSide, bytes.count == width * height * 4
    else {
      throw CommandFailure("\(bytes.count) bytes are no pixels of \(width)x\(height)")
    }
    return (Picture(width: width, height: height, pixels: Bytes(bytes)), header)
  }
}
