import FeedClient
import Foundation

/// A folder of small photos for imports.
struct PhotoFolder {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  var path: String { folder.path }

  /// Writes a photo that the daemon draws, different for each name.
  func addPhoto(
    _ name: String,
    _ client: FeedClient,
    takenAt: String? = nil
  ) async throws {
    let id = "pattern:\(abs(name.hashValue) % 1_000_000).48x32"
    var bytes = try await client.image(ImageVariant(imageID: id, format: .jpeg)).bytes
    if let takenAt { bytes.insert(contentsOf: Self.segment(takenAt: takenAt), at: 2) }
    try add(name, Data(bytes))
  }

  func add(_ name: String, _ content: Data) throws {
    let path = folder.file(name)
    try FileManager.default.createDirectory(
      atPath: URL(filePath: path).deletingLastPathComponent().path,
      withIntermediateDirectories: true
    )
    try content.write(to: URL(filePath: path))
  }

  func add(_ name: String, _ text: String) throws { try add(name, Data(text.utf8)) }

  /// Sets when a file was changed, in seconds since 1970.
  func date(_ name: String, _ seconds: TimeInterval) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: seconds)],
      ofItemAtPath: folder.file(name)
    )
  }

  /// EXIF data with nothing but the time, 19 characters as `2019:01:02 03:04:05`: a TIFF header,
  /// a directory that names the EXIF directory, and that, with DateTimeOriginal.
  private static func segment(takenAt: String) -> [UInt8] {
    let first: [UInt8] = [1, 0, 0x69, 0x87, 4, 0, 1, 0, 0, 0, 26, 0, 0, 0, 0, 0, 0, 0]
    let second: [UInt8] = [1, 0, 0x03, 0x90, 2, 0, 20, 0, 0, 0, 44, 0, 0, 0, 0, 0, 0, 0]
    let tiff = Array("II*\0".utf8) + [8, 0, 0, 0] + first + second + Array(takenAt.utf8) + [0]
    let content = Array("Exif\0\0".utf8) + tiff
    return [0xFF, 0xE1, 0, UInt8(content.count + 2)] + content
  }
}
