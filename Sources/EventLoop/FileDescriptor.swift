import Glibc

/// The owner of a file descriptor, which closes it.
package struct FileDescriptor: ~Copyable, Sendable {
  /// The descriptor's number, valid while the owner lives.
  package let number: Int32

  /// Takes over a descriptor that nobody else closes.
  package init(owning number: Int32) {
    precondition(number >= 0, "a descriptor is not negative")
    self.number = number
  }

  // Not again on EINTR: Linux has freed the number all the same (close(2)).
  deinit { close(number) }

  /// Gives the descriptor to somebody else, who closes it.
  package consuming func release() -> Int32 {
    let number = number
    discard self
    return number
  }
}
