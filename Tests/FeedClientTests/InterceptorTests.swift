import Base
import FeedClient
import Testing

@Suite struct InterceptorTests {
  let like = FeedServiceMethods.toggleLike
  let page = FeedServiceMethods.fetchFeedPage

  @Test func callsAreCountedByMethodAndCode() {
    let counts = CallCounts()
    for millisecond in 1...100 {
      counts.callEnded(like, error: nil, duration: .milliseconds(millisecond))
    }
    counts.callEnded(page, error: RPCError(.unavailable, "no"), duration: .zero)
    let snapshot = counts.snapshot()
    #expect(snapshot.count == 2)
    #expect(snapshot[like.path]?.codes == [.ok: 100])
    #expect(snapshot[page.path]?.codes == [.unavailable: 1])
    let median = snapshot[like.path]?.medianDuration ?? .zero
    #expect((Duration.milliseconds(50) ... .milliseconds(52)).contains(median))
    let tail = snapshot[like.path]?.percentile99Duration ?? .zero
    #expect((Duration.milliseconds(99) ... .milliseconds(100)).contains(tail))
  }

  @Test func aLineTellsHowACallEnded() {
    let lines = Lock<[String]>([])
    let log = CallLog { line in lines.withLock { $0.append(line) } }
    log.callEnded(like, error: nil, duration: .microseconds(412))
    log.callEnded(page, error: RPCError(.notFound, "no \"such\" post"), duration: .zero)
    #expect(
      lines.withLock { $0 } == [
        "method=feedrpc.v1.FeedService/ToggleLike code=OK duration_us=412",
        "method=feedrpc.v1.FeedService/FetchFeedPage code=NOT_FOUND duration_us=0 "
          + #"message="no \"such\" post""#,
      ]
    )
  }
}
