import Base
import CommandLineKit
import FeedClient
import FeedMessages
import RPC

/// The bytes of an image as they come.
enum ImageDownload {
  /// Bytes of an image; more is refused before any is taken.
  ///
  /// The largest that a server renders, 8,192 pixels a side, has 256 MiB as RGBA8, and as PNG a
  /// little more where nothing can be compressed.
  static let byteCounts = 0...Int64(257 << 20)

  /// Hands every piece to `write` and gives the header, which `check` may refuse before.
  ///
  /// No more is taken than the header says.
  ///
  /// - Throws: `CommandFailure` where the header says more than `byteCounts`, or there are fewer or
  ///   more bytes than it says; the status that the call ended with; and what `check` and `write`
  ///   throw.
  static func receive(
    _ stream: ResponseStream<StreamImageResponse>,
    check: (ImageHeader) throws -> Void = { _ in },
    _ write: (Bytes) throws -> Void
  ) async throws -> ImageHeader {
    var stream = stream
    guard let first = try await stream.next(), let header = first.header else {
      throw CommandFailure("the server sent no image")
    }
    try check(header)
    guard byteCounts.contains(header.totalBytes) else {
      throw CommandFailure(
        "the server announces an image of \(header.totalBytes) bytes; the largest has "
          + "\(byteCounts.upperBound)"
      )
    }
    var byteCount: Int64 = 0
    func take(_ bytes: Bytes) throws {
      byteCount += Int64(bytes.count)
      guard byteCount <= header.totalBytes else {
        throw CommandFailure("the server sent more than the image's \(header.totalBytes) bytes")
      }
      try write(bytes)
    }
    if let file = try memoryFile(stream, header) { try take(file.bytes) }
    try take(first.chunk)
    while let response = try await stream.next() { try take(response.chunk) }
    guard byteCount == header.totalBytes else {
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
    let header = try await receive(stream, check: checkPixels) { bytes += $0 }
    let (width, height) = (Int(header.width), Int(header.height))
    return (Picture(width: width, height: height, pixels: Bytes(bytes)), header)
  }

  /// Refuses what is no picture in RGBA8, or one with a side above `PicturePlace.longestSide`.
  private static func checkPixels(_ header: ImageHeader) throws {
    let (width, height) = (Int(header.width), Int(header.height))
    let sides = 1...PicturePlace.longestSide
    guard sides.contains(width), sides.contains(height),
      header.totalBytes == Int64(width * height * 4)
    else {
      throw CommandFailure("\(header.totalBytes) bytes are no pixels of \(width)x\(height)")
    }
  }
}
