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
    guard getrlimit(descriptors, &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    setrlimit(descriptors, &limit)
  }

  /// The descriptors that the process may have; nil where the kernel does not say.
  static var descriptorLimit: Int? {
    var limit = rlimit()
    guard getrlimit(descriptors, &limit) == 0 else { return nil }
    return Int(clamping: limit.rlim_cur)
  }

  private static let descriptors = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
}
