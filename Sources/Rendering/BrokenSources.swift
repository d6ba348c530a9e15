package import Base

/// Pictures that could not be rendered a moment ago and would fail again.
///
/// They are remembered for `RenderLimits.brokenSource`, so that a feed full of cells with one
/// broken picture does not decode it for each, or loses a codec worker to each.
package struct BrokenSources: Sendable {
  private struct Name: Hashable, Sendable {
    let kind: PictureID.Kind
    let name: String
  }

  private struct Entry: Sendable {
    let error: RenderError
    let until: Instant
  }

  private var entries: [Name: Entry] = [:]
  /// In the order they were remembered; a name that was remembered again stands here twice.
  private var order: [(name: Name, until: Instant)] = []

  package init() {}

  package var count: Int { entries.count }

  /// Remembers a failure, where it is the picture's own.
  package mutating func note(_ error: RenderError, of key: RenderKey, at now: Instant) {
    guard error.isOfThePicture(key.kind) else { return }
    forgetOld(at: now)
    if order.count >= RenderLimits.brokenSources { forgetFirst() }
    let name = Name(kind: key.kind, name: key.name)
    let until = now + RenderLimits.brokenSource
    entries[name] = Entry(error: error, until: until)
    order.append((name, until))
  }

  /// How the picture failed, where that is still remembered.
  package func error(for key: RenderKey, at now: Instant) -> RenderError? {
    guard !entries.isEmpty, let entry = entries[Name(kind: key.kind, name: key.name)] else {
      return nil
    }
    return now < entry.until ? entry.error : nil
  }

  private mutating func forgetOld(at now: Instant) {
    while let first = order.first, first.until <= now { forgetFirst() }
  }

  private mutating func forgetFirst() {
    let first = order.removeFirst()
    if entries[first.name]?.until == first.until { entries[first.name] = nil }
  }
}

extension RenderError {
  /// True where the same picture would fail in the same way again.
  ///
  /// A photo that a worker crashed on is likely to crash the next: each try would cost a worker. A
  /// pattern crashes none, so there the worker was at fault.
  func isOfThePicture(_ kind: PictureID.Kind) -> Bool {
    switch self {
    case .sourceDamaged, .sourceRefused: true
    case .encodingFailed(.crashed): kind == .photo
    case .malformedImageID, .unknownImage, .sizeOutOfRange, .qualityOutOfRange, .noOriginal,
      .cancelled, .deadlineExceeded, .overloaded, .exhausted, .libraryFailed, .storeFailed,
      .encoderUnavailable, .encodingFailed, .timedOut, .shutDown:
      false
    }
  }
}
