import CommandLineKit
import FeedModel
import FeedStore
import Files
import Glibc
import PhotoFiles
import PostgresStore
import Rendering

/// Where the photos of a feed are: beside its store, in a folder of its own.
///
///     DIRECTORY/feed.sqlite
///     DIRECTORY/photos/<feed id>/...
///
/// Where the feed is in a server's database, so are its photos, and the files are this machine's
/// copies of those that were asked for.
///
/// The folder bears the feed's id, so that another store in the same directory, or a new one in the
/// place of one that was moved away, never takes the photos of the first for left over.
struct PhotoPlace: ~Copyable {
  let photos: any PhotoStore
  /// Of a feed that is kept in memory.
  private let temporary: TemporaryDirectory?

  /// Opens the folder; blocks.
  ///
  /// - Parameters:
  ///   - storePath: The store's file, in a directory that this process has locked; nil: the feed is
  ///     in memory, and so its photos are forgotten with the process.
  ///   - feedID: Of the store.
  ///   - database: Where the bytes are too; nil: in the files alone.
  ///   - temporaryDirectory: Where files go that are not to last.
  /// - Throws: `CommandFailure` where it can't be used.
  init(
    besideStore storePath: String?,
    feedID: FeedID,
    database: PostgresStore? = nil,
    temporaryDirectory: String = PhotoPlace.standardTemporaryDirectory()
  ) throws {
    var path = storePath.map { FileSystem.directory(of: $0) } ?? temporaryDirectory
    var temporary: TemporaryDirectory?
    let photos: PhotoFiles
    do throws(FileError) {
      if storePath == nil {
        let directory = try TemporaryDirectory(feedID.text, in: temporaryDirectory)
        path = directory.path
        temporary = consume directory
      }
      path += "/photos/\(feedID.text)"
      photos = try PhotoFiles(path)
    } catch {
      throw CommandFailure(
        "the photos in \(path) can't be used (\(error)); see to it, or name another directory with "
          + (storePath == nil ? "TMPDIR" : "--data-dir")
      )
    }
    self.photos = database.map { SharedPhotos(photos, in: $0) } ?? photos
    self.temporary = temporary
  }

  /// Opens the folder of a daemon's feed; blocks.
  ///
  /// - Throws: `CommandFailure` where it can't be used.
  init(_ configuration: DaemonConfiguration, of store: any FeedStore) throws {
    try self.init(
      besideStore: configuration.lockedPath,
      feedID: store.feedID,
      database: store as? PostgresStore
    )
  }

  static func standardTemporaryDirectory() -> String {
    guard let path = getenv("TMPDIR") else { return P_tmpdir }
    return String(cString: path)
  }
}
