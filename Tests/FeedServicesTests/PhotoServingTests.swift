import Base
import FeedMessages
import FeedModel
import FeedStore
import Files
import Foundation
import RPC
import Rendering
import Testing

@testable import FeedServices

/// Photos as clients get them.
@Suite(.timeLimit(.minutes(10))) struct PhotoServingTests {
  private static let text = "40x30 some waves"

  private func uploaded(_ feed: Feed) async throws -> ImageToken {
    try #require(try await feed.upload(Self.text).image)
  }

  private static func request(
    _ id: String,
    _ format: FeedMessages.ImageFormat = .jpeg
  )
    -> StreamImageRequest
  {
    ImageStudio.request(id, width: 0, height: 0, format: format)
  }

  @Test func aDeletedPhotoIsServedByNoCacheAtNoSize() async throws {
    let feed = Feed()
    let studio = ImageStudio(feed: feed)
    let image = try await uploaded(feed)
    let request = CreatePostRequest(imageID: image.id)
    let post = try #require(try await feed.handler.createPost(request, feed.call(1)).post)
    let etag = try await studio.header(Self.request(image.id)).etag
    #expect(try await studio.header(Self.request(image.id)).source == .memoryCache)
    _ = try await feed.handler.deletePost(DeletePostRequest(postID: post.id), feed.call(1))
    for format in [FeedMessages.ImageFormat.jpeg, .rgba8, .original] {
      await expectRefusal(.notFound, .imageNotFound) { () async throws(RPCError) in
        try await studio.stream(Self.request(image.id, format))
      }
    }
    var known = Self.request(image.id)
    known.ifNoneMatch = etag
    await expectRefusal(.notFound, .imageNotFound) { () async throws(RPCError) in
      try await studio.stream(known)
    }
    #expect(studio.source.startCount == 1)
    await studio.shutDown()
  }

  @Test func aPhotoThatIsDeletedMeanwhileLeavesNoFile() async throws {
    let feed = Feed()
    let image = try await uploaded(feed)
    let create = CreatePostRequest(imageID: image.id)
    let post = try #require(try await feed.handler.createPost(create, feed.call(1)).post)
    let directory = FileManager.default.temporaryDirectory.appending(path: "feedrpc-\(UUID())")
    defer { try? FileManager.default.removeItem(at: directory) }
    let disk = try DiskCache(
      in: directory.path,
      capacityByteCount: 100 << 20,
      ownerID: geteuid()
    )
    let renderer = ImageRenderer(
      ImageRenderer.Configuration(slots: 1),
      sources: [.photo: FakeSource()],
      disk: disk,
      codec: { "build 1" },
      nextTick: { throw CancellationError() }
    )
    let handler = ImageHandler(renderer, photos: feed.directory, viewers: Feed.viewers) {
      () async throws(EncodingError) in
      // Between the look at the photo and its rendering all of the deletion is done.
      _ = try? await feed.handler.deletePost(DeletePostRequest(postID: post.id), feed.call(1))
      return "build 1"
    }
    var request = Self.request(image.id)
    request.delivery = .file
    let call = FakeCall(uid: 0)
    await expectRefusal(.notFound, .imageNotFound) { [request] () async throws(RPCError) in
      try await handler.streamImage(request, ResponseWriter(call), call)
    }
    await disk.close()
    let left = FileManager.default.enumerator(at: directory, includingPropertiesForKeys: nil)
    let files = left?.compactMap { $0 as? URL }.filter { !$0.hasDirectoryPath }
    #expect(try #require(files).isEmpty)
    await renderer.shutDown()
  }

  @Test func aStoreThatFailsDuringARenderIsToldAsTheStore() async throws {
    let feed = Feed()
    let image = try await uploaded(feed)
    let name = try PictureID(image.id).name
    let renderer = ImageRenderer(
      ImageRenderer.Configuration(slots: 1),
      sources: [.photo: PhotoSource(library: feed.directory, codec: feed.codec)],
      codec: { "build 1" },
      nextTick: { throw CancellationError() }
    )
    let handler = ImageHandler(renderer, photos: feed.directory, viewers: Feed.viewers) {
      () async throws(EncodingError) in
      // Behind the look at the photo, and before its rendering.
      feed.directory.forget(name)
      await feed.close()
      return "build 1"
    }
    let call = FakeCall(uid: 1)
    await expectRefusal(.unavailable, .storeClosed) { () async throws(RPCError) in
      try await handler.streamImage(Self.request(image.id), ResponseWriter(call), call)
    }
    await renderer.shutDown()
  }

  /// The disk keeps a deleted photo's pictures, at first and for the next process.
  @Test func aDeletedPhotoWhosePicturesCanNotBeRemovedIsNotFound() async throws {
    let feed = Feed()
    let image = try await uploaded(feed)
    let create = CreatePostRequest(imageID: image.id)
    let post = try #require(try await feed.handler.createPost(create, feed.call(1)).post)
    let directory = FileManager.default.temporaryDirectory.appending(path: "feedrpc-\(UUID())")
    defer { try? FileManager.default.removeItem(at: directory) }
    let requests = [(40, 30), (20, 15), (4, 3)].flatMap { width, height in
      [ImageDelivery.chunks, .file].map { delivery in
        var request = ImageStudio.request(image.id, width: Int32(width), height: Int32(height))
        request.delivery = delivery
        return request
      }
    }
    for isFirst in [true, false] {
      let disk = try DiskCache(
        in: directory.path,
        capacityByteCount: 100 << 20,
        ownerID: geteuid(),
        files: FileSystem { operation, _ in operation == .remove ? EIO : nil }
      )
      let renderer = ImageRenderer(
        ImageRenderer.Configuration(slots: 1),
        sources: [.photo: FakeSource()],
        disk: disk,
        codec: { "build 1" },
        nextTick: { throw CancellationError() }
      )
      let handler = ImageHandler(renderer, photos: feed.directory, viewers: Feed.viewers) {
        "build 1"
      }
      if isFirst {
        for request in requests {
          try await handler.streamImage(request, ResponseWriter(FakeCall(uid: 0)), FakeCall(uid: 0))
        }
        _ = try await feed.handler.deletePost(DeletePostRequest(postID: post.id), feed.call(1))
        for name in feed.purged.withLock(\.self) { await renderer.purge(.photo, name: name) }
      }
      for request in requests {
        await expectRefusal(.notFound, .imageNotFound) { () async throws(RPCError) in
          let call = FakeCall(uid: 0)
          try await handler.streamImage(request, ResponseWriter(call), call)
        }
      }
      await disk.close()
      let left = FileManager.default.enumerator(at: directory, includingPropertiesForKeys: nil)
      let files = left?.compactMap { $0 as? URL }.filter { !$0.hasDirectoryPath }
      #expect(try #require(files).count == 3)
      await renderer.shutDown()
    }
  }

  @Test func whatIsNoPhotoOfThatSizeIsNone() async throws {
    let feed = Feed()
    let studio = ImageStudio(feed: feed)
    let id = try PictureID(try await uploaded(feed).id)
    for (width, height) in [(41, 30), (40, 31), (30, 40)] {
      let wrong = try PictureID(kind: .photo, name: id.name, width: width, height: height)
      await expectRefusal(.notFound, .imageNotFound) { () async throws(RPCError) in
        try await studio.stream(Self.request(wrong.text))
      }
    }
    #expect(studio.source.startCount == 0)
    await studio.shutDown()
  }

  @Test func itsUploaderTheOwnerAndRootGetTheOriginal() async throws {
    let feed = Feed()
    // None of it needs an encoder or a renderer.
    let studio = ImageStudio(encoder: nil, feed: feed)
    let image = try await uploaded(feed)
    try await feed.upload(Self.text, by: 2)
    for uid in [1, 2, 0, FakeCall.ownerID] {
      let call = FakeCall(uid: uid)
      let responses = try await studio.stream(Self.request(image.id, .original), call)
      let header = try #require(responses.first?.header)
      #expect(header.contentType == "image/webp" && header.format == .original)
      #expect(header.width == 40 && header.height == 30)
      #expect(header.totalBytes == Int64(Self.text.utf8.count) && !header.etag.isEmpty)
      #expect(responses.flatMap(\.chunk).elementsEqual(Self.text.utf8))
    }
    await expectRefusal(.permissionDenied, .notUploader) { () async throws(RPCError) in
      try await studio.stream(Self.request(image.id, .original), FakeCall(uid: 3))
    }
    #expect(studio.source.startCount == 0)
    await studio.shutDown()
  }

  @Test func anOriginalComesInChunksAndNotAgainToWhoHasIt() async throws {
    let feed = Feed()
    let studio = ImageStudio(feed: feed)
    let text = "40x30 " + String(repeating: "waves ", count: 1_000)
    let image = try #require(try await feed.upload(text).image)
    var request = Self.request(image.id, .original)
    request.chunkBytes = 1_024
    let responses = try await studio.stream(request, FakeCall(uid: 1))
    #expect(responses.dropLast().allSatisfy { $0.chunk.count == 1_024 })
    #expect(responses.flatMap(\.chunk).elementsEqual(text.utf8))
    #expect(responses.dropFirst().allSatisfy { $0.header == nil })
    request.ifNoneMatch = responses.first?.header?.etag ?? ""
    let again = try await studio.stream(request, FakeCall(uid: 1))
    #expect(again.count == 1 && again.first?.header?.notModified == true)
    await expectRefusal(.permissionDenied, .notUploader) { () async throws(RPCError) in
      try await studio.stream(request, FakeCall(uid: 3))
    }
    await studio.shutDown()
  }

  @Test(arguments: [0, 1])
  func anOriginalThatWaitsToBeReadIsCounted(missingByteCount: Int) async throws {
    let text = "40x30 " + String(repeating: "waves ", count: 20_000)
    let budget = DeliveryBudget(capacityByteCount: text.utf8.count - missingByteCount)
    let feed = Feed()
    let studio = ImageStudio(feed: feed, deliveryBudget: budget)
    let image = try #require(try await feed.upload(text).image)
    let request = Self.request(image.id, .original)
    if missingByteCount == 0 {
      let responses = try await studio.stream(request, FakeCall(uid: 1))
      #expect(responses.flatMap(\.chunk).elementsEqual(text.utf8))
    } else {
      await expectRefusal(.resourceExhausted, .rendererBusy) { () async throws(RPCError) in
        try await studio.stream(request, FakeCall(uid: 1))
      }
    }
    await studio.shutDown()
  }

  /// Pieces are whole chunks, here of 64 KiB.
  @Test(arguments: [(0, [1 << 20]), (1, [1 << 20, 1])])
  func anOriginalIsReadInPieces(extraByteCount: Int, pieces: [Int]) async throws {
    #expect(UploadLimits.originalByteCount == 1 << 20)
    let text = "40x30 "
    let filler = String(repeating: "w", count: 1 << 20 + extraByteCount - text.utf8.count)
    let feed = Feed()
    let studio = ImageStudio(feed: feed)
    let image = try #require(try await feed.upload(text + filler).image)
    feed.bytes.state.withLock { $0.readByteCounts = [] }
    let responses = try await studio.stream(
      Self.request(image.id, .original),
      FakeCall(uid: 1)
    )
    #expect(responses.reduce(0) { $0 + $1.chunk.count } == text.utf8.count + filler.utf8.count)
    #expect(feed.bytes.state.withLock { $0.readByteCounts } == pieces)
    await studio.shutDown()
  }

  /// It is found, and its bytes are gone before they are opened.
  @Test func anOriginalThatIsDeletedMeanwhileIsNotFound() async throws {
    let feed = Feed()
    let studio = ImageStudio(feed: feed)
    let image = try await uploaded(feed)
    let id = try PictureID(image.id)
    #expect(try await feed.directory.photo(named: id.name) != nil)
    // Behind the directory's back, as by a delete that has not yet told it.
    let day = StoreLimits.unusedPhotoMicroseconds
    let time = FeedModel.Timestamp.now().advanced(byMicroseconds: day)
    #expect(try await feed.store.removeUnusedPhotos(uploadedUntil: time).count == 1)
    feed.bytes.state.withLock { $0.parts = [:] }
    await expectRefusal(.notFound, .imageNotFound) { () async throws(RPCError) in
      try await studio.stream(Self.request(image.id, .original), FakeCall(uid: FakeCall.ownerID))
    }
    await studio.shutDown()
  }

  @Test func anOriginalThatChangedIsALossAndNotServed() async throws {
    let feed = Feed()
    let studio = ImageStudio(feed: feed)
    let image = try await uploaded(feed)
    let part = try #require(feed.bytes.parts.keys.first)
    for bytes in [Bytes("other".utf8), nil] {
      feed.bytes.state.withLock { $0.parts[part] = bytes }
      let call = FakeCall(uid: 1)
      await expectRefusal(.dataLoss, .imageDamaged) { () async throws(RPCError) in
        try await studio.stream(Self.request(image.id, .original), call)
      }
      #expect(try call.responses(as: StreamImageResponse.self).isEmpty)
    }
    await studio.shutDown()
  }
}
