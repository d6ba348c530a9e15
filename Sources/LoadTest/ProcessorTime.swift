import Glibc

/// What this process has taken of the processors.
enum ProcessorTime {
  /// In user and kernel mode, of all threads (getrusage(2)).
  static func used() -> Duration {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return [usage.ru_utime, usage.ru_stime].reduce(.zero) {
      $0 + .seconds($1.tv_sec) + .microseconds($1.tv_usec)
    }
  }
}
