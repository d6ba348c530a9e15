import CLinux
import Glibc
import Rendering
import Sandbox

/// What the worker gives up before it touches a picture.
///
/// All of it is for good. It has two steps, since loading libraries takes more than pictures do:
/// the limits come first, and the system calls are given up behind the warm-up, when everything
/// that opens files is done.
enum Confinement {
  /// How much nicer than the daemon a worker is while it starts: its start has a time limit.
  private static let startNiceness: CInt = 10

  /// Has the heap do whatever takes a file, before anything else allocates much.
  ///
  /// - Throws: `WorkerFailure.notConfined`.
  static func prepareMemory() throws(WorkerFailure) {
    try check(linux_prepare_heap(), "heap")
  }

  /// Limits the process, and gives it the processor time of one picture for its start.
  ///
  /// - Throws: `WorkerFailure.notConfined`.
  static func enter(_ options: WorkerOptions) throws(WorkerFailure) {
    try check(linux_bind_to_parent(SIGKILL), "prctl")
    try check(linux_limit(CInt(RLIMIT_CORE.rawValue), 0, 0), "core")
    if let byteCount = options.addressSpaceByteCount, !isSanitized {
      try check(linux_limit(CInt(RLIMIT_AS.rawValue), byteCount, byteCount), "address_space")
    }
    try grant(processorSeconds: options.workSeconds)
    // Refused where the daemon is already as nice as can be, which is as well.
    _ = nice(startNiceness)
  }

  /// Descriptors: three, the socket, two memory files while one replaces the other, a photo.
  private static let descriptorCount: UInt64 = 8

  /// Gives up all system calls but those that pictures take: any other ends the process.
  ///
  /// - Throws: `WorkerFailure.notConfined`; a worker that can't be confined must not work.
  static func seal() throws(WorkerFailure) {
    // All threads, those that libvips has started included: a worker is a group of its own.
    let own = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
    let niceness = min(own + RenderLimits.niceness - startNiceness, 19)
    _ = setpriority(__priority_which_t(PRIO_PGRP.rawValue), 0, niceness)
    // Sanitizers need more; the filter is tested in the plain build.
    if isSanitized { return }
    let files = CInt(RLIMIT_NOFILE.rawValue)
    try check(linux_limit(files, descriptorCount, descriptorCount), "files")
    do throws(SystemCallFilter.Failure) {
      try SystemCallFilter.enter(SystemCallRule.worker)
    } catch { throw .notConfined("seccomp", errno: error.errno) }
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
