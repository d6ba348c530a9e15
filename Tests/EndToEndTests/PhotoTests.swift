import Base
import FeedClient
import Foundation
import Testing

/// Uploaded photos through the real daemon and its codec processes.
@Suite(.timeLimit(.minutes(10)))
struct PhotoTests {
  @Test func aPhotoIsUploadedPostedShownAndDeleted() async throws {
    try await withDaemon { daemon in
      let client = try daemon.client(as: "ann")
      let other = try daemon.client(as: "ben")
      let bytes = try await client.pictureFile(width: 900, height: 600)
      let image = try #require(try await client.upload(bytes).image)
      #expect(image.width == 900 && image.height == 600 && !image.blurhash.isEmpty)
      #expect(image.id.hasPrefix("photo:") && image.id.hasSuffix(".900x600"))
      let request = CreatePostRequest(text: "waves", imageID: image.id, altText: "waves")
      let refused = await status { () async throws(RPCError) in
        try await other.feed.createPost(request)
      }
      #expect(refused?.code == .notFound && refused?.reason == "IMAGE_NOT_FOUND")
      let post = try #require(try await client.feed.createPost(request).post)
      #expect(try await other.allPosts().map(\.image) == [image])
      let small = ImageVariant(imageID: image.id, width: 300, height: 300, fit: .contain)
      let original = ImageVariant(imageID: image.id, format: .original)
      let shown = try await other.image(small)
      #expect(shown.header.width == 300 && shown.header.height == 200)
      #expect(try await other.image(small).header.source == .memoryCache)
      let stored = try await client.image(original)
      #expect(stored.bytes == bytes && stored.header.contentType == "image/jpeg")
      #expect(try daemon.photoFiles().count >= 2)
      _ = try await client.feed.deletePost(DeletePostRequest(postID: post.id))
      for variant in [small, original, ImageVariant(imageID: image.id)] {
        let gone = await status { () async throws(RPCError) in
          try await client.images.streamImage(StreamImageRequest(variant: variant)).reduceAll()
        }
        #expect(gone?.code == .notFound && gone?.reason == "IMAGE_NOT_FOUND")
      }
      #expect(try daemon.photoFiles() == [])
    }
  }

  @Test func aPhotoIsThereAfterAKillAndSoIsWhatItIsCalled() async throws {
    let folder = try TemporaryFolder()
    var daemon = try await DaemonProcess.start(in: folder)
    var client = try daemon.client()
    let bytes = try await client.pictureFile(width: 900, height: 600)
    let first = try await client.upload(bytes)
    let files = try daemon.photoFiles()
    daemon.process.signal(SIGKILL)
    #expect(try await daemon.process.ended() == .signal(SIGKILL))
    daemon = try await DaemonProcess.start(in: folder)
    client = try daemon.client()
    let original = ImageVariant(imageID: first.image?.id ?? "", format: .original)
    #expect(try await client.image(original).bytes == bytes)
    #expect(try await client.upload(bytes) == first)
    #expect(try daemon.photoFiles() == files)
    daemon.process.signal(SIGTERM)
    #expect(try await daemon.process.ended() == .exit(0))
  }

  @Test func aChangedOriginalIsALossUntilItIsUploadedAgain() async throws {
    try await withDaemon { daemon in
      let client = try daemon.client()
      let bytes = try await client.pictureFile(width: 700, height: 700)
      let first = try await client.upload(bytes)
      let original = ImageVariant(imageID: first.image?.id ?? "", format: .original)
      #expect(try await client.image(original).bytes == bytes)
      let path = try #require(try daemon.photoFiles().first { !$0.contains(".") })
      try daemon.changeLastByte(of: path)
      for variant in [original, ImageVariant(imageID: original.imageID)] {
        let error = await status { () async throws(RPCError) in
          try await client.images.streamImage(StreamImageRequest(variant: variant)).reduceAll()
        }
        #expect(error?.code == .dataLoss && error?.reason == "IMAGE_DAMAGED")
      }
      #expect(try await client.upload(bytes) == first)
      #expect(try await client.image(original).bytes == bytes)
    }
  }

  /// One that differs in nothing but its bytes, at the same moment.
  @Test func aChangedFileIsAnotherPhotoWithAnotherIDAndEtag() async throws {
    try await withDaemon { daemon in
      let client = try daemon.client()
      let bytes = try await client.pictureFile(width: 64, height: 64, format: .png)
      // A byte behind the picture's end is no part of it.
      let uploads = [try await client.upload(bytes + [0]), try await client.upload(bytes + [1])]
      let ids = uploads.map { $0.image?.id ?? "" }
      #expect(Set(ids).count == 2)
      var etags: Set<String> = []
      for id in ids { etags.insert(try await client.image(ImageVariant(imageID: id)).header.etag) }
      #expect(etags.count == 2)
    }
  }

  @Test(arguments: ["sqlite", "memory"])
  func aRefusedPhotoChangesNothing(store: String) async throws {
    try await withDaemon(["--store", store]) { daemon in
      let client = try daemon.client()
      let picture = try await client.pictureFile(width: 64, height: 64)
      let refused: [([UInt8], String)] = [
        (Array("no photo".utf8), "UNKNOWN_PHOTO_FORMAT"),
        (Array(picture.prefix(picture.count / 2)), "PHOTO_DAMAGED"),
      ]
      for (bytes, reason) in refused {
        let error = await status { () async throws(RPCError) in try await client.upload(bytes) }
        #expect(error?.code == .invalidArgument && error?.reason == reason)
      }
      #expect(try await client.upload(picture).image?.width == 64)
      if store == "memory" {
        #expect(try daemon.photoFiles() == [], "nothing of it is in the data directory")
      } else {
        #expect(try daemon.photoFiles().count == 1)
      }
    }
  }
}

extension FeedClient {
  /// Bytes of a picture file, which the daemon itself draws.
  func pictureFile(
    width: Int32,
    height: Int32,
    format: ImageFormat = .jpeg
  ) async throws -> [UInt8] {
    let variant = ImageVariant(imageID: "pattern:photo.\(width)x\(height)", format: format)
    return try await image(variant).bytes
  }

  @discardableResult
  func upload(_ bytes: [UInt8]) async throws(RPCError) -> UploadPhotoResponse {
    try await feed.uploadPhoto { (writer) async throws(RPCError) in
      let details = PhotoDetails(totalBytes: Int64(bytes.count))
      try await writer.send(UploadPhotoRequest(part: .details(details)))
      let whole = Bytes(bytes)
      for start in stride(from: 0, to: whole.count, by: 10_000) {
        let chunk = whole.slice(start..<min(start + 10_000, whole.count))
        try await writer.send(UploadPhotoRequest(part: .chunk(chunk)))
      }
    }
  }
}

extension DaemonProcess {
  fileprivate func changeLastByte(of name: String) throws {
    let path = "\(photoFolder)/\(name)"
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    let handle = try #require(FileHandle(forUpdatingAtPath: path))
    let end = try handle.seekToEnd()
    try handle.seek(toOffset: end - 1)
    let last = try #require(try handle.read(upToCount: 1)?.first)
    try handle.seek(toOffset: end - 1)
    try handle.write(contentsOf: Data([last ^ 1]))
    try handle.close()
  }
}
