import Base
import Files
import Foundation
import Rendering

/// Reads photos that are texts: `40x30` is one of that size, `40x30@5` was taken five seconds after
/// 1970, and what comes after a space makes it another photo; `unknownFormat`, `damaged` and the
/// like fail so.
final class FakePhotoCodec: PhotoCodec {
  private struct State {
    var prepareCount = 0
    var isHeld = false
    var waiting: [CheckedContinuation<Void, Never>] = []
    var arrivals: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Lock(State())

  /// Photos that were prepared, or are being.
  var prepareCount: Int { state.withLock { $0.prepareCount } }

  /// Holds those that come from now on.
  func hold() { state.withLock { $0.isHeld = true } }

  /// Lets all go on.
  func release() {
    let waiting = state.withLock { state in
      state.isHeld = false
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Waits until somebody is held.
  func hasArrived() async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.waiting.isEmpty { state.arrivals.append(continuation) }
        return !state.waiting.isEmpty
      }
      if isThere { continuation.resume() }
    }
  }

  func prepare(_ file: OpenFile) async throws(PhotoError) -> PreparedPhoto {
    await arrive()
    let text = Self.text(of: file)
    let facts = try Self.facts(text)
    let copies = [512].filter { $0 < max(facts.width, facts.height) }
      .map { WorkingCopy(side: $0, width: $0, height: $0, bytes: Bytes("\($0) of \(text)".utf8)) }
    return PreparedPhoto(facts: facts, blurhash: "hash of \(text)", copies: copies)
  }

  func render(
    _: OpenFile,
    width: Int,
    height: Int,
    as format: EncodedFormat?,
    quality: Int
  ) async throws(PhotoError) -> Bytes { throw .unavailable }

  private func arrive() async {
    await withCheckedContinuation { continuation in
      let (isHeld, arrivals) = state.withLock { state in
        state.prepareCount += 1
        guard state.isHeld else { return (false, [CheckedContinuation<Void, Never>]()) }
        state.waiting.append(continuation)
        defer { state.arrivals = [] }
        return (true, state.arrivals)
      }
      if !isHeld { continuation.resume() }
      for arrival in arrivals { arrival.resume() }
    }
  }

  private static func text(of file: OpenFile) -> String {
    var buffer = [UInt8](repeating: 0, count: 1_000)
    let count = pread(file.descriptor, &buffer, buffer.count, 0)
    return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
  }

  static let failures: [String: PhotoError] = [
    "unknownFormat": .unknownFormat, "damaged": .damaged,
    "aboveLimit": .aboveLimit(.side, found: 16_385), "cancelled": .cancelled,
    "unavailable": .unavailable, "crashed": .crashed, "timedOut": .timedOut,
  ]

  private static func facts(_ text: String) throws(PhotoError) -> PhotoFacts {
    if let failure = failures[text] { throw failure }
    let parts = text.prefix { $0 != " " }.split(separator: "@")
    let sides = (parts.first ?? "").split(separator: "x").compactMap { Int($0) }
    guard sides.count == 2 else { throw .unknownFormat }
    let seconds = parts.count == 2 ? Int64(parts[1]) : nil
    return PhotoFacts(
      format: .webp,
      width: sides[0],
      height: sides[1],
      takenAt: seconds.map { $0 * 1_000_000 }
    )
  }
}
