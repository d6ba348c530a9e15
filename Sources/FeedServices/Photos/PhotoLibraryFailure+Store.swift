import FeedStore
import Rendering

// The renderer knows no feed: on the way through it, what the feed's store said is in its words.
extension PhotoLibraryFailure {
  /// What a store's error means to who looks for a photo.
  init(_ error: StoreError) {
    self =
      switch error {
      case .busy(let limit): .busy(queuedLimit: limit)
      case .closed: .closed
      case .corrupt: .corrupt
      case .engine(let failure): .failed(failure.message)
      case .unavailable(let failure): .unavailable(failure.message)
      // No look-up ends so.
      case .notFound, .alreadyDeleted, .notAllowed, .followsOneself, .tooManyFollows,
        .requestIDReused, .invalidPageToken, .full, .newerSchema:
        .failed("\(error)")
      }
  }
}

extension StoreError {
  /// The error that the renderer was given.
  init(_ failure: PhotoLibraryFailure) {
    self =
      switch failure {
      case .busy(let limit): .busy(queuedLimit: limit)
      case .closed: .closed
      case .corrupt: .corrupt(EngineFailure(code: 0, message: "", statement: ""))
      case .failed(let words): .engine(EngineFailure(code: 0, message: words, statement: ""))
      case .unavailable(let words):
        .unavailable(EngineFailure(code: 0, message: words, statement: ""))
      }
  }
}
