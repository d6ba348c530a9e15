import Base
import Files
import Glibc

/// Word from the kernel that processes wait for memory: pressure stall information
/// (docs.kernel.org/accounting/psi.html).
///
/// The control group's is taken where there is one, else the machine's. Both can be had without
/// being root, with a window of two seconds; where neither can be had nobody is told anything.
struct MemoryPressure: Sendable {
  /// Some task waited for 150 ms out of 2 s, which is when people begin to notice.
  private static let trigger = "some 150000 2000000"

  private let file: OpenFile

  /// Asks the first of the files that lets itself be asked; nil where none does.
  init?(_ paths: [String] = MemoryPressure.paths()) {
    for path in paths {
      let descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      let file = OpenFile(adopting: descriptor)
      // The kernel takes the zero at the end for the end of the words.
      let words = Array(Self.trigger.utf8) + [0]
      guard write(descriptor, words, words.count) == words.count else { continue }
      self.file = file
      return
    }
    return nil
  }

  /// Waits until there is pressure, at most once in the window.
  ///
  /// - Returns: false where there will be no more word, since the control group is gone.
  func wait() -> Bool {
    var request = pollfd(fd: file.descriptor, events: Int16(POLLPRI), revents: 0)
    // Signals are for other threads; what else may fail would fail again.
    guard poll(&request, 1, -1) == 1 else { return false }
    return request.revents & Int16(POLLERR) == 0
  }

  /// Where the pressure on this process can be read.
  static func paths() -> [String] {
    var paths = ["/proc/pressure/memory"]
    let path = "/proc/self/cgroup"
    let files = FileSystem()
    // Without /proc there is no control group to be found, and none of these files.
    if let file = try? files.open(path),
      let text = try? files.read(file, byteCount: 65_536, path: path),
      let group = controlGroup(String(decoding: text, as: UTF8.self))
    {
      paths.insert("/sys/fs/cgroup\(group)/memory.pressure", at: 0)
    }
    return paths
  }

  /// The process's group in the unified hierarchy, of a text as cgroups(7) describes it.
  static func controlGroup(_ text: String) -> String? {
    let line = text.split(separator: "\n").first { $0.hasPrefix("0::/") }
    guard let group = line?.dropFirst(3) else { return nil }
    return group == "/" ? "" : String(group)
  }
}
