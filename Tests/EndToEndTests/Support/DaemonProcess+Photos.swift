import FeedClient
import Foundation

extension DaemonProcess {
  var photoFolder: String { folder.file("data/photos") }

  /// The files of photos in the data directory, what is being received included.
  func photoFiles() throws -> [String] {
    guard FileManager.default.fileExists(atPath: photoFolder) else { return [] }
    return try FileManager.default.subpathsOfDirectory(atPath: photoFolder).filter { name in
      var isDirectory: ObjCBool = false
      let path = "\(photoFolder)/\(name)"
      return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
        && !isDirectory.boolValue
    }
    .sorted()
  }

  /// Waits until the files are as they should be; each look is a call, which gives the daemon its
  /// turn.
  func untilFiles(
    _ client: FeedClient,
    _ areRight: ([String]) -> Bool
  ) async throws {
    while try !areRight(photoFiles()) {
      try Task.checkCancellation()
      _ = try await client.admin.getStats(GetStatsRequest())
    }
  }
}
