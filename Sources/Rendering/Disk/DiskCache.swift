package import Base
package import Files

/// What an operator is told of a disk cache.
package enum DiskCacheEvent: Hashable, Sendable {
  /// Nothing is written for a while; told once until `resumed`.
  case paused(FileError)
  case resumed
  /// A file was not what was written, and was removed.
  case damaged(path: String)
}

/// Finished pictures in files, in a budget of bytes, for the next process too.
///
/// What is here is known without a look at the disk, as soon as a look through the directories has
/// ended that begins with the first thing that is written or handed out. Reading and writing have
/// threads of their own. The cache is never more than a shortcut: whatever fails here, the picture
/// is rendered.
package final class DiskCache: Sendable {
  private struct State {
    var index: DiskIndex
    var waitingCount = 0
    var waitingByteCount = 0
    /// Pictures whose files are to be removed, or could not be yet; once for each purge.
    var condemned: [UInt64] = []
    /// Nil where nothing has failed since the last success.
    var pausedUntil: Instant?
    var isClosed = false

    /// Counts a picture that is to wait for the writer; false where there is no room for it.
    mutating func enqueue(_ byteCount: Int, at now: Instant) -> Bool {
      let isPaused = pausedUntil.map { now < $0 } ?? false
      let fits =
        waitingCount < RenderLimits.diskWrites
        && waitingByteCount + byteCount <= RenderLimits.diskWriteBytes
      guard !isClosed, !isPaused, fits, byteCount <= index.longestByteCount else { return false }
      waitingCount += 1
      waitingByteCount += byteCount
      return true
    }
  }

  private let state: Lock<State>
  private let folder: DiskFolder
  private let ownerID: UInt32
  private let readers: RenderThreads
  /// One thread: whatever changes the directory is done in order.
  private let writer: RenderThreads
  private let now: @Sendable () -> Instant
  private let report: @Sendable (DiskCacheEvent) -> Void

  /// Makes the directories that are missing and starts to look through them.
  ///
  /// - Parameters:
  ///   - directory: Nobody else may use it; an absolute path, where paths are handed out.
  ///   - capacityByteCount: What files may take.
  ///   - ownerID: This process's user, who has to own the directory.
  ///   - files: What does the work.
  ///   - now: The clock.
  ///   - report: Is told what happens, on threads of the cache; must be quick.
  /// - Throws: `FileError` or `DiskCacheRefusal`.
  package init(
    in directory: String,
    capacityByteCount: Int,
    ownerID: UInt32,
    files: FileSystem = FileSystem(),
    now: @escaping @Sendable () -> Instant = { Instant.now() },
    report: @escaping @Sendable (DiskCacheEvent) -> Void = { _ in }
  ) throws {
    folder = try DiskFolder(in: directory, ownerID: ownerID, files: files)
    self.ownerID = ownerID
    state = Lock(State(index: DiskIndex(capacityByteCount: capacityByteCount)))
    readers = RenderThreads(count: RenderLimits.diskReaders, name: "disk-read", niceness: 0)
    writer = RenderThreads(count: 1, name: "disk-write")
    self.now = now
    self.report = report
    writer.start { [self] in takeStock() }
  }

  /// Bytes of all files that are known, in blocks.
  package var byteCount: Int { state.withLock { $0.index.byteCount } }

  /// Whether a user's processes can open what paths are handed out of.
  func canBeOpened(by uid: UInt32) -> Bool { uid == ownerID || uid == 0 || folder.isOpenToOthers }

  /// False where there certainly is no such picture; it costs no look at the disk.
  func mayHold(_ address: DiskAddress) -> Bool {
    state.withLock { !$0.isClosed && $0.index.mayHold(address) }
  }

  /// Waits until all is done that has been asked for, and does nothing more.
  package func close() async {
    state.withLock { $0.isClosed = true }
    await writer.run { [self] _ in removeCondemned() }
  }

  /// Waits until the writer has done all that it has been asked for so far.
  func settle() async { await writer.run { _ in } }
}

// MARK: - Reading

extension DiskCache {
  /// The picture as it was written; nil where it is not here, or not any more.
  func bytes(at address: DiskAddress) async -> Bytes? {
    await readers.run { [self] _ in find(address).flatMap(read) }
  }

  private func find(_ address: DiskAddress) -> DiskFileName? {
    let (entry, mayBeElsewhere) = state.withLock { state in
      (state.index.use(address), !state.index.isComplete && state.index.mayHold(address))
    }
    if let entry { return entry.name }
    // What can't be looked at is rendered.
    return mayBeElsewhere ? try? folder.find(address) : nil
  }

  /// A file's contents; one that is not what was written is removed.
  private func read(_ name: DiskFileName) -> Bytes? {
    let limit = state.withLock { $0.index.longestByteCount }
    // A read that failed for want of descriptors or memory is a miss like any other.
    switch try? folder.read(name, upTo: limit) {
    case .whole(let bytes, let stamp):
      state.withLock { $0.index.stamp(name, stamp) }
      return bytes
    case .damaged:
      discard(name)
      return nil
    case .missing:
      state.withLock { $0.index.remove(name) }
      return nil
    case nil: return nil
    }
  }

  private func discard(_ name: DiskFileName) {
    state.withLock { $0.index.remove(name) }
    report(.damaged(path: folder.path(of: name)))
    // What can't be removed is found to be damaged again.
    _ = try? folder.remove(name)
  }
}

// MARK: - Handing out

extension DiskCache {
  /// The path of a file with exactly these bytes, written where it is missing.
  ///
  /// It can be opened for `RenderLimits.diskLease` from now on, unless the picture is purged.
  ///
  /// - Returns: nil where there is no such file, and none can be had.
  func path(of bytes: Bytes, at address: DiskAddress) async -> String? {
    let isKnown = state.withLock { !$0.isClosed && $0.index.use(address) != nil }
    if isKnown, let path = await readers.run({ [self] _ in handOut(address) }) { return path }
    guard state.withLock({ $0.enqueue(bytes.count, at: now()) }) else { return nil }
    return await writer.run { [self] _ in
      write(bytes, at: address)
      return handOut(address)
    }
  }

  private func handOut(_ address: DiskAddress) -> String? {
    let until = now() + RenderLimits.diskLease
    // First the lease: from here on nothing removes the file but what finds it damaged.
    guard let entry = state.withLock({ $0.index.lease(address, until: until) }) else { return nil }
    let isWhole: Bool
    if let stamp = entry.stamp, (try? folder.isStill(entry.name, stamp)) == true {
      isWhole = true
    } else {
      isWhole = read(entry.name) != nil
    }
    return isWhole ? folder.path(of: entry.name) : nil
  }
}

// MARK: - Writing

extension DiskCache {
  /// Writes a picture some time; drops it where too much waits, or where writing fails.
  func keep(_ bytes: Bytes, at address: DiskAddress) {
    let isQueued = state.withLock { state in
      guard !state.index.isComplete || !state.index.mayHold(address) else { return false }
      return state.enqueue(bytes.count, at: now())
    }
    if isQueued { writer.start { [self] in write(bytes, at: address) } }
  }

  /// Removes every rendering of a picture, handed out or not.
  ///
  /// None is given from the moment of the call, and none is on the disk when it returns. What can't
  /// be removed then is counted and given to nobody, and tried again when the disk works.
  func purge(_ kind: PictureID.Kind, name: String) async {
    let picture = DiskAddress.picture(kind, name)
    state.withLock { $0.index.condemn(picture) }
    await writer.run { [self] _ in
      state.withLock { $0.condemned.append(picture) }
      removeCondemned()
    }
  }

  /// The newest first: where a disk fails, older ones have failed already.
  private func removeCondemned() {
    while let picture = state.withLock({ $0.condemned.last }) {
      let names = state.withLock { $0.index.files(of: picture) }
      do throws(FileError) { try folder.removeForGood(names) } catch { return pause(error) }
      state.withLock { state in
        state.condemned.removeLast()
        state.index.forget(picture)
      }
    }
  }

  /// Writes what `enqueue` has counted, unless it is there by now.
  private func write(_ bytes: Bytes, at address: DiskAddress) {
    let room = state.withLock { state in
      state.waitingCount -= 1
      state.waitingByteCount -= bytes.count
      let isDone = state.index.isCondemned(address) || state.index.use(address) != nil
      return isDone ? nil : state.index.makeRoom(for: bytes.count, at: now())
    }
    guard let room else { return }
    do throws(FileError) {
      try remove(room.removed)
      guard room.isEnough else { return }
      let (name, stamp) = try folder.write(bytes, at: address)
      let entry = DiskIndex.Entry(name: name, byteCount: bytes.count, stamp: stamp)
      state.withLock { $0.index.insert(entry) }
      resume()
      removeCondemned()
    } catch { pause(error) }
  }

  /// Removes files that the index has let go of; those that stay are counted again.
  private func remove(_ entries: [DiskIndex.Entry]) throws(FileError) {
    for (index, entry) in entries.enumerated() {
      do throws(FileError) { try folder.remove(entry.name) } catch {
        state.withLock { state in
          for entry in entries[index...] where !state.index.holds(entry.name.address) {
            state.index.insert(entry)
          }
        }
        throw error
      }
    }
  }

  /// Removes what was left half-done and finds out what there is; the writer's first work.
  private func takeStock() {
    do throws(FileError) { try folder.removeUnfinished() } catch { pause(error) }
    let found = DiskAddress.shards.flatMap { folder.scan($0, failed: pause) }
    let surplus = state.withLock { $0.index.adopt(found, at: now()) }
    do throws(FileError) { try remove(surplus) } catch { pause(error) }
  }

  private func pause(_ error: FileError) {
    let wasPaused = state.withLock { state in
      defer { state.pausedUntil = now() + RenderLimits.diskPause }
      return state.pausedUntil != nil
    }
    if !wasPaused { report(.paused(error)) }
  }

  private func resume() {
    let wasPaused = state.withLock { state in
      defer { state.pausedUntil = nil }
      return state.pausedUntil != nil
    }
    if wasPaused { report(.resumed) }
  }
}
