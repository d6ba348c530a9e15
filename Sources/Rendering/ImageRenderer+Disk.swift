import Base

// What is known of pictures on the disk: a flight is sought there before it is queued, and what was
// rendered is kept there.
extension ImageRenderer {
  /// The path of a file with exactly the bytes of a picture, for other processes to open.
  ///
  /// It can be opened for `RenderLimits.diskLease` from now on, unless the picture is purged.
  ///
  /// - Parameters:
  ///   - image: The picture.
  ///   - key: What it is a rendering of.
  ///   - uid: Whose process is to open the file.
  /// - Returns: nil where there is no such file, or that user could not open it.
  package nonisolated func path(
    of image: RenderedImage,
    for key: RenderKey,
    openableBy uid: UInt32
  ) async -> String? {
    guard let disk, disk.canBeOpened(by: uid),
      let address = DiskAddress(key, madeBy: image.codec)
    else { return nil }
    return await disk.path(of: image.bytes, at: address)
  }

  /// Forgets every rendering of a picture that is gone: none is given after this was called, and
  /// none is on the disk when it returns.
  ///
  /// Who waits for one is answered `unknownImage`.
  package func purge(_ kind: PictureID.Kind, name: String) async {
    for id in flights.all {
      guard let key = flights.key(of: id), key.kind == kind, key.name == name else { continue }
      giveUp(id, .unknownImage)
    }
    cache.remove { $0.kind == kind && $0.name == name }
    startWhatFits()
    await disk?.purge(kind, name: name)
  }

  /// Where a rendering is worth keeping; nil where it is not, or can't be known.
  private func diskAddress(of key: RenderKey, madeBy codec: String?) -> DiskAddress? {
    // To draw pixels again, or open the photo itself, is as fast as to read and check them.
    key.format.encoded == nil ? nil : DiskAddress(key, madeBy: codec)
  }

  /// Looks for a new flight's picture on the disk; false where it is not there.
  func seek(_ id: FlightID, _ key: RenderKey, _ standing: Standing, at now: Instant) -> Bool {
    guard let disk, let address = diskAddress(of: key, madeBy: codec(for: key)),
      disk.mayHold(address)
    else { return false }
    let cost = CostEstimate(time: RenderLimits.diskRead, byteCount: 0)
    switch seeks.insert(id, standing, cost: cost, at: now) {
    case .refused: return false
    case .queued: flights.seek(id)
    case .queuedInsteadOf(let victim):
      flights.seek(id)
      queueAfterAll(victim, at: now)
    }
    return true
  }

  /// Starts the looks whose turn it is.
  func startSeeking() {
    while let id = seeks.take(at: .now()) {
      let key = flights.key(of: id)
      let codec = key.map { self.codec(for: $0) }
      guard let disk, let key, let address = diskAddress(of: key, madeBy: codec) else {
        seeks.release(id, spent: .zero)
        queueAfterAll(id, at: .now())
        continue
      }
      seekTasks[id] = Task { await self.look(id, madeBy: codec, at: address, in: disk) }
    }
  }

  private func look(
    _ id: FlightID,
    madeBy codec: String?,
    at address: DiskAddress,
    in disk: DiskCache
  ) async {
    let began = Instant.now()
    let bytes = await disk.bytes(at: address)
    let now = Instant.now()
    seekTasks[id] = nil
    seeks.release(id, spent: now - began)
    if let bytes {
      land(id, bytes, madeBy: codec, at: now)
    } else {
      queueAfterAll(id, at: now)
    }
    endWork()
  }

  private func land(_ id: FlightID, _ bytes: Bytes, madeBy codec: String?, at now: Instant) {
    guard let landing = flights.find(id, at: now) else { return }
    counts.diskCacheHits += 1
    let (width, height) = (landing.key.width, landing.key.height)
    let product = RenderProduct(bytes: bytes, width: width, height: height)
    deliver(product, madeBy: codec, landing, RenderTimes(), at: now) { _ in .diskCache }
  }

  /// Lets a flight be rendered, where it still waits for the disk.
  private func queueAfterAll(_ id: FlightID, at now: Instant) {
    guard let miss = flights.miss(id) else { return }
    enqueue(id, miss.standing, miss.cost, deadline: miss.deadline, at: now)
  }

  /// Lets flights be rendered whose disk takes too long.
  func giveUpSeeking(at now: Instant) {
    for id in flights.sought(sinceBefore: now + (.zero - RenderLimits.diskPatience)) {
      seeks.remove(id)
      queueAfterAll(id, at: now)
    }
    startWhatFits()
  }

  /// Keeps what a render that was not stopped has made.
  func keep(_ product: RenderProduct, of key: RenderKey, madeBy codec: String?) {
    if let address = diskAddress(of: key, madeBy: codec) { disk?.keep(product.bytes, at: address) }
  }
}
