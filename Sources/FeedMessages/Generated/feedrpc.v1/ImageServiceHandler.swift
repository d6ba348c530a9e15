// Made by protoc-gen-feedrpc from feedrpc/v1/image.proto. Do not edit.

package import RPC

/// Renders images.
///
/// What is not implemented answers UNIMPLEMENTED.
package protocol ImageServiceHandler: Sendable {
  /// One image, rendered at the asked size.
  ///
  /// The first message has the header and the first bytes: a thumbnail is one message. Calls that
  /// ask for the same variant at the same time share one render.
  func streamImage(
    _ request: StreamImageRequest,
    _ responses: ResponseWriter<StreamImageResponse>,
    _ call: any ServerCall
  ) async throws(RPCError)

  /// Warms the cache ahead of a scroll.
  ///
  /// Each message is the whole list of what may come into view, nearest first, and replaces the one
  /// before: what is gone from it and not claimed by a StreamImage call is dropped. So is
  /// everything when the stream ends.
  func prefetchImages(
    _ requests: RequestStream<PrefetchImagesRequest>,
    _ responses: ResponseWriter<PrefetchImagesResponse>,
    _ call: any ServerCall
  ) async throws(RPCError)
}

extension ImageServiceHandler {
  package func streamImage(
    _: StreamImageRequest,
    _: ResponseWriter<StreamImageResponse>,
    _: any ServerCall
  ) async throws(RPCError) {
    throw RPCError(notImplemented: ImageServiceMethods.streamImage)
  }

  package func prefetchImages(
    _: RequestStream<PrefetchImagesRequest>,
    _: ResponseWriter<PrefetchImagesResponse>,
    _: any ServerCall
  ) async throws(RPCError) {
    throw RPCError(notImplemented: ImageServiceMethods.prefetchImages)
  }
}

extension ImageServiceHandler {
  /// The methods of the service, run by this handler.
  package var methods: [ServerMethod] {
    [
      .serverStreaming(ImageServiceMethods.streamImage) {
        (request, responses, call) async throws(RPCError) in
        try await self.streamImage(request, responses, call)
      },
      .bidirectional(ImageServiceMethods.prefetchImages) {
        (requests, responses, call) async throws(RPCError) in
        try await self.prefetchImages(requests, responses, call)
      },
    ]
  }
}
