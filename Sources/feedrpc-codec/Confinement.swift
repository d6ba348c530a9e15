import CLinux
import Glibc

/// What the worker gives up before it touches a picture.
///
/// All of it is for good. It has two steps, since loading libraries takes more than encoding: the
/// limits come first, and what the kernel refuses by system call belongs behind the warm-up, when
/// everything that opens files is done.
enum Confinement {
  /// How much nicer than the daemon a worker is.
  private static let niceness: CInt = 10

  /// Limits the process, and gives it the processor time of one picture for its start.
  ///
  /// - Throws: `WorkerFailure.notConfined`.
  static func enter(_ options: WorkerOptions) throws(WorkerFailure) {
    try check(linux_bind_to_parent(SIGKILL), "prctl")
    try check(linux_limit(CInt(RLIMIT_CORE.rawValue), 0, 0), "core")
    if let byteCount = options.addressSpaceByteCount, !isSanitized {
      try check(linux_limit(CInt(RLIMIT_AS.rawValue), byteCount, byteCount), "address_space")
    }
    try grant(processorSeconds: options.encodeSeconds)
    // Refused where the daemon is already as nice as can be, which is as well.
    _ = nice(niceness)
  }

  /// Gives the process this much more processor time; SIGXCPU ends it then, even where no daemon
  /// is left to do that.
  ///
  /// - Throws: `WorkerFailure.notConfined`.
  static func grant(processorSeconds seconds: UInt64) throws(WorkerFailure) {
    var used = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used)
    // Whole seconds are counted: one for the fraction used, one for that left.
    let end = UInt64(used.tv_sec) + seconds + 2
    try check(linux_limit(CInt(RLIMIT_CPU.rawValue), end, .max), "processor_time")
  }

  /// Whether this build reserves terabytes of address space for a sanitizer.
  private static var isSanitized: Bool {
    dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
  }

  private static func check(_ result: CInt, _ what: String) throws(WorkerFailure) {
    if result < 0 { throw .notConfined(what, errno: -result) }
  }
}
