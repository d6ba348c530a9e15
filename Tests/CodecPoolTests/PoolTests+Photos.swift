import Base
import CodecPool
import Foundation
import Rendering
import Testing

extension PoolTests {
  private static func prepare(_ pool: CodecPool) async throws -> PhotoError? {
    let file = try Photos.file(of: Data("photo".utf8))
    do throws(PhotoError) {
      _ = try await pool.prepare(file)
      return nil
    } catch { return error }
  }

  /// An answer that has no record is no answer here.
  @Test(
    arguments: [
      ("dies", .died), ("answersGarbage", .brokeProtocol), ("echoes", .brokeProtocol),
      ("answersPastTheMemory", .brokeProtocol),
    ] as [(String, CodecEvent.Reason)]
  )
  func aPhotoThatEndsItsWorkerIsOneError(
    behaviour: String,
    reason: CodecEvent.Reason
  ) async throws {
    let fake = try FakeWorker(behaviour)
    var watched = WatchedPool(fake.path)
    for _ in 0..<2 {
      #expect(try await Self.prepare(watched.pool) == .crashed)
      #expect(try await watched.end() == reason)
    }
    await watched.pool.shutdown()
  }

  @Test func aPhotoThatHangsIsTimedOut() async throws {
    let fake = try FakeWorker("hangs")
    var limits = CodecLimits.quick
    limits.workTime = .milliseconds(20)
    var watched = WatchedPool(fake.path, limits: limits)
    #expect(try await Self.prepare(watched.pool) == .timedOut)
    #expect(try await watched.end() == .workTimedOut)
    await watched.pool.shutdown()
  }

  @Test func aCancelledPhotoEndsItsWorker() async throws {
    let fake = try FakeWorker("hangs")
    var watched = WatchedPool(fake.path)
    let call = Task { [pool = watched.pool] in try await Self.prepare(pool) }
    await fake.request()
    call.cancel()
    #expect(try await call.value == .cancelled)
    #expect(try await watched.end() == .cancelled)
    await watched.pool.shutdown()
  }

  @Test func withoutAProgramThereIsNoPhoto() async throws {
    let pool = CodecPool(workerCount: 1, executablePath: "/nonexistent/feedrpc-codec")
    #expect(try await Self.prepare(pool) == .unavailable)
    await pool.shutdown()
  }

  @Test func pixelsGoBeforePhotosThatCameFirst() async throws {
    let fake = try FakeWorker("waits")
    let watched = WatchedPool(fake.path)
    let first = Task { [pool = watched.pool] in try await Self.encode(pool) }
    await fake.request()
    let second = Task.immediate { [pool = watched.pool] in try await Self.prepare(pool) }
    let third = Task.immediate { [pool = watched.pool] in try await Self.encode(pool) }
    for pixels in [first, third] {
      fake.leave()
      #expect(try await pixels.value == Self.encoded)
      await fake.request()
    }
    fake.leave()
    // Four bytes are no record.
    #expect(try await second.value == .crashed)
    await watched.pool.shutdown()
  }
}
