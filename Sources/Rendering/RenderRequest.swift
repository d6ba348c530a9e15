package import Base
package import MemoryFiles

/// Who asks: renders are shared out fairly between users, then between a user's connections.
package struct RenderClient: Hashable, Sendable {
  package var uid: UInt32
  package var connection: UInt64

  package init(uid: UInt32, connection: UInt64) {
    self.uid = uid
    self.connection = connection
  }
}

/// How urgent a picture is.
package enum RenderPriority: Int, Hashable, Sendable, CaseIterable, Comparable {
  /// It may come into view.
  case prefetch
  /// Somebody looks at its place on the screen.
  case visible

  package static func < (left: RenderPriority, right: RenderPriority) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// One caller's wish for one rendering.
package struct RenderRequest: Hashable, Sendable {
  package var key: RenderKey
  package var client: RenderClient
  package var priority: RenderPriority
  /// When the answer is of no more use; nil: never.
  package var deadline: Instant?

  package init(
    key: RenderKey,
    client: RenderClient,
    priority: RenderPriority = .visible,
    deadline: Instant? = nil
  ) {
    self.key = key
    self.client = client
    self.priority = priority
    self.deadline = deadline
  }
}

/// Where an answer came from.
package enum RenderOrigin: Hashable, Sendable, CaseIterable {
  /// This request started the render.
  case rendered
  /// This request joined a render under way.
  case coalesced
  case memoryCache
  case diskCache
}

/// What the render that made the bytes cost, and what the request waited.
package struct RenderTimes: Hashable, Sendable {
  /// From the request's arrival to its answer.
  package var waited = Duration.zero
  /// The render's time in the queue; 0 where the bytes came from a cache, as the rest.
  package var queued = Duration.zero
  /// Drawing, or decoding and resizing.
  package var source = Duration.zero
  package var encode = Duration.zero
  /// Requests that shared the render when it ended.
  package var waiters = 0

  package init() {}
}

/// A rendering.
package struct RenderedImage: Sendable {
  package var bytes: Bytes
  /// A memory file with the same bytes, where one was made.
  package var file: SealedFile?
  /// Pixels.
  package var width: Int
  /// Pixels.
  package var height: Int
  package var format: ImageFormat
  /// The `ImageEncoder.buildIdentity` of what made the bytes, which its etag is made from: empty
  /// where no codec did, nil where another build came while they were made.
  package var codec: String?
  package var origin: RenderOrigin
  package var times: RenderTimes

  package init(
    bytes: Bytes,
    width: Int,
    height: Int,
    format: ImageFormat,
    codec: String? = "",
    origin: RenderOrigin,
    times: RenderTimes = RenderTimes()
  ) {
    self.bytes = bytes
    self.width = width
    self.height = height
    self.format = format
    self.codec = codec
    self.origin = origin
    self.times = times
  }
}

/// What the renderer has done since it started, and does now.
package struct RenderStatistics: Hashable, Sendable {
  package var rendersStarted = 0
  package var rendersFinished = 0
  package var rendersCancelled = 0
  package var rendersFailed = 0
  package var requestsCoalesced = 0
  package var memoryCacheHits = 0
  package var memoryCacheByteCount = 0
  package var diskCacheHits = 0
  package var diskCacheByteCount = 0
  package var queuedVisible = 0
  package var queuedPrefetch = 0
  /// Slots that are occupied, also by renders that nobody waits for any more.
  package var rendering = 0

  package init() {}
}
