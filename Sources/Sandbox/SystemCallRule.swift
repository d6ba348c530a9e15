/// A system call that a confined process may make.
package struct SystemCallRule: Hashable, Sendable {
  /// What an argument must be: its bits in `mask` are those of `value`.
  package struct Condition: Hashable, Sendable {
    /// Which argument, from 0.
    package var argument: UInt32
    package var mask: UInt64
    package var value: UInt64

    package static func argument(
      _ argument: UInt32,
      is value: UInt64,
      under mask: UInt64 = .max
    ) -> Condition {
      Condition(argument: argument, mask: mask, value: value)
    }
  }

  /// As the kernel calls it; machines that have no such call ignore the rule.
  package var name: String
  /// All of them must hold.
  package var conditions: [Condition]

  package init(_ name: String, _ conditions: Condition...) {
    self.name = name
    self.conditions = conditions
  }
}

extension SystemCallRule {
  /// What a worker needs that decodes and encodes: memory, threads, and what was opened before.
  ///
  /// Not among them: anything with a path, a socket's address, another process or a new program,
  /// memory that becomes executable, and signals.
  package static let worker: [SystemCallRule] = [
    // Memory; PROT_EXEC is 4.
    SystemCallRule("brk"),
    SystemCallRule("mmap", .argument(2, is: 0, under: 4)),
    SystemCallRule("mprotect", .argument(2, is: 0, under: 4)),
    SystemCallRule("mremap"),
    SystemCallRule("munmap"),
    SystemCallRule("madvise"),
    // How much there is, which sorting asks once.
    SystemCallRule("sysinfo"),
    // Threads; CLONE_THREAD is 0x10000, PR_SET_NAME is 15.
    SystemCallRule("clone", .argument(0, is: 0x10000, under: 0x10000)),
    SystemCallRule("prctl", .argument(0, is: 15)),
    SystemCallRule("set_robust_list"),
    SystemCallRule("rseq"),
    SystemCallRule("futex"),
    SystemCallRule("sched_getaffinity"),
    SystemCallRule("sched_yield"),
    SystemCallRule("gettid"),
    SystemCallRule("rt_sigprocmask"),
    SystemCallRule("rt_sigreturn"),
    SystemCallRule("restart_syscall"),
    SystemCallRule("exit"),
    SystemCallRule("exit_group"),
    // The socket, what comes over it, and messages to standard error; F_GET_SEALS is 1034.
    SystemCallRule("recvmsg"),
    SystemCallRule("sendmsg"),
    SystemCallRule("pread64"),
    SystemCallRule("lseek"),
    SystemCallRule("fcntl", .argument(1, is: 1034)),
    SystemCallRule("close"),
    SystemCallRule("write", .argument(0, is: 2)),
    SystemCallRule("writev", .argument(0, is: 2)),
    // Time, chance, and its own limits.
    SystemCallRule("clock_gettime"),
    SystemCallRule("gettimeofday"),
    SystemCallRule("getrandom"),
    SystemCallRule("prlimit64", .argument(0, is: 0)),
  ]
}
