import Base
import FeedServices

extension EventLog {
  /// Prints what came of a sweep of photos, where there was something to sweep.
  func note(_ outcome: PhotoSweeper.Outcome) {
    switch outcome {
    case .swept(photos: 0, leftovers: 0): note(.debug, "photos_swept", [:])
    case .swept(let photos, let leftovers):
      note(.info, "photos_swept", ["photos": "\(photos)", "leftovers": "\(leftovers)"])
    case .failed(let reason): note(.warning, "photos_not_swept", ["reason": reason])
    }
  }
}
