/// Why a store refused or failed.
package enum StoreError: Error, Hashable, Sendable {
  /// Something that a request names.
  package enum Subject: Hashable, Sendable {
    case post
    case comment
    case user
    /// The user that the caller acts as.
    case viewer
    /// A photo that the viewer uploaded.
    case photo
  }

  /// No such thing.
  case notFound(Subject)
  /// A repeated request made, or was about, something that has been deleted since.
  case alreadyDeleted(Subject)
  /// Only somebody else may do this: the author, or the author of the post.
  case notAllowed
  /// Nobody follows themselves.
  case followsOneself
  /// The viewer follows as many users as one may.
  case tooManyFollows(limit: Int)
  /// The request id was used for another request.
  case requestIDReused
  /// A token that this feed did not make, or made for another query or viewer.
  case invalidPageToken
  /// The disk is full; reads go on, and writes do as soon as there is room.
  case full
  /// As many calls wait as the engine lets wait.
  case busy(queuedLimit: Int)
  /// The store has been closed.
  case closed
  /// The engine is a server that can't be reached now; it is tried again by itself. A mutation
  /// that fails so was not applied, or nobody knows.
  case unavailable(EngineFailure)
  /// The files were written by a newer version.
  case newerSchema(found: Int, supported: Int)
  /// A row that the engine cannot have written.
  case corrupt(EngineFailure)
  /// The engine failed: the disk, the network, or a bug of ours.
  case engine(EngineFailure)
}

extension StoreError {
  /// What went wrong, in the engine's words where it has some.
  var words: String {
    switch self {
    case .corrupt(let failure), .engine(let failure), .unavailable(let failure): failure.message
    case .full, .notFound, .alreadyDeleted, .notAllowed, .followsOneself, .tooManyFollows,
      .requestIDReused, .invalidPageToken, .busy, .closed, .newerSchema:
      "\(self)"
    }
  }

  /// A row that is always there was not found by a statement.
  package static func corrupt(rowMissing statement: String) -> StoreError {
    .corrupt(EngineFailure(code: 0, message: "a row is missing", statement: statement))
  }
}

/// What an engine said.
package struct EngineFailure: Hashable, Sendable {
  /// The engine's own number for it; of SQLite, the extended result code;
  /// of PostgreSQL, the five characters of SQLSTATE as digits to base 36.
  package var code: Int
  /// The engine's words, which contain no values.
  package var message: String
  /// The statement, without values.
  package var statement: String

  package init(code: Int, message: String, statement: String) {
    self.code = code
    self.message = message
    self.statement = statement
  }
}
