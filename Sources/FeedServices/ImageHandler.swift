import Base
package import FeedMessages
package import RPC
package import Rendering

/// Answers the calls of ImageService from a renderer.
package struct ImageHandler: ImageServiceHandler {
  /// Bytes of a chunk where the client says nothing.
  package static let standardChunkByteCount = 65_536
  /// Bytes of a chunk that a client may ask for.
  package static let allowedChunkByteCounts = 1_024...1_048_576

  /// Pictures up to this size are not counted while they are sent: a connection's calls are.
  static let uncountedByteCount = 65_536
  /// When to try again, for whom pictures are not read fast enough.
  private static let retryHint = Duration.seconds(1)

  let renderer: ImageRenderer
  let photos: PhotoDirectory
  let viewers: ViewerDirectory
  let memoryFiles: MemoryFileAccess
  private let encoderIdentity: @Sendable () async throws(EncodingError) -> String
  private let deliveries: Lock<DeliveryBudget>
  /// Streams of PrefetchImages, by connection.
  let prefetches = Lock(CallSlots<UInt64>(ownerLimit: PrefetchList.streamsOfConnection))

  /// - Parameters:
  ///   - renderer: Makes the images.
  ///   - photos: Knows which photos there are.
  ///   - viewers: Knows who may have a photo as it was uploaded.
  ///   - deliveryBudget: What pictures may take that are being sent.
  ///   - memoryFiles: Who may get pictures as memory files.
  ///   - encoderIdentity: Names the build of the renderer's encoder; waits where it is not known.
  package init(
    _ renderer: ImageRenderer,
    photos: PhotoDirectory,
    viewers: ViewerDirectory,
    deliveryBudget: DeliveryBudget = DeliveryBudget(),
    memoryFiles: MemoryFileAccess = .nobody,
    encoderIdentity: @escaping @Sendable () async throws(EncodingError) -> String
  ) {
    self.renderer = renderer
    self.photos = photos
    self.viewers = viewers
    self.memoryFiles = memoryFiles
    deliveries = Lock(deliveryBudget)
    self.encoderIdentity = encoderIdentity
  }

  package func streamImage(
    _ request: StreamImageRequest,
    _ responses: ResponseWriter<StreamImageResponse>,
    _ call: any ServerCall
  ) async throws(RPCError) {
    let chunkByteCount = try Self.chunkByteCount(request)
    let priority = try RenderPriority(request.priority)
    try Self.checkDelivery(request)
    let key = try RenderKey(request.variant)
    // Before the etag: whoever knows that of a picture that is not here must not hear that it is.
    if key.kind == .photo {
      let photo = try await photo(key)
      if key.format == .original {
        return try await sendOriginal(photo, key, request, by: chunkByteCount, to: responses, call)
      }
    }
    guard renderer.serves(key.kind) else { throw RPCError(RenderError.unknownImage) }
    let codec = try await codec(for: key)
    let etag = key.etag(codec: codec)
    if !request.ifNoneMatch.isEmpty, request.ifNoneMatch == etag {
      let header = ImageHeader(notModified: key, etag: etag, call)
      return try await responses.send(StreamImageResponse(header: header))
    }
    var image = try await self.image(key, priority, call)
    if request.delivery == .memoryFile,
      try await sendFile(of: image, key, to: responses, call)
    {
      return
    }
    let imageETag = image.codec == codec ? etag : image.etag(for: key)
    if let path = try await path(request.delivery, of: image, for: key, call) {
      let header = ImageHeader(image, etag: imageETag, filePath: path, call)
      return try await responses.send(StreamImageResponse(header: header))
    }
    image.bytes = try counted(image.bytes, call)
    try await send(image, imageETag, by: chunkByteCount, to: responses, call)
  }

  /// Who would make a rendering now.
  private func codec(for key: RenderKey) async throws(RPCError) -> String {
    guard key.needsCodec else { return "" }
    do { return try await encoderIdentity() } catch { throw RPCError(RenderError(error)) }
  }

  private func image(
    _ key: RenderKey,
    _ priority: RenderPriority,
    _ call: any ServerCall
  ) async throws(RPCError) -> RenderedImage {
    if let cached = renderer.cachedImage(for: key) { return cached }
    // Nothing is rendered for a connection that could not take it anyway.
    let knownByteCount = key.format == .rgba8 ? 4 * key.width * key.height : 0
    let connection = call.peer.connectionID
    guard deliveries.withLock({ $0.admits(knownByteCount, on: connection) }) else {
      throw RPCError(RenderError.overloaded(retryAfter: Self.retryHint))
    }
    let request = RenderRequest(
      key: key,
      client: RenderClient(call),
      priority: priority,
      deadline: call.deadline
    )
    do { return try await renderer.image(request) } catch { throw RPCError(error) }
  }

  /// The bytes of a picture, counted for as long as they wait for their client.
  ///
  /// - Throws: RESOURCE_EXHAUSTED where its connection may not hold them.
  func counted(_ bytes: Bytes, _ call: any ServerCall) throws(RPCError) -> Bytes {
    let connection = call.peer.connectionID
    guard let bytes = Delivery.bytes(of: bytes, on: connection, in: deliveries) else {
      throw RPCError(RenderError.overloaded(retryAfter: Self.retryHint))
    }
    return bytes
  }

  /// Where the picture is, for a client that asks for a file and can open it.
  ///
  /// - Throws: NOT_FOUND where it is a photo that was deleted meanwhile.
  private func path(
    _ delivery: ImageDelivery,
    of image: RenderedImage,
    for key: RenderKey,
    _ call: any ServerCall
  ) async throws(RPCError) -> String? {
    guard delivery == .file,
      let path = await renderer.path(of: image, for: key, openableBy: call.peer.userID)
    else { return nil }
    guard key.kind == .photo else { return path }
    do { _ = try await photo(key) } catch {
      // The file may have been written after the purge of a photo that was deleted meanwhile.
      if error.code == .notFound { await renderer.purge(key.kind, name: key.name) }
      throw error
    }
    return path
  }

  /// The header goes with the first bytes, so that a thumbnail is one message.
  private func send(
    _ image: RenderedImage,
    _ etag: String,
    by chunkByteCount: Int,
    to responses: ResponseWriter<StreamImageResponse>,
    _ call: any ServerCall
  ) async throws(RPCError) {
    var header: ImageHeader? = ImageHeader(image, etag: etag, call)
    var offset = 0
    repeat {
      let end = min(offset + chunkByteCount, image.bytes.count)
      let chunk = image.bytes.slice(offset..<end)
      try await responses.send(StreamImageResponse(header: header, chunk: chunk))
      header = nil
      offset = end
    } while offset < image.bytes.count
  }
}

// MARK: - What is asked

extension ImageHandler {
  private static func chunkByteCount(_ request: StreamImageRequest) throws(RPCError) -> Int {
    guard request.chunkBytes != 0 else { return standardChunkByteCount }
    guard allowedChunkByteCounts.contains(Int(request.chunkBytes)) else {
      throw .refused(
        .invalidArgument,
        .invalidValue,
        "chunk_bytes is \(request.chunkBytes); it is \(allowedChunkByteCounts.lowerBound) to "
          + "\(allowedChunkByteCounts.upperBound), or 0 for \(standardChunkByteCount)"
      )
    }
    return Int(request.chunkBytes)
  }

  /// Every delivery may fall back to chunks.
  private static func checkDelivery(_ request: StreamImageRequest) throws(RPCError) {
    switch request.delivery {
    case .unspecified, .chunks, .memoryFile, .file: return
    case .unrecognized(let number): throw .unknownEnumValue("delivery", number)
    }
  }
}
