import CSeccomp
import Glibc

/// Has the kernel end this process at any system call but some (seccomp(2)).
package enum SystemCallFilter {
  /// Why there is no filter.
  package struct Failure: Error, Equatable {
    package let errno: CInt
  }

  /// Confines all threads of the process, for good.
  ///
  /// `clone3` fails as if the kernel did not have it: its flags can't be looked at, and the C
  /// library falls back to `clone`.
  ///
  /// - Throws: `Failure`; nothing is confined then.
  package static func enter(_ rules: [SystemCallRule]) throws(Failure) {
    guard let filter = seccomp_init(SCMP_ACT_KILL_PROCESS) else { throw Failure(errno: ENOMEM) }
    defer { seccomp_release(filter) }
    try check(seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1))
    try add("clone3", action: failWithoutSystemCall, [], to: filter)
    for rule in rules { try add(rule.name, action: SCMP_ACT_ALLOW, rule.conditions, to: filter) }
    try check(seccomp_load(filter))
  }

  /// SCMP_ACT_ERRNO(ENOSYS), a macro that Swift does not see.
  private static let failWithoutSystemCall = 0x0005_0000 | UInt32(ENOSYS)

  private static func add(
    _ name: String,
    action: UInt32,
    _ conditions: [SystemCallRule.Condition],
    to filter: scmp_filter_ctx
  ) throws(Failure) {
    let number = seccomp_syscall_resolve_name(name)
    guard number >= 0 else { return }
    let comparisons = conditions.map { condition in
      scmp_arg_cmp(
        arg: condition.argument,
        op: SCMP_CMP_MASKED_EQ,
        datum_a: condition.mask,
        datum_b: condition.value
      )
    }
    let count = UInt32(comparisons.count)
    try check(seccomp_rule_add_array(filter, action, number, count, comparisons))
  }

  private static func check(_ result: CInt) throws(Failure) {
    if result < 0 { throw Failure(errno: -result) }
  }
}
