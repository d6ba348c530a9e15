import Base
import FeedMessages
import RPC
import Rendering

// How the renderer's values look on the wire, and back.

extension Rendering.ImageFit {
  /// - Throws: INVALID_ARGUMENT for a number that this version does not know.
  init(_ fit: FeedMessages.ImageFit) throws(RPCError) {
    switch fit {
    case .unspecified, .cover: self = .cover
    case .contain: self = .contain
    case .unrecognized(let number): throw .unknownEnumValue("variant.fit", number)
    }
  }
}

extension Rendering.ImageFormat {
  /// - Throws: INVALID_ARGUMENT for a number that this version does not know.
  init(_ format: FeedMessages.ImageFormat) throws(RPCError) {
    switch format {
    case .unspecified, .jpeg: self = .jpeg
    case .png: self = .png
    case .webp: self = .webp
    case .rgba8: self = .rgba8
    case .original: self = .original
    case .unrecognized(let number): throw .unknownEnumValue("variant.format", number)
    }
  }

  fileprivate var message: FeedMessages.ImageFormat {
    switch self {
    case .jpeg: .jpeg
    case .png: .png
    case .webp: .webp
    case .rgba8: .rgba8
    case .original: .original
    }
  }

  fileprivate var contentType: String {
    switch self {
    case .jpeg: "image/jpeg"
    case .png: "image/png"
    case .webp: "image/webp"
    case .rgba8: "application/vnd.feedrpc.rgba8"
    case .original: "application/octet-stream"
    }
  }
}

extension RenderKey {
  /// What a client's variant means.
  ///
  /// - Throws: INVALID_ARGUMENT.
  init(_ variant: FeedMessages.ImageVariant?) throws(RPCError) {
    guard let variant else {
      throw .refused(.invalidArgument, .invalidValue, "variant is missing: name an image_id")
    }
    let wish = Rendering.ImageVariant(
      imageID: variant.imageID,
      width: Int(variant.width),
      height: Int(variant.height),
      fit: try Rendering.ImageFit(variant.fit),
      format: try Rendering.ImageFormat(variant.format),
      quality: Int(variant.quality)
    )
    do { self = try RenderKey(wish) } catch { throw RPCError(error) }
  }
}

extension RenderClient {
  /// Whose call it is.
  init(_ call: any ServerCall) {
    self.init(uid: call.peer.userID, connection: call.peer.connectionID)
  }
}

extension RenderPriority {
  /// - Throws: INVALID_ARGUMENT for a number that this version does not know.
  init(_ priority: ImagePriority) throws(RPCError) {
    switch priority {
    case .unspecified, .visible: self = .visible
    case .prefetch: self = .prefetch
    case .unrecognized(let number): throw .unknownEnumValue("priority", number)
    }
  }
}

extension RenderOrigin {
  fileprivate var message: ImageSource {
    switch self {
    case .rendered: .rendered
    case .coalesced: .coalesced
    case .memoryCache: .memoryCache
    case .diskCache: .diskCache
    }
  }
}

extension RenderedImage {
  /// The etag of what these bytes are; empty where that is not known.
  func etag(for key: RenderKey) -> String { codec.map(key.etag) ?? "" }
}

extension ImageHeader {
  /// The header of an image that is in a file, or follows in chunks where no file is named.
  init(_ image: RenderedImage, etag: String, filePath: String = "", _ call: any ServerCall) {
    self.init(
      contentType: image.format.contentType,
      width: Int32(image.width),
      height: Int32(image.height),
      totalBytes: Int64(image.bytes.count),
      etag: etag,
      source: image.origin.message,
      filePath: filePath,
      format: image.format.message,
      trace: RenderTrace(image.times, call)
    )
  }

  /// The header of an image that the client has.
  init(notModified key: RenderKey, etag: String, _ call: any ServerCall) {
    self.init(
      contentType: key.format.contentType,
      width: Int32(key.width),
      height: Int32(key.height),
      etag: etag,
      notModified: true,
      format: key.format.message,
      trace: RenderTrace(RenderTimes(), call)
    )
  }
}

extension RenderTrace {
  init(_ times: RenderTimes, _ call: any ServerCall) {
    self.init(
      waitedMicroseconds: (Instant.now() - call.startedAt).microseconds,
      queuedMicroseconds: times.queued.microseconds,
      sourceMicroseconds: times.source.microseconds,
      encodeMicroseconds: times.encode.microseconds,
      waiters: Int32(clamping: times.waiters)
    )
  }
}

extension Duration {
  /// Whole microseconds.
  var microseconds: Int64 { nanoseconds / 1_000 }
}
