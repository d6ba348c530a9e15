import CommandLineKit
import FeedModel
import Files
import Glibc
import PhotoFiles
import Rendering

/// Where the photos of a feed are: beside its store, in a folder of its own.
///
///     DIRECTORY/feed.sqlite
///     DIRECTORY/photos/<feed id>/...
///
/// The folder bears the feed's id, so that another store in the same directory, or a new one in the
/// place of one that was moved away, never takes the photos of the first for left over.
struct PhotoPlace: ~Copyable {
  let photos: any PhotoStore
  /// Of a feed that is kept in memory: goes with this value.
  private let temporaryDirectory: String?

  /// Opens the folder; blocks.
  ///
  /// - Parameters:
  ///   - storePath: The store's file, in a directory that this process has locked; nil: the feed is
  ///     in memory, and so its photos are forgotten with the process.
  ///   - feedID: Of the store.
  ///   - temporaryDirectory: Where files go that are not to last.
  /// - Throws: `CommandFailure` where it can't be used.
  init(
    besideStore storePath: String?,
    feedID: FeedID,
    temporaryDirectory: String = PhotoPlace.standardTemporaryDirectory()
  ) throws {
    let directory: String
    if let storePath {
      directory = FileSystem.directory(of: storePath)
      self.temporaryDirectory = nil
    } else {
      directory = "\(temporaryDirectory)/feedrpcd-\(feedID.text)"
      self.temporaryDirectory = directory
    }
    let path = "\(directory)/photos/\(feedID.text)"
    do throws(FileError) { photos = try PhotoFiles(path) } catch {
      throw CommandFailure(
        "the photos in \(path) can't be used (\(error)); see to it, or name another directory with "
          + "--data-dir"
      )
    }
  }

  deinit {
    if let temporaryDirectory { Self.removeAll(temporaryDirectory) }
  }

  /// Removes a directory with all in it; what can't be removed is left to the system's sweep of
  /// temporary files.
  private static func removeAll(_ path: String) {
    let files = FileSystem()
    for name in (try? files.names(in: path)) ?? [] {
      let path = "\(path)/\(name)"
      let status = try? files.status(of: path)
      if status?.kind == .directory { removeAll(path) } else { _ = try? files.remove(path) }
    }
    rmdir(path)
  }

  static func standardTemporaryDirectory() -> String {
    guard let path = getenv("TMPDIR") else { return P_tmpdir }
    return String(cString: path)
  }
}
