import Base
import Files

/// The files of the disk cache: every operation blocks, and none depends on another's result.
struct DiskFolder: Sendable {
  /// Where files are while they are written.
  private static let unfinished = "unfinished"

  /// Of the directory that all is in; absolute where the cache's is.
  let path: String
  /// Whether users who are neither the owner nor root can open the files.
  let isOpenToOthers: Bool
  private let files: FileSystem

  /// Makes the directory where it is missing.
  ///
  /// - Throws: `DiskCacheRefusal` where another user could put files there, else `FileError`.
  init(in directory: String, ownerID: UInt32, files: FileSystem) throws {
    path = "\(directory)/\(DiskFileName.directory)"
    self.files = files
    isOpenToOthers = try Self.lettingOthersPass(directory, files)
    try files.makeDirectory(path, mode: isOpenToOthers ? 0o711 : 0o700)
    guard let status = try files.status(of: path), status.kind == .directory,
      status.ownerID == ownerID, status.permissions & 0o022 == 0
    else { throw DiskCacheRefusal(path: path) }
    try files.makeDirectory("\(path)/\(Self.unfinished)")
  }

  /// Whether everybody may pass through a directory and all above it.
  private static func lettingOthersPass(_ path: String, _ files: FileSystem) throws -> Bool {
    var path = path
    while true {
      guard let status = try files.status(of: path), status.kind == .directory,
        status.permissions & 0o001 != 0
      else { return false }
      let above = FileSystem.directory(of: path)
      if above == path { return true }
      path = above
    }
  }

  func path(of name: DiskFileName) -> String { "\(path)/\(name.path)" }

  /// Removes what processes left that were killed while they wrote.
  ///
  /// - Precondition: Nothing is written meanwhile.
  func removeUnfinished() throws(FileError) {
    let directory = "\(path)/\(Self.unfinished)"
    for name in try files.names(in: directory) { try files.remove("\(directory)/\(name)") }
  }

  /// All files of one of the directories; what is none of ours is removed.
  ///
  /// `failed` is told what could not be looked at or removed.
  func scan(_ shard: String, failed: (FileError) -> Void) -> [FoundFile] {
    let directory = "\(path)/\(shard)"
    do throws(FileError) {
      return try names(in: directory).compactMap { name in
        do throws(FileError) { return try look(at: name, in: shard) } catch { failed(error) }
        return nil
      }
    } catch { failed(error) }
    return []
  }

  private func look(at text: String, in shard: String) throws(FileError) -> FoundFile? {
    let path = "\(path)/\(shard)/\(text)"
    guard let status = try files.status(of: path), status.kind != .directory else { return nil }
    guard let name = DiskFileName(text), name.address.shard == shard, status.kind == .file else {
      try files.remove(path)
      return nil
    }
    return FoundFile(
      name: name,
      byteCount: status.byteCount,
      lastUsedAt: max(status.modifiedAt, status.accessedAt),
      wasUsed: status.accessedAt > status.modifiedAt
    )
  }

  /// Looks for a file without knowing its checksum.
  func find(_ address: DiskAddress) throws(FileError) -> DiskFileName? {
    let prefix = address.prefix
    return try names(in: "\(path)/\(address.shard)").lazy
      .filter { $0.hasPrefix(prefix) }.compactMap(DiskFileName.init).first
  }

  /// None where the directory is missing, which is made with its first file.
  private func names(in directory: String) throws(FileError) -> [String] {
    do throws(FileError) { return try files.names(in: directory) } catch {
      guard error.isMissing else { throw error }
      return []
    }
  }
}

extension DiskFolder {
  /// What reading a file came to.
  enum Reading: Sendable {
    case whole(Bytes, FileStamp)
    /// It is there, and not what was written.
    case damaged
    case missing
  }

  /// Reads a file and compares it with its name; one of more bytes than the limit is damaged.
  func read(_ name: DiskFileName, upTo limit: Int) throws(FileError) -> Reading {
    let path = path(of: name)
    do throws(FileError) {
      let file = try files.open(path)
      let status = try files.status(of: file, path: path)
      guard status.kind == .file, status.byteCount <= limit else { return .damaged }
      let bytes = try files.read(file, byteCount: status.byteCount, path: path)
      guard Self.checksum(of: bytes, at: name.address) == name.checksum else { return .damaged }
      return .whole(bytes, FileStamp(status))
    } catch {
      if error.isMissing { return .missing }
      if error.isOfTheFile { return .damaged }
      throw error
    }
  }

  /// Whether the file is the one that was seen to be whole.
  func isStill(_ name: DiskFileName, _ stamp: FileStamp) throws(FileError) -> Bool {
    try files.status(of: path(of: name)).map(FileStamp.init) == stamp
  }

  /// Writes a file; there is none, or the whole one, however this ends.
  ///
  /// It is not synced: what a power cut leaves does not have its checksum.
  func write(
    _ bytes: Bytes,
    at address: DiskAddress
  ) throws(FileError) -> (name: DiskFileName, stamp: FileStamp) {
    let name = DiskFileName(address, checksum: Self.checksum(of: bytes, at: address))
    // Nobody writes to it, not even its owner, for as long as a client may have it open.
    let mode: UInt32 = isOpenToOthers ? 0o444 : 0o400
    let directory = "\(path)/\(address.shard)"
    try files.makeDirectory(directory, mode: isOpenToOthers ? 0o711 : 0o700)
    var file = try NewFile(in: "\(path)/\(Self.unfinished)", mode: mode, files: files)
    try file.append(bytes)
    try file.place(at: path(of: name), isDurable: false)
    do throws(FileError) { return (name, FileStamp(try file.status())) } catch {
      try files.remove(path(of: name))
      throw error
    }
  }

  func remove(_ name: DiskFileName) throws(FileError) { try files.remove(path(of: name)) }

  /// Removes files so that not even a power cut brings them back; where one stays, all others go.
  func removeForGood(_ names: [DiskFileName]) throws(FileError) {
    var failure: FileError?
    for name in names {
      do throws(FileError) { try remove(name) } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
    for shard in Set(names.map(\.address.shard)) { try files.syncDirectory("\(path)/\(shard)") }
  }

  private static func checksum(of bytes: Bytes, at address: DiskAddress) -> Digest {
    bytes.withUnsafeBytes { Digest(of: $0, key: address.key) }
  }
}

extension FileStamp {
  init(_ status: FileStatus) {
    self.init(inode: status.inode, changedAt: status.changedAt, byteCount: status.byteCount)
  }
}

/// Why a directory is no place for a cache: it is not this user's alone to write.
package struct DiskCacheRefusal: Error, Hashable, Sendable {
  package let path: String
}
