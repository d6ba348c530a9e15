import Base
import FeedStore

/// Uploads that run, and for which of them nothing comes.
///
/// A client that is suspended in the middle of its uploads would keep their slots for ever, as a
/// stream needs no deadline: so one for which nothing has come for a while makes room for the next.
struct UploadTable: Sendable {
  /// Stands for one upload.
  struct ID: Hashable, Sendable {
    fileprivate let number: UInt64
  }

  private struct Upload: Sendable {
    let viewer: Viewer
    /// Since when its next message is waited for; nil while it is worked on.
    var silentSince: Instant?
  }

  /// Invariant: it counts `uploads`.
  private var slots: CallSlots<Viewer>
  private let silence: Duration
  private var uploads: [ID: Upload] = [:]
  private var lastNumber: UInt64 = 0

  init(_ slots: CallSlots<Viewer>, silence: Duration = UploadLimits.silence) {
    self.slots = slots
    self.silence = silence
  }

  var count: Int { uploads.count }

  /// Begins an upload, which waits for its first message.
  ///
  /// - Returns: nil where there is no room. `ended` is the upload that had to go for it.
  mutating func begin(_ viewer: Viewer, at now: Instant) -> (id: ID, ended: ID?)? {
    var ended: ID?
    if !slots.take(viewer) {
      ended = exchange(for: viewer, at: now)
      guard ended != nil else { return nil }
    }
    lastNumber += 1
    let id = ID(number: lastNumber)
    uploads[id] = Upload(viewer: viewer, silentSince: now)
    return (id, ended)
  }

  /// Notes that an upload waits for its next message.
  mutating func listen(_ id: ID, at now: Instant) {
    if uploads[id]?.silentSince == nil { uploads[id]?.silentSince = now }
  }

  /// Notes that a message has come, or the last has been.
  mutating func hear(_ id: ID) { uploads[id]?.silentSince = nil }

  /// Ends an upload; one that had to go has ended before.
  mutating func end(_ id: ID) {
    if let upload = uploads.removeValue(forKey: id) { slots.release(upload.viewer) }
  }

  /// Gives a viewer the slot of the upload for which nothing has come for longest; nil where it has
  /// not been long enough.
  private mutating func exchange(for viewer: Viewer, at now: Instant) -> ID? {
    var silent: [(since: Instant, id: ID, viewer: Viewer)] = []
    for (id, upload) in uploads {
      guard let since = upload.silentSince, now - since >= silence else { continue }
      silent.append((since, id, upload.viewer))
    }
    silent.sort { ($0.since, $0.id.number) < ($1.since, $1.id.number) }
    for (_, id, owner) in silent {
      var slots = slots
      slots.release(owner)
      // Who has as many as one may needs one of their own.
      guard slots.take(viewer) else { continue }
      self.slots = slots
      uploads[id] = nil
      return id
    }
    return nil
  }
}
