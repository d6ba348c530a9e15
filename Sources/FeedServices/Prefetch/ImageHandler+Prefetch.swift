import Base
package import FeedMessages
package import RPC

extension ImageHandler {
  package func prefetchImages(
    _ requests: RequestStream<PrefetchImagesRequest>,
    _ responses: ResponseWriter<PrefetchImagesResponse>,
    _ call: any ServerCall
  ) async throws(RPCError) {
    let connection = call.peer.connectionID
    guard prefetches.withLock({ $0.take(connection) }) else { throw Self.tooManyPrefetches }
    defer { prefetches.withLock { $0.release(connection) } }
    let prefetcher = Prefetcher(renderer, photos: photos, for: call)
    // A client that reads slowly holds back the states, and not its own next list.
    async let telling = Self.tell(prefetcher, responses)
    do throws(RPCError) {
      var requests = requests
      while let request = try await requests.next() { try await prefetcher.want(request.wanted) }
    } catch {
      // What has not been told is dropped with the task that tells it.
      await prefetcher.end()
      throw error
    }
    await prefetcher.end()
    try await telling.get()
  }

  private static var tooManyPrefetches: RPCError {
    .refused(
      .resourceExhausted,
      .tooManyPrefetches,
      "this connection has \(PrefetchList.streamsOfConnection) PrefetchImages streams already; "
        + "send the next list on one of them"
    )
  }

  private static func tell(
    _ prefetcher: Prefetcher,
    _ responses: ResponseWriter<PrefetchImagesResponse>
  ) async -> Result<Void, RPCError> {
    do throws(RPCError) {
      for await _ in prefetcher.news {
        while let state = await prefetcher.takeState() { try await responses.send(state) }
      }
      return .success(())
    } catch { return .failure(error) }
  }
}
