import Base
import FeedMessages
import FeedModel
import FeedStore
package import RPC

extension FeedHandler {
  /// The methods as they are served: FetchFeedPage answers from encoded pages where it can.
  package func methods(_ pages: FeedPages) -> [ServerMethod] {
    let fetchFeedPage = ServerMethod.unary(FeedServiceMethods.fetchFeedPage) {
      (request: Bytes, call) async throws(RPCError) -> FeedPageAnswer in
      try await self.fetchFeedPage(request, call, pages)
    }
    .answeredAtOnce { (request, call) throws(RPCError) in
      guard let answer = try pages.answer(for: self.key(of: request, call)) else { return false }
      return call.replyAtOnce(answer)
    }
    return methods.map { $0.descriptor == fetchFeedPage.descriptor ? fetchFeedPage : $0 }
  }

  private func fetchFeedPage(
    _ bytes: Bytes,
    _ call: any ServerCall,
    _ pages: FeedPages
  ) async throws(RPCError) -> FeedPageAnswer {
    let key = try key(of: bytes, call)
    if let answer = pages.answer(for: key) { return answer }
    let request: FetchFeedPageRequest
    do { request = try FetchFeedPageRequest(wireBytes: bytes) } catch { throw RPCError(error) }
    let response = try await fetchFeedPage(request, call)
    let page = PageCache.Page(response, isOfFollowed: request.filter?.followingOnly ?? false)
    pages.insert(page, for: key)
    return FeedPageAnswer(sequence: response.sequence, body: page.body)
  }
}

extension FeedHandler {
  private func key(of request: Bytes, _ call: any ServerCall) throws(RPCError) -> PageCache.Key {
    PageCache.Key(claim: try viewers.claim(of: call), request: request)
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
