import Base
import FeedModel
import FeedStore
import Glibc
import Threads

/// Hears of the commits of other daemons, on a thread and a connection of its own.
///
/// A notification carries a number and nothing else; what was changed is read from the events, so
/// what was missed while the connection was away is not lost (postgresql.org/docs/15/sql-notify).
final class CommitListener {
  private let link: ServerLink
  private let reader: FeedReader
  private let teller: CommitTeller
  private let wakeUp: WakeUp
  private let isClosed: Lock<Bool>
  /// The connection that listens; another one has to be told so.
  private var listening: PostgresConnection?
  /// A connection alone is no success: there are servers that let nobody listen or read.
  private var schedule = ReconnectSchedule()

  init(
    link: ServerLink,
    reader: FeedReader,
    teller: CommitTeller,
    wakeUp: WakeUp,
    isClosed: Lock<Bool>
  ) {
    self.link = link
    self.reader = reader
    self.teller = teller
    self.wakeUp = wakeUp
    self.isClosed = isClosed
  }

  /// Listens until closed; the body of a thread.
  func run() {
    while !isClosed.withLock({ $0 }) {
      do throws(StoreError) { try listen() } catch {
        // Whatever it is, it is tried anew; what is told then begins where it ended.
        link.drop()
        schedule.failed(at: .now())
        waitForNextTry()
      }
    }
  }

  /// Waits until it makes sense to try again, whoever writes meanwhile.
  private func waitForNextTry() {
    let time = max(link.nextTry, schedule.nextTry)
    while !isClosed.withLock({ $0 }), Instant.now() < time {
      let milliseconds = (time - .now()).nanoseconds / 1_000_000 + 1
      wait(orFor: nil, milliseconds: Int32(clamping: milliseconds))
    }
  }

  /// Tells what there is, or waits for more.
  private func listen() throws(StoreError) {
    let connection = try link.connection()
    try connection.drain()
    if listening !== connection {
      try connection.execute("LISTEN \(Schema.channel)")
      listening = connection
      try read()
      return
    }
    // Those that came along with answers are here already, and nothing more comes for them.
    for text in try connection.notifications() {
      if let number = Int64(text) { teller.hear(SequenceNumber(number)) }
    }
    if teller.isBehind {
      try read()
    } else {
      wait(orFor: connection.descriptor, milliseconds: -1)
    }
  }

  /// Reads all changes that have not been told, and tells of them.
  private func read() throws(StoreError) {
    var isOver = false
    while !isOver {
      let (told, known) = (teller.told, teller.known)
      let limit = PostgresLimits.changesPerRead
      let (records, newest, hasLost) = try reader.snapshot { (reader) throws(StoreError) in
        (
          try reader.records(after: told, limit: limit), try reader.head().newest,
          try reader.lacks(known)
        )
      }
      isOver = records.count < limit
      // What is known was committed before this snapshot.
      if hasLost { teller.reportLoss(of: known, in: newest.sequence) } else { teller.learn(newest) }
      teller.tell(records, upTo: isOver ? newest.sequence : records[limit - 1].sequence)
    }
    schedule.succeeded()
  }

  /// Waits for the bell, for `socket` to have something to read, or for so long; below 0: without
  /// end.
  private func wait(orFor socket: Int32?, milliseconds: Int32) {
    var sources = [
      pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: socket ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    // Whatever it says, what there is to do is looked for again.
    _ = poll(&sources, 2, milliseconds)
    wakeUp.reset()
  }
}
