import FeedClient
import Files
import Glibc

/// A picture as it came.
struct ReceivedPicture: Sendable {
  var header = ImageHeader()
  var bytes = Bytes()
  /// From the call to its first message.
  var firstTime = Duration.zero
  /// From the call until all of it was there.
  var wholeTime = Duration.zero
}

extension FeedClient {
  private static let chunkByteCount = 256 << 10

  /// Uploads a file and gives the name of its picture.
  func upload(_ path: String) async throws -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw RPCError(.notFound, "\(path) can't be opened") }
    let file = OpenFile(adopting: descriptor)
    guard let bytes = file.byteCount.flatMap({ file.readBytes($0) }) else {
      throw RPCError(.notFound, "\(path) can't be read")
    }
    let answer = try await feed.uploadPhoto { (writer) async throws(RPCError) in
      let details = PhotoDetails(totalBytes: Int64(bytes.count))
      try await writer.send(UploadPhotoRequest(part: .details(details)))
      for start in stride(from: 0, to: bytes.count, by: Self.chunkByteCount) {
        let end = min(start + Self.chunkByteCount, bytes.count)
        try await writer.send(UploadPhotoRequest(part: .chunk(bytes.slice(start..<end))))
      }
    }
    guard let image = answer.image else { throw RPCError(.internal, "a photo without a name") }
    return image.id
  }

  /// Fetches a picture; `joined` is whether its chunks are put together.
  func picture(
    _ variant: ImageVariant,
    delivery: ImageDelivery = .chunks,
    joined: Bool = false
  ) async throws -> ReceivedPicture {
    let began = Instant.now()
    var picture = ReceivedPicture()
    var content: [UInt8] = []
    let request = StreamImageRequest(variant: variant, delivery: delivery)
    var stream = try await images.streamImage(request)
    while let response = try await stream.next() {
      if let header = response.header {
        picture.header = header
        picture.firstTime = .now() - began
        if let file = try stream.memoryFile(for: header) { picture.bytes = file.bytes }
      }
      if joined { content += response.chunk }
    }
    picture.wholeTime = .now() - began
    if joined { picture.bytes = Bytes(content) }
    return picture
  }
}
