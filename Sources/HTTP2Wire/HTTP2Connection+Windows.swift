import Base
import RPC

/// What the peer may send: windows of streams and of the connection (RFC 9113 5.2).
///
/// A stream's window is always the sum of the bytes that were not taken, those that were taken and
/// are not returned, and what the peer may still send.
extension HTTP2Connection {
  // MARK: - A stream

  /// The handler or caller took a message of a stream.
  func took(_ byteCount: Int, of stream: HTTP2Stream) {
    let cost = max(byteCount, HTTP2Limits.messageCost)
    stream.heldCost -= cost
    heldCost -= cost
    stream.untakenCount -= 1
    // What a compressed message had on the wire is not known any more: the last one settles it.
    let isLast = stream.untakenCount == 0
    let due =
      isLast
      ? stream.untakenByteCount
      : min(stream.untakenByteCount, byteCount + MessageReader.prefixByteCount)
    stream.untakenByteCount -= due
    if stream.reader.announced == nil { narrow(stream, by: due) }
    if due > 0 { returnCredit(of: stream) }
  }

  /// Returns what was taken once it is half of the window, or once the message that has begun needs
  /// it.
  func returnCredit(of stream: HTTP2Stream) {
    guard !stream.hasInputEnded else { return }
    // Whatever is not held was taken, or meant nothing, as padding does.
    let received = engine.receivedByteCount(on: stream.id)
    let held = stream.untakenByteCount + stream.reader.begunByteCount + stream.narrowedByteCount
    let window = limits.streamWindowByteCount + stream.grownByteCount
    let taken = received - held
    let credit = window + stream.narrowedByteCount - received
    guard taken > 0, taken >= window / 2 || credit < stream.reader.missingByteCount else { return }
    engine.returnCredit(taken, of: stream.id)
  }

  /// Sees to it that the message that has begun fits into the window.
  func fitWindow(of stream: HTTP2Stream) {
    guard let length = stream.reader.announced else { return }
    let byteCount = length + MessageReader.prefixByteCount
    guard !streamsInput(of: stream) else {
      widen(stream, to: byteCount)
      returnCredit(of: stream)
      return
    }
    // A message more than the call takes shows in what is left of the window.
    guard length > stream.windowByteCount / 2 else { return }
    widen(stream, to: byteCount + limits.streamWindowByteCount)
  }

  /// Makes a stream's window larger for a message, now or when others have given room back.
  private func widen(_ stream: HTTP2Stream, to byteCount: Int) {
    let missing = byteCount - stream.windowByteCount
    guard missing > 0 else { return }
    stream.windowByteCount = byteCount
    guard growth.take(missing) else {
      growth.wait(stream.id, for: missing)
      return
    }
    grow(stream, by: missing)
  }

  /// Makes a stream's window larger for as long as it lives, where there is room to spare.
  func widenForGood(_ stream: HTTP2Stream, to byteCount: Int) {
    let missing = byteCount - stream.windowByteCount
    guard missing > 0, growth.takeSpare(missing) else { return }
    stream.windowByteCount = byteCount
    stream.lastingGrowthByteCount = missing
    grow(stream, by: missing)
  }

  /// Gives those that wait what has become free.
  func growWindows() {
    while let (id, byteCount) = growth.next() {
      guard let stream = stream(id) else {
        growth.leave(id, byteCount)
        continue
      }
      grow(stream, by: byteCount)
    }
  }

  private func grow(_ stream: HTTP2Stream, by byteCount: Int) {
    stream.grownByteCount += byteCount
    // What the peer did not get back of a larger window comes first.
    let returned = min(stream.narrowedByteCount, byteCount)
    stream.narrowedByteCount -= returned
    if returned > 0 { engine.returnCredit(returned, of: stream.id) }
    if byteCount > returned { engine.growWindow(of: stream.id, by: byteCount - returned) }
  }

  /// Takes back what a window had grown by for messages that are taken.
  ///
  /// The peer was given that much; it can only be kept when it comes back, as `byteCount` bytes do
  /// now.
  private func narrow(_ stream: HTTP2Stream, by byteCount: Int) {
    let lasting = limits.streamWindowByteCount + stream.lastingGrowthByteCount
    guard stream.windowByteCount > lasting else { return }
    let kept = min(byteCount, stream.grownByteCount - stream.lastingGrowthByteCount)
    stream.grownByteCount -= kept
    stream.narrowedByteCount += kept
    stream.windowByteCount = limits.streamWindowByteCount + stream.grownByteCount
    growth.leave(stream.id, kept)
    growWindows()
  }

  /// True where the peer can't send what a stream still needs.
  func waitsForWindow(_ stream: HTTP2Stream) -> Bool {
    keptCreditByteCount > 0
      || stream.windowByteCount > limits.streamWindowByteCount + stream.grownByteCount
  }

  // MARK: - The connection

  /// Bytes of DATA arrived: the peer may send as many, unless too much is held.
  ///
  /// It does not matter whose they are: one call that is slow to take its messages does not hold
  /// back the others.
  func returnConnectionCredit(_ byteCount: Int) {
    if holdsMuch {
      keptCreditByteCount += byteCount
    } else {
      engine.returnConnectionCredit(byteCount)
    }
  }

  /// Returns what was kept back, once less is held.
  func returnKeptCredit() {
    guard keptCreditByteCount > 0, !holdsMuch else { return }
    engine.returnConnectionCredit(keptCreditByteCount)
    keptCreditByteCount = 0
  }

  /// As much again may arrive, in the window that the peer has left.
  private var holdsMuch: Bool { heldCost >= limits.openRequestByteCount / 2 }
}
