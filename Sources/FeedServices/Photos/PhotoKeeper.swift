package import Base
import FeedMessages
package import FeedModel
package import FeedStore
import Files
import RPC
package import Rendering

/// Sees to it that photos and their bytes come and go together.
///
/// A photo is a row in the feed's store, and the row comes last and goes first: bytes without a row
/// are left over and swept, a row without bytes would be a loss. All that is done to the bytes of
/// one photo is done by one task at a time.
package final class PhotoKeeper: Sendable {
  private let feed: any FeedStore
  private let bytes: any PhotoStore
  private let codec: any PhotoCodec
  private let directory: PhotoDirectory
  private let purge: @Sendable (_ photoNamed: String) async -> Void
  private let now: @Sendable () -> Instant
  private let uploads: Lock<Uploads>
  private let gate = KeyedGate<[UInt8]>()

  /// - Parameters:
  ///   - feed: Knows what photos there are.
  ///   - bytes: Keeps what is stored of them.
  ///   - codec: Reads what is uploaded.
  ///   - directory: Forgets what is deleted.
  ///   - slots: How many uploads may run.
  ///   - now: Reads the clock.
  ///   - purge: Drops all renderings of a photo.
  package init(
    feed: any FeedStore,
    bytes: any PhotoStore,
    codec: any PhotoCodec,
    directory: PhotoDirectory,
    slots: CallSlots<Viewer> = CallSlots(
      ownerLimit: UploadLimits.uploadsOfViewer,
      limit: UploadLimits.uploads
    ),
    now: @escaping @Sendable () -> Instant = Instant.now,
    purge: @escaping @Sendable (_ photoNamed: String) async -> Void
  ) {
    self.feed = feed
    self.bytes = bytes
    self.codec = codec
    self.directory = directory
    uploads = Lock(Uploads(table: UploadTable(slots)))
    self.now = now
    self.purge = purge
  }

  /// Uploads that run.
  var uploadCount: Int { uploads.withLock { $0.table.count } }
}

// MARK: - Uploads

extension PhotoKeeper {
  private struct Uploads: Sendable {
    var table: UploadTable
    /// Finished where the upload has to end.
    var ends: [UploadTable.ID: AsyncStream<Void>.Continuation] = [:]
  }

  /// Receives a photo and keeps it.
  ///
  /// Each message is taken when the one before is written, which holds the client back. However it
  /// ends, nothing is left of what is not kept.
  ///
  /// - Throws: `UploadError`, `PhotoError`, `PhotoStoreError`, `StoreError`, or what `messages`
  ///   does.
  func receive(
    _ messages: RequestStream<UploadPhotoRequest>,
    from viewer: Viewer
  ) async throws -> Photo {
    let (id, ends) = try begin(viewer)
    defer { end(id) }
    let upload = try await withThrowingTaskGroup(of: Upload?.self) { group in
      group.addTask { try await self.read(messages, id, from: viewer) }
      group.addTask {
        for await _ in ends {}
        guard Task.isCancelled else { throw UploadError.silent }
        return nil
      }
      while let upload = try await group.next() {
        guard let upload else { continue }
        group.cancelAll()
        return upload
      }
      preconditionFailure("messages end one way or another")
    }
    do {
      let photo = try await gate.hold(upload.contentHash) {
        do { return try await settle(upload) } catch StoreError.notFound(.photo) {
          // Another machine swept its bytes, or kept others, before it was a photo.
          return try await settle(upload)
        }
      }
      await upload.draft.discard()
      return photo
    } catch {
      await upload.draft.discard()
      throw error
    }
  }

  /// Finds a slot, if need be that of an upload for which nothing comes.
  private func begin(_ viewer: Viewer) throws(UploadError) -> (UploadTable.ID, AsyncStream<Void>) {
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let begun = uploads.withLock { uploads -> (id: UploadTable.ID, ended: UploadTable.ID?)? in
      let begun = uploads.table.begin(viewer, at: now())
      if let begun { uploads.ends[begun.id] = end }
      return begun
    }
    guard let begun else { throw .tooMany }
    if let ended = begun.ended { uploads.withLock { $0.ends[ended] }?.finish() }
    return (begun.id, ends)
  }

  private func end(_ id: UploadTable.ID) {
    uploads.withLock { uploads in
      uploads.table.end(id)
      uploads.ends[id] = nil
    }
  }

  /// Writes what comes to a draft, until all has come.
  private func read(
    _ messages: RequestStream<UploadPhotoRequest>,
    _ id: UploadTable.ID,
    from viewer: Viewer
  ) async throws -> Upload {
    var reception = UploadReception()
    guard let first = try await next(messages, id) else { throw UploadError.detailsMissing }
    _ = try reception.take(first)
    let draft = try await bytes.begin()
    do {
      while let message = try await next(messages, id) {
        if let bytes = try reception.take(message) { try await draft.append(bytes) }
      }
      let whole = try reception.end()
      let (contentHash, file) = try await draft.finish()
      guard whole.contentHash.isEmpty || whole.contentHash == Bytes(contentHash) else {
        throw UploadError.otherHash
      }
      return Upload(
        draft: draft,
        contentHash: contentHash,
        byteCount: whole.byteCount,
        file: file,
        viewer: viewer
      )
    } catch {
      await draft.discard()
      throw error
    }
  }

  private func next(
    _ messages: RequestStream<UploadPhotoRequest>,
    _ id: UploadTable.ID
  ) async throws(RPCError) -> UploadPhotoRequest? {
    uploads.withLock { $0.table.listen(id, at: now()) }
    var messages = messages
    let message = try await messages.next()
    uploads.withLock { $0.table.hear(id) }
    return message
  }

  /// Bytes that have all arrived.
  private struct Upload {
    let draft: any PhotoDraft
    let contentHash: [UInt8]
    let byteCount: Int
    let file: OpenFile
    let viewer: Viewer
  }

  /// Makes a photo of an upload, or finds the one that it is.
  private func settle(_ upload: Upload) async throws -> Photo {
    let known = try await feed.photo(.contentHash(upload.contentHash))
    if let known, try await feed.hasUploaded(photoNamed: known.name, viewer: upload.viewer),
      try await isWhole(known)
    {
      return try await feed.recordUpload(known.content, viewer: upload.viewer)
    }
    // The time must not tell somebody who uploads it for the first time whether others have it:
    // what is here already is decoded and written all the same, and looked at meanwhile.
    async let isHere = isWhole(known)
    let prepared = try await codec.prepare(upload.file)
    if let known, try await isHere {
      try await upload.draft.rehearse(prepared.copies)
      return try await feed.recordUpload(known.content, viewer: upload.viewer)
    }
    let hashes = try await upload.draft.keep(prepared.copies)
    let content = PhotoContent(
      prepared,
      contentHash: upload.contentHash,
      byteCount: upload.byteCount,
      copyHashes: hashes
    )
    do {
      let photo = try await feed.recordUpload(content, viewer: upload.viewer)
      directory.forget(photo.name)
      return photo
    } catch {
      // Where even this fails, a sweep finds the bytes later.
      _ = try? await removeLeftovers(of: upload.contentHash)
      throw error
    }
  }

  /// False where there is none, or something of it is not what was stored: another upload makes it
  /// good.
  private func isWhole(_ photo: Photo?) async throws(PhotoStoreError) -> Bool {
    guard let photo else { return false }
    let parts = [PhotoPart.original] + photo.content.copies.map { .copy(side: $0.side) }
    for part in parts {
      do throws(PhotoStoreError) { _ = try await directory.open(part, of: photo) } catch {
        switch error {
        case .missing, .damaged: return false
        case .full, .busy, .closed, .unavailable, .failed: throw error
        }
      }
    }
    return true
  }
}

// MARK: - Deletes

extension PhotoKeeper {
  /// Lets go of all that is known and stored of a photo that the feed has removed.
  ///
  /// Nobody is served it when this first suspends. Where its bytes can't be removed now, a sweep
  /// does it later.
  func dispose(of photo: Photo) async {
    directory.forget(photo.name)
    await purge(photo.name)
    let contentHash = photo.content.contentHash
    _ = try? await gate.hold(contentHash) { try await removeLeftovers(of: contentHash) }
  }

  /// Removes photos that nobody has used in time, and bytes that belong to no photo.
  ///
  /// - Returns: How many photos were removed, and of how many there were only bytes.
  /// - Throws: What kept it from going on, `CancellationError` where its task is cancelled; what it
  ///   has done stays done.
  package func sweep(at now: FeedModel.Timestamp) async throws -> (photos: Int, leftovers: Int) {
    var counts = (photos: 0, leftovers: 0)
    let time = now.advanced(byMicroseconds: -StoreLimits.unusedPhotoMicroseconds)
    while true {
      try Task.checkCancellation()
      let removed = try await feed.removeUnusedPhotos(uploadedUntil: time)
      for photo in removed { await dispose(of: photo) }
      counts.photos += removed.count
      if removed.count < StoreLimits.photosSweptAtOnce { break }
    }
    for portion in 0..<bytes.portionCount {
      try Task.checkCancellation()
      let stored = try await bytes.photos(inPortion: portion)
      for leftover in try await feed.leftoverPhotos(among: stored) {
        try Task.checkCancellation()
        let isRemoved = try await gate.hold(leftover.contentHash) {
          try await removeLeftovers(of: leftover.contentHash, alsoRenderingsOf: leftover.name)
        }
        if isRemoved { counts.leftovers += 1 }
      }
    }
    return counts
  }

  /// Removes bytes, unless they are a photo's (again); for who holds the gate.
  ///
  /// Renderings go first: as long as there are bytes, a process that is killed meanwhile leaves
  /// them to the next one's sweep.
  private func removeLeftovers(
    of contentHash: [UInt8],
    alsoRenderingsOf name: String? = nil
  ) async throws -> Bool {
    guard try await feed.photo(.contentHash(contentHash)) == nil else { return false }
    if let name {
      directory.forget(name)
      await purge(name)
    }
    try await bytes.remove(contentHash)
    return true
  }
}
