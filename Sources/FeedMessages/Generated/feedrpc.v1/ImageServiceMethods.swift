// Made by protoc-gen-feedrpc from feedrpc/v1/image.proto. Do not edit.

public import RPC

/// The methods of feedrpc.v1.ImageService.
public enum ImageServiceMethods {
  /// One image, rendered at the asked size.
  ///
  /// The first message has the header and the first bytes: a thumbnail is one message. Calls that
  /// ask for the same variant at the same time share one render.
  public static let streamImage = MethodDescriptor(
    service: "feedrpc.v1.ImageService",
    method: "StreamImage",
    kind: .serverStreaming
  )

  /// Warms the cache ahead of a scroll.
  ///
  /// Each message is the whole list of what may come into view, nearest first, and replaces the one
  /// before: what is gone from it and not claimed by a StreamImage call is dropped. So is
  /// everything when the stream ends.
  public static let prefetchImages = MethodDescriptor(
    service: "feedrpc.v1.ImageService",
    method: "PrefetchImages",
    kind: .bidirectional
  )

  /// All of them, in the order of the service.
  public static let all: [MethodDescriptor] = [streamImage, prefetchImages]
}
