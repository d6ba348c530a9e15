import Glibc

/// What a daemon settles for its process before the first thread starts.
enum ProcessSetup {
  /// Makes files private to the owner unless somebody says otherwise, and as many descriptors
  /// available as the process may have.
  static func run() {
    umask(0o077)
    raiseDescriptorLimit()
  }

  /// Raises the soft limit of descriptors to the hard one (getrlimit(2)).
  ///
  /// Shells give 1,024, which a thousand clients use up. Where it can't be raised, accepting
  /// pauses at the limit that there is.
  private static func raiseDescriptorLimit() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}
