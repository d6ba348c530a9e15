import FeedClient
import Foundation
import Testing

/// Pictures that outlive their daemon.
@Suite(.timeLimit(.minutes(10)))
struct DiskCacheTests {
  private static let killCount = 5

  private static func variant(_ number: Int, side: Int32 = 96) -> ImageVariant {
    ImageVariant(imageID: "pattern:d\(number).4x3", width: side, format: .jpeg)
  }

  /// Ends a daemon as its service manager would.
  private static func end(_ daemon: DaemonProcess) async throws {
    daemon.process.signal(SIGTERM)
    #expect(try await daemon.process.ended() == .exit(0))
  }

  /// The files that a daemon keeps pictures in, and those that it began.
  private static func files(_ folder: TemporaryFolder) -> [String] {
    let paths = FileManager.default.enumerator(atPath: folder.file("cache/pictures-1"))
    return (paths?.compactMap { $0 as? String } ?? []).filter { $0.utf8.count > 20 }
  }

  @Test func theNextDaemonHasThePictureWithoutARender() async throws {
    let folder = try TemporaryFolder()
    var daemon = try await DaemonProcess.start(in: folder)
    var client = try daemon.client()
    let images = try await [48, 96, 200].asyncMap { side in
      try await client.image(Self.variant(1, side: side))
    }
    #expect(Set(images.map(\.header.etag)).count == 3)
    try await Self.end(daemon)
    daemon = try await DaemonProcess.start(in: folder)
    client = try daemon.client()
    for (side, image) in zip([200, 48, 96] as [Int32], [images[2], images[0], images[1]]) {
      let again = try await client.image(Self.variant(1, side: side))
      #expect(again.bytes == image.bytes && again.header.etag == image.header.etag)
      #expect(again.header.source == .diskCache && again.header.width == side)
      #expect(try await client.image(Self.variant(1, side: side)).header.source == .memoryCache)
    }
    let stats = try #require(try await client.admin.getStats(GetStatsRequest()).stats?.images)
    #expect(stats.rendersStarted == 0 && stats.diskCacheHits == 3 && stats.memoryCacheHits == 3)
    try await daemon.untilStats(client) { ($0.images?.diskCacheBytes ?? 0) >= 3 * 4_096 }
    try await Self.end(daemon)
  }

  @Test func whateverWasKilledInTheMiddleOfAWriteIsRenderedAgain() async throws {
    let folder = try TemporaryFolder()
    var known: [Int: [UInt8]] = [:]
    for round in 0..<Self.killCount {
      let daemon = try await DaemonProcess.start(in: folder)
      let client = try daemon.client(patience: .zero)
      for number in 0..<8 {
        // Which of them are written when the kill comes is up to the machine.
        let image = try await client.image(Self.variant(number, side: 300))
        #expect(image.bytes.count == Int(image.header.totalBytes) && !image.bytes.isEmpty)
        #expect(known[number] ?? image.bytes == image.bytes)
        known[number] = image.bytes
        if number == round + 2 { break }
      }
      daemon.process.signal(SIGKILL)
      #expect(try await daemon.process.ended() == .signal(SIGKILL))
    }
    let daemon = try await DaemonProcess.start(in: folder)
    try await Self.end(daemon)
    #expect(!Self.files(folder).contains { $0.hasSuffix(".partial") })
    #expect(!Self.files(folder).isEmpty)
  }

  @Test func aDamagedFileIsNeverServed() async throws {
    let folder = try TemporaryFolder()
    var daemon = try await DaemonProcess.start(in: folder)
    let image = try await daemon.client().image(Self.variant(1))
    try await Self.end(daemon)
    let path = folder.file("cache/pictures-1/\(try #require(Self.files(folder).first))")
    #expect(chmod(path, 0o600) == 0 && truncate(path, 100) == 0)
    daemon = try await DaemonProcess.start(in: folder)
    let again = try await daemon.client().image(Self.variant(1))
    #expect(again.bytes == image.bytes && again.header.source == .rendered)
    try await Self.end(daemon)
    #expect(FileManager.default.contents(atPath: path).map(Array.init) == image.bytes)
  }

  @Test func theSecondDaemonOnADirectoryWorksWithoutIt() async throws {
    let folder = try TemporaryFolder()
    let first = try await DaemonProcess.start(in: folder)
    let others = try TemporaryFolder()
    let second = try await DaemonProcess.start(
      ["--cache-dir", folder.file("cache")],
      in: others
    )
    let client = try second.client()
    #expect(try await client.image(Self.variant(1)).header.source == .rendered)
    let request = StreamImageRequest(variant: Self.variant(1), delivery: .file)
    let image = try await client.images.streamImage(request).reduceAll()
    #expect(image.header.filePath.isEmpty && !image.bytes.isEmpty)
    try await Self.end(second)
    #expect(try await second.process.allErrors().contains("event=disk_cache_off"))
    try await Self.end(first)
  }

  @Test(arguments: [ImageFormat.jpeg, .rgba8])
  func aClientIsGivenAFileInsteadOfBytes(format: ImageFormat) async throws {
    try await withDaemon { daemon in
      let client = try daemon.client()
      var variant = Self.variant(1)
      variant.format = format
      let image = try await client.image(variant)
      let request = StreamImageRequest(variant: variant, delivery: .file)
      for _ in 0..<2 {
        let handed = try await client.images.streamImage(request).reduceAll()
        #expect(handed.bytes.isEmpty && handed.header.totalBytes == Int64(image.bytes.count))
        #expect(handed.header.etag == image.header.etag)
        let content = FileManager.default.contents(atPath: handed.header.filePath)
        #expect(content.map(Array.init) == image.bytes)
      }
    }
  }

  @Test(.enabled(PrivateMount.reason) { try await PrivateMount.isPossible() })
  func aFullCacheDiskCostsNothingButTheCache() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("cache")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let daemon = try await DaemonProcess.start(
      by: PrivateMount.script("mount -t tmpfs -o size=64k,mode=700 tmpfs $FOLDER/cache"),
      in: folder
    )
    let client = try daemon.client()
    var paths: [String] = []
    for number in 0..<20 {
      let variant = Self.variant(number, side: 300)
      let request = StreamImageRequest(variant: variant, delivery: .file)
      let image = try await client.images.streamImage(request).reduceAll()
      let header = image.header
      #expect(header.filePath.isEmpty ? image.bytes.count == header.totalBytes : image.bytes == [])
      if !header.filePath.isEmpty { paths.append(header.filePath) }
    }
    // Some found room, and stay what they were.
    #expect((1..<20).contains(paths.count))
    for path in paths {
      let seen = PrivateMount.path(path, of: daemon.process)
      #expect(FileManager.default.contents(atPath: seen)?.isEmpty == false)
    }
    try await Self.end(daemon)
    let errors = try await daemon.process.allErrors().split(separator: "\n")
    #expect(errors.count { $0.contains("event=disk_cache_paused") } == 1)
  }

  @Test func withoutADiskCacheThereAreChunks() async throws {
    let folder = try TemporaryFolder()
    let daemon = try await DaemonProcess.start(["--disk-cache", "0"], in: folder)
    let request = StreamImageRequest(variant: Self.variant(1), delivery: .file)
    let image = try await daemon.client().images.streamImage(request).reduceAll()
    #expect(image.header.filePath.isEmpty && image.bytes.count == Int(image.header.totalBytes))
    try await Self.end(daemon)
    #expect(!FileManager.default.fileExists(atPath: folder.file("cache")))
  }
}

extension Array {
  /// The results of `transform`, one after the other.
  fileprivate func asyncMap<Result>(
    _ transform: (Element) async throws -> Result
  ) async rethrows -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}
