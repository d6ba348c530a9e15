import Base
import FeedMessages
import RPC

/// One call for a picture.
struct ImageCall {
  let client: ImageServiceClient
  let options: CallOptions

  /// Takes the messages of one call; letting go of the stream gives up what is left of it.
  func receive(_ request: StreamImageRequest) async throws(LoadFailure) -> ReceivedImage {
    var stream = try await answer { () throws(RPCError) in
      try await client.streamImage(request, options: options)
    }
    var reception = ImageReception()
    while let response = try await answer({ () throws(RPCError) in try await stream.next() }) {
      try reception.receive(response, at: .now())
    }
    return try reception.finish()
  }

  /// What the server gives; a status is the call's failure.
  private func answer<Answer>(
    _ ask: () async throws(RPCError) -> Answer
  ) async throws(LoadFailure) -> Answer {
    do { return try await ask() } catch { throw .status(error) }
  }
}
