package import FeedModel

/// A store whose reads wait in a queue for readers of their own, whatever the engine.
package protocol RowStore: FeedStore {
  associatedtype Reader: FeedReading

  var reads: ReadQueue<Reader> { get }
  /// Transactions committed since the store was opened, and mutations in them.
  var writeCounts: (commits: Int, mutations: Int) { get }
}

extension RowStore {
  package func feedPage(
    _ query: FeedPageQuery,
    viewer: Viewer
  ) async throws(StoreError) -> FeedPage {
    try await reads.submit(of: viewer.client) { (reader) throws(StoreError) in
      try reader.page(query, viewer: viewer)
    }
  }

  package func posts(_ ids: [PostID], viewer: Viewer) async throws(StoreError) -> PostList {
    try await reads.submit(of: viewer.client) { (reader) throws(StoreError) in
      let posts = try reader.posts(ids, viewerID: try reader.id(of: viewer))
      return PostList(posts: posts, sequence: try reader.sequence())
    }
  }

  package func comments(
    _ query: CommentsQuery,
    viewer: Viewer
  ) async throws(StoreError) -> CommentPage {
    try await reads.submit(of: viewer.client) { (reader) throws(StoreError) in
      try reader.page(query, viewer: viewer)
    }
  }

  package func profile(
    of subject: ProfileSubject,
    viewer: Viewer
  ) async throws(StoreError) -> ProfileState {
    try await reads.submit(of: viewer.client) { (reader) throws(StoreError) in
      try reader.profile(of: subject, viewer: viewer)
    }
  }

  package func users(_ query: UsersQuery, viewer: Viewer) async throws(StoreError) -> UserPage {
    try await reads.submit(of: viewer.client) { (reader) throws(StoreError) in
      try reader.page(query, viewer: viewer)
    }
  }

  package func events(
    after sequence: SequenceNumber,
    limit: Int
  ) async throws(StoreError) -> EventBatch {
    try await reads.submit(of: 0) { (reader) throws(StoreError) in
      try reader.events(after: sequence, limit: limit)
    }
  }

  package func statistics() async throws(StoreError) -> StoreStatistics {
    var statistics = try await reads.submit(of: 0) { (reader) throws(StoreError) in
      try reader.statistics()
    }
    (statistics.commits, statistics.mutations) = writeCounts
    return statistics
  }

  package func photo(_ key: PhotoKey) async throws(StoreError) -> Photo? {
    try await reads.submit(of: 0) { (reader) throws(StoreError) in try reader.photo(key) }
  }

  package func hasUploaded(
    photoNamed name: String,
    viewer: Viewer
  ) async throws(StoreError) -> Bool {
    try await reads.submit(of: viewer.client) { (reader) throws(StoreError) in
      try reader.hasUploaded(photoNamed: name, viewer: viewer)
    }
  }

  package func leftoverPhotos(
    among hashes: [[UInt8]]
  ) async throws(StoreError) -> [LeftoverPhoto] {
    try await reads.submit(of: 0) { (reader) throws(StoreError) in
      try reader.leftoverPhotos(among: hashes)
    }
  }
}
