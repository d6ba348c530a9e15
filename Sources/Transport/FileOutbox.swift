import Base
import RPC

/// Files that travel with output of a connection, in the order of their frames.
///
/// They are held until the kernel has taken them or the connection is over. What the client has
/// not read counts too: the kernel holds those, and bounds them for the whole user.
struct FileOutbox {
  private var groups: [[PassedFile]] = []
  private var waitingCount = 0
  /// Files that left and may be unread, oldest first: how many, and how many bytes had been written
  /// when the kernel took them.
  private var unread: [(count: Int, end: Int)] = []
  private var unreadCount = 0

  init() {}

  /// True where no file waits to leave.
  var isEmpty: Bool { groups.isEmpty }

  /// How many of `wanted` more files there is room for, where all may be `limit`.
  ///
  /// `readByteCount` tells how many of all bytes the client has read at least; it is asked only
  /// near the limit.
  mutating func room(for wanted: Int, of limit: Int, readByteCount: () -> Int) -> Int {
    if waitingCount + unreadCount + wanted > limit, unreadCount > 0 {
      let read = readByteCount()
      let readGroups = unread.prefix { $0.end <= read }
      unreadCount -= readGroups.reduce(0) { $0 + $1.count }
      unread.removeFirst(readGroups.count)
    }
    return max(0, min(wanted, limit - waitingCount - unreadCount))
  }

  /// Adds the files of one message.
  mutating func append(_ files: [PassedFile]) {
    groups.append(files)
    waitingCount += files.count
  }

  /// The files that leave with the next write, which are `count`.
  func first(_ count: Int) -> [PassedFile] {
    guard let files = groups.first, files.count == count else {
      preconditionFailure("the session asks for files in the order in which it was told of them")
    }
    return files
  }

  /// Lets go of the files that the kernel took, when `end` bytes had been written in all.
  mutating func removeFirst(at end: Int) {
    let files = groups.removeFirst()
    waitingCount -= files.count
    unreadCount += files.count
    unread.append((files.count, end))
  }

  /// Takes out what never left.
  mutating func removeAll() -> [PassedFile] {
    defer { self = FileOutbox() }
    return groups.flatMap { $0 }
  }
}
