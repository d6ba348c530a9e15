import Glibc

/// An open file, closed with its last owner.
package final class OpenFile: Sendable {
  package let descriptor: CInt

  /// Takes over an open descriptor.
  package init(adopting descriptor: CInt) {
    precondition(descriptor >= 0, "an open file has a descriptor")
    self.descriptor = descriptor
  }

  deinit { _ = close(descriptor) }
}
