import Glibc

/// How much memory the process occupies.
enum ResidentMemory {
  /// Bytes in memory now, from /proc/self/statm (proc(5)); 0 where that can't be read.
  static func byteCount() -> Int {
    guard let file = fopen("/proc/self/statm", "re") else { return 0 }
    defer { fclose(file) }
    var total = 0
    var resident = 0
    let count = withUnsafeMutablePointer(to: &total) { total in
      withUnsafeMutablePointer(to: &resident) { resident in
        withVaList([total, resident]) { vfscanf(file, "%ld %ld", $0) }
      }
    }
    return count == 2 ? resident * sysconf(Int32(_SC_PAGESIZE)) : 0
  }
}
