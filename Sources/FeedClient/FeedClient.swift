import Base
import EventLoop
public import FeedMessages
import NativeWire
public import RPC
import Transport

/// A client of a feedrpc daemon.
///
/// Calls are made through the services: `client.feed`, `client.images`, `client.admin`. Any number
/// may run at once; they share one connection, which is made with the first call and made again
/// when it breaks. Cancelling a task gives its call up, at the server too. The connection closes
/// when nobody holds the client, one of its services or a stream of theirs any more. A process that
/// forks has no client in its child, which can only execute another program.
///
/// Reads that end with UNAVAILABLE, as where the connection was lost, are made again, up to four
/// times in all, and so are mutations that carry a request id, which makes a repeat harmless.
/// Requests that can have one and come without get one.
///
/// ```swift
/// let client = try FeedClient()
/// let page = try await client.feed.fetchFeedPage(FetchFeedPageRequest(pageSize: 20))
/// ```
///
/// A call that streams both ways is a writer and a stream of answers, each for a task of its own:
///
/// ```swift
/// let (lists, states) = try await client.images.prefetchImages()
/// try await lists.send(PrefetchImagesRequest(wanted: rowsToCome))
/// for try await told in states where told.state == .ready { show(told.tag) }
/// ```
public final class FeedClient: Sendable {
  /// Posts, likes, comments and people.
  public let feed: FeedServiceClient
  /// Pictures.
  public let images: ImageServiceClient
  /// Numbers of the server, for its owner and root.
  public let admin: AdminServiceClient
  /// What the services make their calls through; for calls that no service describes.
  public let transport: any CallTransport

  private let channel: Channel
  private let loop: EventLoop

  /// Makes a client; nothing connects before the first call.
  ///
  /// - Throws: INVALID_ARGUMENT where the socket's name can't be one, RESOURCE_EXHAUSTED where the
  ///   process has no descriptor or thread left.
  public init(_ configuration: FeedClientConfiguration = FeedClientConfiguration()) throws(RPCError)
  {
    let address: SocketAddress
    do { address = try SocketAddress(configuration.resolvedSocket()) } catch {
      throw RPCError(.invalidArgument, "the socket can't be used: \(error)")
    }
    let whenReleased: @Sendable () -> Void
    do { (loop, whenReleased) = try configuration.thread.startLoop() } catch {
      throw RPCError(.resourceExhausted, "no loop can be started: \(error)")
    }
    var limits = NativeLimits()
    if configuration.takesFiles { limits.descriptorCount = NativeLimits.standardDescriptorCount }
    channel = Channel(
      Channel.Configuration(
        address: address,
        patience: configuration.patience,
        interceptors: configuration.interceptors
      ),
      on: loop,
      whenReleased: whenReleased,
      makeSession: { [limits] in NativeClientSession(limits: limits, now: $0) }
    )
    transport = RetryingTransport(
      channel,
      standard: CallOptions(metadata: configuration.metadata, timeout: configuration.timeout)
    )
    feed = FeedServiceClient(transport)
    images = ImageServiceClient(transport)
    admin = AdminServiceClient(transport)
  }

  /// Has `body` go on where its answers arrive, on the client's thread, after every wait.
  ///
  /// Elsewhere every answer wakes a thread of the shared pool, which costs more than a short call
  /// does. What runs here holds up all clients of the thread (see `ClientThread`), so it must not
  /// block or compute for long; actors keep to their own executors, and so do unstructured tasks
  /// that `body` starts.
  public func onClientThread<Result, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    // The loop ends with the channel, and a task on an ended loop never goes on.
    defer { withExtendedLifetime(self) {} }
    return try await withTaskExecutorPreference(loop, isolation: isolation, operation: body)
  }

  /// Ends every open call with CANCELLED and closes the connection; later calls fail.
  public func close() { channel.close() }
}
