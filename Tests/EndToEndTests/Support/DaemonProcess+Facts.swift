import FeedClient
import Foundation
import Waiting

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

  /// Bytes of the daemon that are in memory; 0 with a sanitizer, which keeps what was freed.
  func residentByteCount() throws -> Int {
    #if SANITIZER
    return 0
    #else
    return try countedByteCount()
    #endif
  }

  private func countedByteCount() throws -> Int {
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
    try await waitUntil {
      try await client.admin.getStats(GetStatsRequest()).stats.map(isRight) ?? false
    }
  }

  /// Waits until the daemon has no more than so many descriptors.
  func untilDescriptors(areAtMost limit: Int) async throws {
    try await waitUntil { try descriptorCount() <= limit }
  }
}

extension Stats {
  /// Calls of a method that have ended.
  func finishedCalls(_ method: MethodDescriptor) -> Int64 {
    let codes = methods.first { $0.method == method.path }?.finished ?? []
    return codes.reduce(0) { $0 + $1.count }
  }

  /// Calls of a method that run now.
  func callsInFlight(_ method: MethodDescriptor) -> Int64 {
    methods.first { $0.method == method.path }?.inFlight ?? 0
  }
}
