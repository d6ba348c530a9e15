import Base
import FeedMessages

/// What the messages of an upload mean, one after another.
struct UploadReception {
  /// What the details said, and the bytes kept to.
  struct Whole: Equatable {
    var byteCount: Int
    /// SHA-256 that the bytes have to have; empty: any.
    var contentHash: Bytes
  }

  private enum State {
    case begun
    case receiving(announced: Int64, contentHash: Bytes, received: Int64)
  }

  private var state = State.begun

  /// Takes the next message.
  ///
  /// - Returns: Bytes to keep; nil where there are none.
  /// - Throws: `UploadError`; the upload is over.
  mutating func take(_ message: UploadPhotoRequest) throws(UploadError) -> Bytes? {
    switch (state, message.part) {
    case (.begun, .details(let details)):
      state = .receiving(
        announced: try Self.byteCount(details),
        contentHash: try Self.hash(details),
        received: 0
      )
      return nil
    case (.begun, .chunk), (.begun, nil): throw .detailsMissing
    case (.receiving, .details): throw .detailsRepeated
    case (.receiving, nil): throw .partMissing
    case (.receiving(let announced, let contentHash, let received), .chunk(let bytes)):
      let sum = received + Int64(bytes.count)
      guard sum <= announced else { throw .tooManyBytes(announced: announced) }
      state = .receiving(announced: announced, contentHash: contentHash, received: sum)
      return bytes.isEmpty ? nil : bytes
    }
  }

  /// Ends the messages.
  ///
  /// - Throws: `UploadError` where not all has come.
  func end() throws(UploadError) -> Whole {
    guard case .receiving(let announced, let contentHash, let received) = state else {
      throw .detailsMissing
    }
    guard received == announced else {
      throw .tooFewBytes(announced: announced, received: received)
    }
    return Whole(byteCount: Int(received), contentHash: contentHash)
  }

  private static func byteCount(_ details: PhotoDetails) throws(UploadError) -> Int64 {
    guard UploadLimits.photoByteCounts.contains(details.totalBytes) else {
      throw .byteCountOutOfRange(details.totalBytes)
    }
    return details.totalBytes
  }

  private static func hash(_ details: PhotoDetails) throws(UploadError) -> Bytes {
    guard [0, UploadLimits.hashByteCount].contains(details.sha256.count) else {
      throw .hashLength(details.sha256.count)
    }
    return Bytes(details.sha256)
  }
}

/// Why an upload is refused for what it says, before anybody looks at the photo.
package enum UploadError: Error, Hashable, Sendable {
  /// The first message has to have them.
  case detailsMissing
  case detailsRepeated
  /// A message with neither details nor a chunk.
  case partMissing
  case byteCountOutOfRange(Int64)
  /// A hash of so many bytes is none.
  case hashLength(Int)
  case tooManyBytes(announced: Int64)
  case tooFewBytes(announced: Int64, received: Int64)
  /// The bytes are not those that were announced.
  case otherHash
  /// As many uploads run as may, of all or of this viewer.
  case tooMany
  /// Nothing came for too long, and another upload needed the place.
  case silent
}
