import Base
import Files
import Foundation
import Rendering
import Testing

@testable import PhotoFiles

/// Every operation on files fails once; nothing is left half-done.
@Suite(.timeLimit(.minutes(10)))
struct DiskFaultTests {
  @Test(arguments: [EIO, ENOSPC])
  func keepingAPhotoFailsAsAWhole(code: Int32) async throws {
    let trial = try PhotoTrial()
    let files = try trial.open()
    let other = try await files.keep(Bytes("another".utf8))
    let before = try trial.names()
    var faults = 0
    while true {
      trial.fail(after: faults, with: code)
      do {
        try await files.keep(PhotoFilesTests.bytes)
        break
      } catch let error as PhotoStoreError {
        switch error {
        case .full: #expect(code == ENOSPC)
        case .failed(_, let found): #expect(found == code && code == EIO)
        case .busy, .closed, .missing, .damaged, .unavailable: Issue.record("\(error)")
        }
      }
      trial.fail(after: nil)
      #expect(try trial.names() == before, "operation \(faults)")
      #expect(try await files.original(other.photo) == Bytes("another".utf8))
      faults += 1
      try #require(faults < 100)
    }
    #expect(faults > 15, "three files are made, written, synced and put in their places")
    trial.fail(after: nil)
    #expect(try await files.original(PhotoFilesTests.hash) == PhotoFilesTests.bytes)
    await files.close()
  }

  /// A photo that is there stays as it is when the same is uploaded again and that fails.
  @Test func aFailureTakesNothingAway() async throws {
    let trial = try PhotoTrial()
    let files = try trial.open()
    let kept = try await files.keep(PhotoFilesTests.bytes)
    let before = try trial.names()
    for faults in 0..<100 {
      trial.fail(after: faults, with: EIO)
      let outcome = try? await files.keep(PhotoFilesTests.bytes)
      trial.fail(after: nil)
      #expect(try trial.names() == before, "operation \(faults)")
      #expect(try await files.original(kept.photo) == PhotoFilesTests.bytes)
      if outcome != nil { break }
    }
    await files.close()
  }

  /// It does the same to the disk as keeping, however it ends.
  @Test func aRehearsalLeavesNothing() async throws {
    let trial = try PhotoTrial()
    let files = try trial.open()
    func rehearse(failingAt number: Int?) async throws {
      let draft = try await files.begin()
      try await draft.append(PhotoFilesTests.bytes)
      _ = try await draft.finish()
      trial.fail(after: number)
      defer { trial.fail(after: nil) }
      do { try await draft.rehearse([.sample(2_048), .sample(512)]) } catch {
        await draft.discard()
        throw error
      }
    }
    try await rehearse(failingAt: nil)
    #expect(try trial.names() == [])
    let operations = 18
    for number in 0..<operations {
      await #expect(throws: PhotoStoreError.self) { try await rehearse(failingAt: number) }
      #expect(try trial.names() == [], "operation \(number)")
    }
    await files.close()
  }

  @Test func openingFailsOrGivesWhatWasKept() async throws {
    let trial = try PhotoTrial()
    let first = try trial.open()
    let kept = try await first.keep(PhotoFilesTests.bytes)
    await first.close()
    for faults in 0..<2_000 {
      trial.fail(after: faults)
      guard let files = try? trial.open() else { continue }
      trial.fail(after: nil)
      #expect(faults > 256, "every directory is made")
      #expect(try await files.original(kept.photo) == PhotoFilesTests.bytes)
      await files.close()
      return
    }
    Issue.record("it can never be opened")
  }

  @Test func readingFailsOrGivesTheBytes() async throws {
    let trial = try PhotoTrial()
    let files = try trial.open()
    let photo = try await files.keep(PhotoFilesTests.bytes).photo
    var faults = 0
    while true {
      trial.fail(after: faults)
      do {
        #expect(try await files.original(photo) == PhotoFilesTests.bytes)
        break
      } catch {
        guard case .failed(_, EIO) = error else {
          Issue.record("\(error)")
          break
        }
      }
      faults += 1
    }
    #expect(faults > 3)
    await files.close()
  }

  @Test func removingFailsOrHasRemoved() async throws {
    let trial = try PhotoTrial()
    let files = try trial.open()
    let photo = try await files.keep(PhotoFilesTests.bytes).photo
    var faults = 0
    while true {
      trial.fail(after: faults)
      do {
        try await files.remove(photo)
        break
      } catch {}
      faults += 1
    }
    #expect(faults > 0)
    #expect(try trial.names() == [])
    await files.close()
  }
}

@Suite(.timeLimit(.minutes(10)))
struct DiskThreadsTests {
  @Test func moreThanTheLimitIsRefusedAtOnceAndTheRestIsDone() async throws {
    let threads = DiskThreads(count: 1, queueLimit: 3)
    let gate = DispatchSemaphore(value: 0)
    let began = DispatchSemaphore(value: 0)
    let first = Task.immediate {
      try await threads.run {
        began.signal()
        gate.wait()
      }
    }
    await onThread { began.wait() }
    let order = Lock<[Int]>([])
    let queued = (0..<3).map { number in
      Task.immediate { try await threads.run { order.withLock { $0.append(number) } } }
    }
    await #expect(throws: PhotoStoreError.busy(queuedLimit: 3)) {
      try await threads.run {}
    }
    gate.signal()
    try await first.value
    for task in queued { try await task.value }
    #expect(order.withLock { $0 } == [0, 1, 2])
    try await threads.run {}
    await threads.close()
    await threads.close()
    await #expect(throws: PhotoStoreError.closed) { try await threads.run {} }
  }

  @Test func closingWaitsForWhatIsQueued() async throws {
    let threads = DiskThreads(count: 2)
    let done = Lock(0)
    let jobs = (0..<50).map { _ in
      Task.immediate { try await threads.run { done.withLock { $0 += 1 } } }
    }
    await threads.close()
    #expect(done.withLock { $0 } == 50)
    for job in jobs { try await job.value }
  }

  private func onThread(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        body()
        continuation.resume()
      }
    }
  }
}
