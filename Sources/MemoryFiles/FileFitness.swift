package import Base
import CLinux

/// Whether a file that somebody passed is fit to be mapped: bytes that can't change or go away.
package enum FileFitness: Hashable, Sendable {
  case fit
  /// It has no seals at all: a file on a disk, a socket, a pipe.
  case notInMemory
  /// Some of the seals that are asked for are missing.
  case unsealed(missing: UInt8)
  case wrongSize(byteCount: Int, expected: Int)

  /// Looks at a file; `seals` are those that it must have, besides those that mapping takes.
  package init(of file: OpenFile, byteCount: Int, seals: UInt8) {
    let present = linux_seals(file.descriptor)
    guard present >= 0 else {
      self = .notInMemory
      return
    }
    let missing = (seals | SealedFile.seals) & ~UInt8(truncatingIfNeeded: present)
    guard missing == 0 else {
      self = .unsealed(missing: missing)
      return
    }
    let actual = Int(linux_file_size(file.descriptor))
    self = actual == byteCount ? .fit : .wrongSize(byteCount: actual, expected: byteCount)
  }
}

extension OpenFile {
  /// True where it has seals, and all of these.
  package func hasSeals(_ seals: UInt8) -> Bool {
    let present = linux_seals(descriptor)
    return present >= 0 && seals & ~UInt8(truncatingIfNeeded: present) == 0
  }

  package var isSocket: Bool { linux_is_socket(descriptor) == 1 }
}
