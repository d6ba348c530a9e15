package import Base
package import Glibc
package import Rendering
import Threads

/// Encodes pictures and reads photos in worker processes, one at a time each.
///
/// Workers are started ahead, on threads of their own, and replaced when they have served their
/// term, grown, crashed, hung, or were killed for cancelled work; then their next start is the
/// earlier the more useful they were. Pictures are made before photos are prepared, and those have
/// at most half of the workers; otherwise jobs are served in the order in which they come. Where no
/// worker can be had, one waits at most as long as all slots need to fail
/// `limits.respawn.failuresUntilDown` times in a row; after that, and where the program is
/// missing, it is `.unavailable` at once, until a worker gets ready after all.
///
/// A pool that is let go of ends its workers; `shutdown` also waits for that.
package final class CodecPool: ImageEncoder {
  private let core: PoolCore
  let limits: CodecLimits

  /// Starts the threads, which start the workers, and returns at once.
  ///
  /// - Parameters:
  ///   - workerCount: Processes, at least 1.
  ///   - executablePath: The worker's program.
  ///   - limits: What workers may use, and how long they may take.
  ///   - logFormat: How a worker tells on standard error why it ends, where it can.
  ///   - report: Is told about workers, on their threads; must be quick.
  package init(
    workerCount: Int,
    executablePath: String = WorkerExecutable.find(),
    limits: CodecLimits = CodecLimits(),
    logFormat: LogLine.Format = .text,
    report: @escaping @Sendable (CodecEvent) -> Void = { _ in }
  ) {
    precondition(workerCount >= 1, "a pool has a worker")
    self.limits = limits
    core = PoolCore(slotCount: workerCount, waitingLimit: limits.waitingCount)
    for slot in 0..<workerCount {
      let thread = SlotThread(
        slot: slot,
        core: core,
        executablePath: executablePath,
        limits: limits,
        logFormat: logFormat,
        report: report
      )
      NamedThread.start("codec-\(slot)") {
        var thread = thread
        thread.run()
      }
    }
  }

  deinit { core.stop() }

  /// The processes of the workers, those that are not ready yet included.
  package var workerProcessIDs: [pid_t] { core.processes }

  /// False where nobody waits for a worker any more: what is asked for is `.unavailable` at once.
  ///
  /// True while the first ones start.
  package var isAvailable: Bool { core.isAvailable }

  /// Names the loaded libraries of the newest worker.
  ///
  /// Empty until the first worker is ready: `awaitBuildIdentity` waits for that. Where it changes
  /// later, because libraries were replaced, older workers get no further work.
  package var buildIdentity: String { core.buildIdentity }

  /// Waits until a worker has encoded something.
  ///
  /// - Throws: `EncodingError`, as `encode`.
  package func awaitBuildIdentity() async throws(EncodingError) -> String {
    let pixel = PixelBuffer(width: 1, height: 1, bytes: [0, 0, 0, 255])
    _ = try await encode(pixel, as: .png, quality: 100)
    return buildIdentity
  }

  package func encode(
    _ pixels: PixelBuffer,
    as format: EncodedFormat,
    quality: Int
  ) async throws(EncodingError) -> Bytes {
    // PNG has no quality, so none is wrong.
    let output = CodecOutput(
      width: pixels.width,
      height: pixels.height,
      format: format,
      quality: format == .png ? 100 : quality
    )
    guard let output, let memoryByteCount = memoryByteCount(for: output) else {
      throw .refused("width=\(pixels.width) height=\(pixels.height) quality=\(quality)")
    }
    let work = Job.Work.encode(pixels, output)
    switch await perform(work, memoryByteCount: memoryByteCount) {
    case .success(.bytes(let bytes)): return bytes
    case .failure(.cancelled): throw .cancelled
    case .failure(.unavailable): throw .unavailable
    case .failure(.exhausted(let shortage)): throw .exhausted(shortage)
    case .failure(.crashed): throw .crashed
    case .failure(.timedOut): throw .timedOut
    case .failure(.refused(let text)): throw .refused(text)
    case .success(.photo), .failure(.unreadable):
      preconditionFailure("what is encoded becomes bytes and reads no photo")
    }
  }

  /// Room for what comes out, and for pixels to make it from; nil above the limit.
  func memoryByteCount(for output: CodecOutput) -> Int? {
    CodecMemory.byteCount(
      forPixels: Int(output.pixelByteCount),
      limit: limits.memoryByteCount
    )
  }

  /// Has a worker do something, as soon as it is its turn.
  func perform(
    _ work: Job.Work,
    memoryByteCount: Int
  ) async -> Result<Job.Outcome, Job.Failure> {
    let ticket = core.announce(work.kind)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { caller in
        core.submit(Job(work: work, memoryByteCount: memoryByteCount, caller: caller), as: ticket)
      }
    } onCancel: {
      core.cancel(ticket)
    }
  }

  /// Ends all workers and waits for their end, at most about `limits.endTime`.
  ///
  /// Whatever is encoded or waits is answered with `.unavailable`, and so is what comes later.
  package func shutdown() async {
    core.stop()
    await core.waitUntilStopped()
  }
}
