import Base
import FeedMessages
import FeedModel
package import FeedStore
package import RPC

/// The encoded pages of a feed, kept as long as they are what the store holds.
///
/// It is told of commits by the store, before their callers are: who was answered never finds an
/// older page.
package final class FeedPages: Sendable {
  /// What pages may take together.
  package static let standardByteCount = 33_554_432
  /// The longest request that is looked up.
  static let requestByteCount = 512

  private let cache: Lock<PageCache>

  package init(_ store: any FeedStore, capacityByteCount: Int = standardByteCount) {
    cache = Lock(PageCache(capacityByteCount: capacityByteCount))
    store.observeCommits { [weak self] commit in
      self?.cache.withLock { $0.note(commit) }
    }
  }

  func answer(for key: PageCache.Key) -> FeedPageAnswer? {
    guard key.request.count <= Self.requestByteCount else { return nil }
    return cache.withLock { $0.page(for: key) }
      .map { FeedPageAnswer(sequence: $0.sequence.number, body: $0.body) }
  }

  func insert(_ page: PageCache.Page, for key: PageCache.Key) {
    guard key.request.count <= Self.requestByteCount else { return }
    // What was received may be a slice of a large buffer.
    let request = key.request.withUnsafeBytes { Bytes(copying: $0) }
    cache.withLock { $0.insert(page, for: PageCache.Key(claim: key.claim, request: request)) }
  }
}

extension FeedHandler {
  /// The methods as they are served: FetchFeedPage answers from encoded pages where it can.
  package func methods(_ pages: FeedPages) -> [ServerMethod] {
    let fetchFeedPage = ServerMethod.unary(FeedServiceMethods.fetchFeedPage) {
      (request: Bytes, call) async throws(RPCError) -> FeedPageAnswer in
      try await self.fetchFeedPage(request, call, pages)
    }
    return methods.map { $0.descriptor == fetchFeedPage.descriptor ? fetchFeedPage : $0 }
  }

  private func fetchFeedPage(
    _ bytes: Bytes,
    _ call: any ServerCall,
    _ pages: FeedPages
  ) async throws(RPCError) -> FeedPageAnswer {
    let key = PageCache.Key(claim: try viewers.claim(of: call), request: bytes)
    if let answer = pages.answer(for: key) { return answer }
    let request: FetchFeedPageRequest
    do { request = try FetchFeedPageRequest(wireBytes: bytes) } catch { throw RPCError(error) }
    let response = try await fetchFeedPage(request, call)
    let page = PageCache.Page(response, isOfFollowed: request.filter?.followingOnly ?? false)
    pages.insert(page, for: key)
    return FeedPageAnswer(sequence: response.sequence, body: page.body)
  }
}

extension PageCache.Page {
  init(_ response: FetchFeedPageResponse, isOfFollowed: Bool) {
    var body = response
    body.sequence = 0
    self.init(
      body: Bytes(encoding: body),
      sequence: SequenceNumber(response.sequence),
      posts: response.posts.compactMap { PostID($0.id) },
      authors: Set(response.posts.compactMap { $0.author.flatMap { UserID($0.id) } }),
      isOfFollowed: isOfFollowed
    )
  }
}

/// A FetchFeedPageResponse in bytes, of which only the sequence is written anew.
///
/// Fields may come in any order (protobuf.dev/programming-guides/encoding/#order).
struct FeedPageAnswer: WireMessage {
  var sequence: Int64
  /// The other fields.
  var body: Bytes

  init(sequence: Int64, body: Bytes) {
    self.sequence = sequence
    self.body = body
  }

  init(wireBytes: Bytes) { self.init(sequence: 0, body: wireBytes) }

  func withWireBytes<Result, Failure: Error>(
    _ body: (_ head: UnsafeRawBufferPointer, _ tail: Bytes) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // The tag and at most ten bytes of the number, lowest seven bits first.
    var field: (UInt64, UInt64) = (0, 0)
    return try withUnsafeMutableBytes(of: &field) { field throws(Failure) -> Result in
      var count = 0
      if sequence != 0 {
        field[0] = Self.sequenceTag
        count = 1
        var rest = UInt64(bitPattern: sequence)
        while rest >= 0x80 {
          field[count] = UInt8(truncatingIfNeeded: rest) | 0x80
          rest >>= 7
          count += 1
        }
        field[count] = UInt8(rest)
        count += 1
      }
      return try body(UnsafeRawBufferPointer(rebasing: field[..<count]), self.body)
    }
  }

  /// Field 4, a varint.
  private static let sequenceTag: UInt8 = 4 << 3
}
