import FeedClient
import Foundation

extension DaemonProcess {
  /// Descriptors that the daemon has open.
  func descriptorCount() throws -> Int {
    let folder = "/proc/\(process.processID)/fd"
    return try FileManager.default.contentsOfDirectory(atPath: folder).count { name in
      // Timers and the like come when they are first needed; one may close while we look.
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
      return target?.hasPrefix("anon_inode:") == false
    }
  }

  /// Bytes of the daemon that are in memory.
  func residentByteCount() throws -> Int {
    let path = "/proc/\(process.processID)/status"
    let status = try String(contentsOfFile: path, encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
    let number = line.split(separator: " ").compactMap { Int($0) }.first ?? 0
    return number * 1_024
  }

  /// Asks for the daemon's numbers until they are as they should be.
  func untilStats(
    _ client: FeedClient,
    _ isRight: (Stats) -> Bool
  ) async throws {
    while true {
      try Task.checkCancellation()
      let answer = try await client.admin.getStats(GetStatsRequest())
      if let stats = answer.stats, isRight(stats) { return }
    }
  }

  /// Waits until the daemon has no more than so many descriptors.
  ///
  /// Each look is a call, which gives the daemon its turn.
  func untilDescriptors(_ client: FeedClient, areAtMost limit: Int) async throws {
    while try descriptorCount() > limit {
      try Task.checkCancellation()
      _ = try await client.admin.getStats(GetStatsRequest())
    }
  }
}

extension Stats {
  /// Calls of a method that run now.
  func callsInFlight(_ method: MethodDescriptor) -> Int64 {
    methods.first { $0.method == method.path }?.inFlight ?? 0
  }
}
