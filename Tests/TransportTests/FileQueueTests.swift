import Base
import Glibc
import RPC
import Testing

@testable import Transport

/// The queues that files wait in, on either side.
@Suite struct FileQueueTests {
  private func files(_ count: Int) -> [PassedFile] {
    (0..<count).map { _ in
      PassedFile(
        OpenFile(adopting: open("/dev/null", O_RDONLY | O_CLOEXEC)),
        .init(kind: .init(rawValue: 9))
      )
    }
  }

  @Test func filesLeaveInTheirOrder() {
    var outbox = FileOutbox()
    let groups = [files(1), files(3)]
    for group in groups { outbox.append(group) }
    for group in groups {
      #expect(!outbox.isEmpty)
      #expect(outbox.first(group.count).map(\.descriptor) == group.map(\.descriptor))
      outbox.removeFirst(at: 1)
    }
    #expect(outbox.isEmpty)
  }

  @Test func whatIsUnreadTakesRoomUntilItIsRead() {
    var outbox = FileOutbox()
    var questionCount = 0
    func room(whenRead readByteCount: Int) -> Int {
      outbox.room(for: 2, of: 5) {
        questionCount += 1
        return readByteCount
      }
    }
    outbox.append(files(2))
    #expect(room(whenRead: 0) == 2 && questionCount == 0)
    outbox.removeFirst(at: 100)
    #expect(room(whenRead: 0) == 2 && questionCount == 0, "asked only near the limit")
    outbox.append(files(2))
    #expect(room(whenRead: 99) == 1 && questionCount == 1)
    outbox.removeFirst(at: 200)
    outbox.append(files(1))
    #expect(room(whenRead: 99) == 0 && questionCount == 2)
    // What follows may be unread all the time.
    #expect(room(whenRead: 100) == 2 && questionCount == 3)
    #expect(room(whenRead: 199) == 2 && questionCount == 3)
    outbox.append(files(1))
    #expect(room(whenRead: 199) == 1 && questionCount == 4)
    #expect(room(whenRead: 200) == 2 && questionCount == 5)
    outbox.removeFirst(at: 300)
    outbox.removeFirst(at: 400)
    #expect(outbox.removeAll().isEmpty)
  }

  @Test func filesAreTakenInTheOrderOfArrival() {
    var inbox = FileInbox()
    let numbers = (0..<3).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }
    inbox.append(numbers)
    let label = PassedFile.Label(kind: .init(rawValue: 9), tag: 4)
    let taken = inbox.take([label, label])
    #expect(taken.map(\.descriptor) == Array(numbers[..<2]) && taken[0].label == label)
    #expect(inbox.removeAll().map(\.descriptor) == [numbers[2]])
    #expect(inbox.removeAll().isEmpty)
  }

  @Test func soManyFilesAreHeldAndNoMore() {
    let count = HeldFileCount(limit: 3)
    var held = [count.hold(files(1)), count.hold(files(2))]
    #expect(held.allSatisfy { $0 != nil })
    #expect(count.hold(files(1)) == nil)
    held[0] = nil
    #expect(count.hold(files(2)) == nil)
    let last = count.hold(files(1))
    #expect(last?.files.count == 1)
  }

  @Test func whatIsClosedElsewhereIsClosed() {
    let folder = TemporaryFolder()
    #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
    let ends = [O_RDONLY | O_NONBLOCK, O_WRONLY].map { open(folder.file("pipe"), $0 | O_CLOEXEC) }
    FileCloser.close([OpenFile(adopting: ends[1])])
    FileCloser.close([])
    var watch = pollfd(fd: ends[0], events: 0, revents: 0)
    #expect(poll(&watch, 1, 60_000) == 1 && Int32(watch.revents) & POLLHUP != 0)
    close(ends[0])
  }
}
