import CommandLineKit
import FeedStore

// Why the daemon does not start because of its store: what is wrong and what to do.
extension CommandFailure {
  /// The store in the file `path` can't be opened.
  init(_ error: StoreError, opening path: String) {
    let sentence =
      switch error {
      case .newerSchema(let found, let supported):
        "the store \(path) was written by a newer feedrpcd (schema \(found); this one knows "
          + "\(supported)); start that one, or name another store"
      case .corrupt(let failure):
        "the store \(path) is damaged or holds no feed (\(failure.message)); bring back a copy of "
          + "it, or move it away to begin a new one"
      case .full: "there is no room for the store \(path); make some, or name another place"
      case .engine(let failure), .unavailable(let failure):
        "the store \(path) can't be opened (\(failure.message)); see to it, or name another place"
      // Answers to calls, of which there are none yet.
      case .notFound, .alreadyDeleted, .notAllowed, .followsOneself, .tooManyFollows,
        .requestIDReused, .invalidPageToken, .busy, .closed:
        "the store \(path) can't be opened: \(error)"
      }
    self.init(sentence)
  }

  /// The store can't be filled with the sample.
  init(_ error: StoreError, filling path: String) {
    self.init("the sample can't be stored: " + CommandFailure(error, opening: path).message)
  }
}
