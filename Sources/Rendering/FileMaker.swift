import Base
import Files
import MemoryFiles

/// Puts pictures into memory files, one for each however many ask for it at a time.
///
/// The copies are made on a thread of their own: those of large pictures take milliseconds.
final class FileMaker: Sendable {
  private let cache: SharedMemoryCache
  /// Started with the first file.
  private let thread = Lock<RenderThreads?>(nil)
  /// Who waits for which.
  private let waiting = Lock<[RenderKey: [AnswerSlot]]>([:])

  init(_ cache: SharedMemoryCache) { self.cache = cache }

  /// The picture with its file, which stays in the cache where the picture is there.
  ///
  /// - Returns: nil where there can be no file now, or the task is cancelled.
  func filed(_ image: RenderedImage, for key: RenderKey) async -> RenderedImage? {
    guard image.file == nil else { return image }
    let slot = AnswerSlot()
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard slot.register(continuation) else { return }
        join(slot, image, key)
      }
    } onCancel: {
      slot.cancel()
    }
    // The picture may be that of another who asked: how this one came to theirs stays theirs.
    var filed = try? answer.get()
    filed?.origin = image.origin
    filed?.times = image.times
    return filed
  }

  private func join(_ slot: AnswerSlot, _ image: RenderedImage, _ key: RenderKey) {
    let (isFirst, hasRoom) = waiting.withLock { waiting in
      let isFirst = waiting[key] == nil
      guard !isFirst || waiting.count < RenderLimits.waitingFiles else { return (false, false) }
      waiting[key, default: []].append(slot)
      return (isFirst, true)
    }
    guard hasRoom else {
      return slot.answer(.failure(.overloaded(retryAfter: RenderLimits.retryHint)))
    }
    if isFirst { startThread().start { self.make(image, key) } }
  }

  /// Pictures whose file somebody waits for.
  var waitingCount: Int { waiting.withLock(\.count) }

  func startThread() -> RenderThreads {
    thread.withLock { thread in
      if let thread { return thread }
      let started = RenderThreads(count: 1, niceness: 0)
      thread = started
      return started
    }
  }

  private func make(_ image: RenderedImage, _ key: RenderKey) {
    var image = image
    // Whoever came before may have made it while this one was on its way.
    if let file = cache.file(for: key, madeBy: image.codec) ?? makeFile(image.bytes) {
      image.file = file
      image.bytes = file.bytes
      cache.attach(file, to: key, madeBy: image.codec)
    }
    let answer: AnswerSlot.Answer =
      image.file == nil
      ? .failure(.overloaded(retryAfter: RenderLimits.retryHint)) : .success(image)
    let slots = waiting.withLock { $0.removeValue(forKey: key) } ?? []
    for slot in slots { slot.answer(answer) }
  }

  /// Where the process has no descriptor left, older files give theirs back for this one.
  private func makeFile(_ bytes: Bytes) -> SealedFile? {
    do { return try SealedFile(copying: bytes) } catch {
      guard Shortage(code: error.code) == .descriptors else { return nil }
      cache.closeFiles()
      return try? SealedFile(copying: bytes)
    }
  }
}
