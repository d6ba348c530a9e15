import FeedClient
import Foundation
import Testing

/// What others get while there is much to render, and what much of it takes.
@Suite(.timeLimit(.minutes(10)))
struct BusyRendererTests {
  /// The codec process is stopped, so no picture gets done before all pages are there.
  @Test func pagesDoNotWaitForRenders() async throws {
    try await withDaemon(["--sample-posts", "100"]) { daemon in
      let client = try daemon.client()
      func variant(_ number: Int) -> ImageVariant {
        ImageVariant(imageID: "pattern:busy\(number).64x64", format: .jpeg)
      }
      // The first finds the codec process ready.
      _ = try await client.image(variant(0))
      let workers = try daemon.codecProcessIDs()
      #expect(workers.count == 1)
      for worker in workers { kill(worker, SIGSTOP) }
      let pictures = (1...8).map { number in Task { try await client.image(variant(number)) } }
      try await daemon.untilStats(client) {
        $0.images?.rendering == 1 && $0.images?.queuedVisible == 7
      }
      let pages = (0..<8).map { _ in
        Task { try await client.feed.fetchFeedPage(FetchFeedPageRequest(pageSize: 20)) }
      }
      for page in pages { #expect(try await page.value.posts.count == 20) }
      let stats = try await client.admin.getStats(GetStatsRequest()).stats
      #expect(stats?.images?.rendersFinished == 1 && stats?.images?.rendering == 1)
      for worker in workers { kill(worker, SIGCONT) }
      for picture in pictures { picture.cancel() }
    }
  }

  /// Renders that run take 512 MiB at most, by their estimates; what is above waits its turn.
  @Test func largePhotosThatAreAskedForAtOnceStayWithinTheBudget() async throws {
    try await withDaemon(["--render-threads", "4"]) { daemon in
      let client = try daemon.client()
      var ids: Set<String> = []
      for number: UInt8 in 0..<8 {
        let photo = Self.greyPhoto(width: 8_000, height: 6_000, number: number)
        let image = try #require(try await client.upload(photo).image)
        #expect(image.width == 8_000 && image.height == 6_000)
        ids.insert(image.id)
      }
      #expect(ids.count == 8)
      // Larger than any working copy: all are made from the photos themselves.
      let pictures = ids.map { id in
        Task { try await client.image(ImageVariant(imageID: id, width: 4_000, format: .jpeg)) }
      }
      for picture in pictures {
        let header = try await picture.value.header
        #expect(header.width == 4_000 && header.height == 3_000)
      }
      let processes = try daemon.codecProcessIDs() + [daemon.process.processID]
      #expect(processes.count == 5)
      #if !SANITIZER  // They hold on to what is freed.
      #expect(try processes.reduce(0) { try $0 + peakByteCount(of: $1) } < 512 << 20)
      #endif
    }
  }

  /// A grey JPEG whose sides are multiples of 8, another one for each number (ITU-T T.81).
  ///
  /// Its tables have one code each, of one bit, 0: in the first for "as light as the block before",
  /// in the second for "nothing more in this block".
  private static func greyPhoto(width: Int, height: Int, number: UInt8) -> [UInt8] {
    func sides(_ side: Int) -> [UInt8] { [UInt8(side >> 8), UInt8(side & 255)] }
    let table = [UInt8](repeating: 0, count: 15) + [0]
    var bytes: [UInt8] = [0xff, 0xd8, 0xff, 0xfe, 0, 3, number]
    bytes += [0xff, 0xdb, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
    bytes += [0xff, 0xc0, 0, 17, 8] + sides(height) + sides(width)
    bytes += [3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]
    bytes += [0xff, 0xc4, 0, 20, 0x00, 1] + table + [0xff, 0xc4, 0, 20, 0x10, 1] + table
    bytes += [0xff, 0xda, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 63, 0]
    let blockCount = 3 * (width / 8) * (height / 8)
    bytes += [UInt8](repeating: 0, count: (2 * blockCount + 7) / 8)
    return bytes + [0xff, 0xd9]
  }

  /// The most memory that a process has held (VmHWM, proc(5)).
  private func peakByteCount(of process: pid_t) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    let number = line.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }.first
    return try #require(number) << 10
  }
}

extension DaemonProcess {
  /// The processes that the daemon has started.
  fileprivate func codecProcessIDs() throws -> [pid_t] {
    let folder = "/proc/\(process.processID)/task"
    let threads = try FileManager.default.contentsOfDirectory(atPath: folder)
    return threads.flatMap { thread -> [pid_t] in
      // A thread may end while we look.
      let text = try? String(contentsOfFile: "\(folder)/\(thread)/children", encoding: .utf8)
      return (text ?? "").split(separator: " ").compactMap { pid_t($0) }
    }
  }
}
