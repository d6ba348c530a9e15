import Glibc

/// What the system has no more of, for this process or at all.
package enum Shortage: Error, Hashable, Sendable {
  /// Open files.
  case descriptors
  case memory

  /// The shortage that an errno means; nil where it means something else.
  package init?(code: Int32) {
    switch code {
    // Those that others have not read yet count too.
    case EMFILE, ENFILE, ETOOMANYREFS: self = .descriptors
    case ENOMEM, ENOBUFS: self = .memory
    default: return nil
    }
  }
}
