// Made by protoc-gen-feedrpc from feedrpc/v1/image.proto. Do not edit.

public import RPC

/// Renders images.
public struct ImageServiceClient: Sendable {
  private let transport: any CallTransport

  /// A client whose calls go through `transport`.
  public init(_ transport: any CallTransport) { self.transport = transport }

  /// One image, rendered at the asked size.
  ///
  /// The first message has the header and the first bytes: a thumbnail is one message. Calls that
  /// ask for the same variant at the same time share one render.
  public func streamImage(
    _ request: StreamImageRequest,
    options: CallOptions = CallOptions()
  ) async throws(RPCError) -> ResponseStream<StreamImageResponse> {
    try await transport.serverStreaming(ImageServiceMethods.streamImage, request, options: options)
  }

  /// Warms the cache ahead of a scroll.
  ///
  /// Each message is the whole list of what may come into view, nearest first, and replaces the one
  /// before: what is gone from it and not claimed by a StreamImage call is dropped. So is
  /// everything when the stream ends.
  ///
  /// The two directions are independent of each other.
  public func prefetchImages(
    options: CallOptions = CallOptions()
  ) async throws(RPCError) -> (
    requests: RequestWriter<PrefetchImagesRequest>,
    responses: ResponseStream<PrefetchImagesResponse>
  ) {
    try await transport.bidirectional(ImageServiceMethods.prefetchImages, options: options)
  }
}
