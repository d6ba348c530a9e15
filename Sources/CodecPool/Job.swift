import Base
import Files
import Rendering

/// What a worker has to do, and who waits for it.
struct Job: Sendable {
  /// What is to be done.
  enum Work: Sendable {
    case encode(PixelBuffer, CodecOutput)
    case photo(OpenFile, CodecOperation)

    var kind: WorkLine.Kind {
      switch self {
      case .encode, .photo(_, .encode), .photo(_, .render): .picture
      case .photo(_, .prepare): .upload
      }
    }
  }

  /// What came of it.
  enum Outcome: Sendable {
    case bytes(Bytes)
    case photo(PreparedPhoto)
  }

  /// Why nothing came of it.
  enum Failure: Error, Equatable {
    case cancelled
    case unavailable
    case exhausted(Shortage)
    case crashed
    case timedOut
    /// The library can not encode the pixels; its own words.
    case refused(String)
    case unreadable(PhotoFlaw)
  }

  let work: Work
  /// The size of the shared memory that it needs.
  let memoryByteCount: Int
  let caller: CheckedContinuation<Result<Outcome, Failure>, Never>

  var operation: CodecOperation {
    switch work {
    case .encode(_, let output): .encode(output)
    case .photo(_, let operation): operation
    }
  }
}
