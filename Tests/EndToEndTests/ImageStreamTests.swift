import FeedClient
import Testing

/// Pictures through the real daemon and its codec processes.
@Suite(.timeLimit(.minutes(10)))
struct ImageStreamTests {
  /// A format, and the bytes that it begins with.
  struct Form: Sendable {
    var format: ImageFormat
    var contentType: String
    var magic: [UInt8]
  }

  private static let forms = [
    Form(format: .jpeg, contentType: "image/jpeg", magic: [0xFF, 0xD8, 0xFF]),
    Form(format: .unspecified, contentType: "image/jpeg", magic: [0xFF, 0xD8, 0xFF]),
    Form(format: .png, contentType: "image/png", magic: [0x89, 0x50, 0x4E, 0x47]),
    Form(format: .webp, contentType: "image/webp", magic: Array("RIFF".utf8)),
    Form(format: .rgba8, contentType: "application/vnd.feedrpc.rgba8", magic: []),
  ]

  @Test(arguments: forms)
  func anImageIsAHeaderThenChunksThatAddUp(form: Form) async throws {
    try await withDaemon { daemon in
      let client = try daemon.client()
      let variant = ImageVariant(
        imageID: "pattern:sea.400x300",
        width: 200,
        height: 150,
        format: form.format
      )
      let image = try await client.image(variant, chunkBytes: 1_024)
      #expect(image.header.contentType == form.contentType)
      #expect(image.header.width == 200 && image.header.height == 150)
      #expect(image.header.totalBytes == Int64(image.bytes.count))
      #expect(image.bytes.starts(with: form.magic))
      #expect(!image.header.etag.isEmpty && !image.header.notModified)
      #expect(image.chunkSizes.dropLast().allSatisfy { $0 == 1_024 })
      #expect(image.headerCount == 1)
      if form.format == .rgba8 { #expect(image.bytes.count == 200 * 150 * 4) }
      let again = try await client.image(variant)
      #expect(again.bytes == image.bytes && again.header.etag == image.header.etag)
      #expect(again.header.source == .memoryCache)
      #expect(again.chunkSizes.allSatisfy { $0 <= 65_536 })
    }
  }

  @Test func whatTheClientHoldsIsNotSentAgain() async throws {
    try await withDaemon { daemon in
      let client = try daemon.client()
      let variant = ImageVariant(imageID: "pattern:sea.400x300", width: 64, format: .rgba8)
      let image = try await client.image(variant)
      let held = try await client.image(variant, ifNoneMatch: image.header.etag)
      #expect(held.header.notModified && held.bytes.isEmpty)
      #expect(held.header.etag == image.header.etag)
      let other = try await client.image(variant, ifNoneMatch: image.header.etag + "x")
      #expect(!other.header.notModified && other.bytes == image.bytes)
    }
  }

  @Test func anEtagIsKnownWithoutRendering() async throws {
    let variant = ImageVariant(imageID: "pattern:sea.400x300", width: 64, format: .rgba8)
    var etags: [String] = []
    for _ in 0..<2 {
      try await withDaemon { daemon in
        let client = try daemon.client()
        if let etag = etags.first {
          let held = try await client.image(variant, ifNoneMatch: etag)
          #expect(held.header.notModified && held.bytes.isEmpty)
          try await daemon.untilStats(client) { $0.images?.rendersStarted == 0 }
        }
        etags.append(try await client.image(variant).header.etag)
      }
    }
    #expect(etags[0] == etags[1])
  }

  @Test func sixtyFourAskForEightPicturesAndEightAreRendered() async throws {
    try await withDaemon { daemon in
      let client = try daemon.client()
      let images = try await withThrowingTaskGroup(of: (Int, ReceivedImage).self) { group in
        for number in 0..<64 {
          group.addTask {
            let variant = ImageVariant(
              imageID: "pattern:many\(number % 8).400x400",
              width: 96,
              height: 96,
              format: .png
            )
            return (number % 8, try await client.image(variant))
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(images.count { $0.1.header.source == .rendered } == 8)
      for (_, same) in Dictionary(grouping: images, by: \.0) {
        #expect(Set(same.map(\.1.bytes)).count == 1 && same.count == 8)
      }
      try await daemon.untilStats(client) { $0.images?.rendersFinished == 8 }
    }
  }

  @Test(arguments: [Int32(1_024), 1_048_576])
  func aChunkSizeAtTheEdgeIsTaken(chunkBytes: Int32) async throws {
    try await withDaemon { daemon in
      let variant = ImageVariant(imageID: "pattern:a.64x64", format: .rgba8)
      let image = try await daemon.client().image(variant, chunkBytes: chunkBytes)
      let sizes = stride(from: 0, to: 16_384, by: Int(chunkBytes)).map { start in
        min(Int(chunkBytes), 16_384 - start)
      }
      #expect(image.chunkSizes == sizes)
    }
  }

  @Test(arguments: [
    StreamImageRequest(),
    StreamImageRequest(variant: ImageVariant(imageID: "pattern:a.64x64"), chunkBytes: 1_023),
    StreamImageRequest(variant: ImageVariant(imageID: "pattern:a.64x64"), chunkBytes: 1_048_577),
    StreamImageRequest(variant: ImageVariant(imageID: "pattern:a.64x64"), chunkBytes: -1),
    StreamImageRequest(variant: ImageVariant(imageID: "")),
    StreamImageRequest(variant: ImageVariant(imageID: "pattern:a.0x64")),
    StreamImageRequest(variant: ImageVariant(imageID: "pattern:../../etc.64x64")),
    StreamImageRequest(variant: ImageVariant(imageID: "pattern:a.64x64", width: 8_193)),
    StreamImageRequest(variant: ImageVariant(imageID: "pattern:a.64x64", width: -1)),
    StreamImageRequest(variant: ImageVariant(imageID: "pattern:a.64x64", quality: 101)),
  ])
  func aRequestThatMeansNoImageIsRefused(request: StreamImageRequest) async throws {
    try await withDaemon(["--store", "memory"]) { daemon in
      let client = try daemon.client()
      let error = await status { () async throws(RPCError) in
        try await client.images.streamImage(request).reduceAll()
      }
      #expect(error?.code == .invalidArgument && error?.reason != nil)
    }
  }

  @Test func anUnknownPhotoIsNotFound() async throws {
    try await withDaemon(["--store", "memory"]) { daemon in
      let client = try daemon.client()
      let variant = ImageVariant(imageID: "photo:\(String(repeating: "a", count: 43)).64x64")
      let error = await status { () async throws(RPCError) in
        try await client.images.streamImage(StreamImageRequest(variant: variant)).reduceAll()
      }
      #expect(error?.code == .notFound && error?.reason == "IMAGE_NOT_FOUND")
    }
  }
}

/// An image as a client got it.
struct ReceivedImage: Sendable {
  var header = ImageHeader()
  var headerCount = 0
  var bytes: [UInt8] = []
  var chunkSizes: [Int] = []
}

extension FeedClient {
  /// Fetches an image whole.
  func image(
    _ variant: ImageVariant,
    chunkBytes: Int32 = 0,
    ifNoneMatch: String = ""
  ) async throws -> ReceivedImage {
    let request = StreamImageRequest(
      variant: variant,
      chunkBytes: chunkBytes,
      ifNoneMatch: ifNoneMatch
    )
    return try await images.streamImage(request).reduceAll()
  }
}

extension ResponseStream<StreamImageResponse> {
  /// The whole image.
  func reduceAll() async throws(RPCError) -> ReceivedImage {
    var stream = self
    var image = ReceivedImage()
    while let message = try await stream.next() {
      if let header = message.header {
        image.header = header
        image.headerCount += 1
      }
      guard !message.chunk.isEmpty else { continue }
      message.chunk.withUnsafeBytes { image.bytes.append(contentsOf: $0) }
      image.chunkSizes.append(message.chunk.count)
    }
    return image
  }
}
