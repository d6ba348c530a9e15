import Glibc

/// A system call that failed.
package struct SystemError: Error, Hashable, Sendable {
  /// What the kernel answered, as `ENOENT`.
  package var code: Int32
  /// The call's name, as `bind`.
  package var operation: String

  package init(_ code: Int32, _ operation: String) {
    self.code = code
    self.operation = operation
  }
}

extension SystemError: CustomStringConvertible {
  // glibc's strerror keeps its text per thread.
  package var description: String { "\(operation): \(String(cString: strerror(code)))" }
}

/// The one place where errno is read.
///
/// Each function is there for `Int` and for `Int32`, the two that calls answer with: a generic one
/// is not specialised in other targets, which took a tenth of the time of a short call.
package enum SystemCall {
  /// Runs a call that answers -1 on failure, again while a signal interrupts it.
  ///
  /// - Returns: what the call answered, or nil where it would have had to wait.
  /// - Throws: every other failure. A descriptor or pointer that is not ours stops the program.
  @inline(never)
  package static func nonBlocking(
    _ operation: StaticString,
    _ body: () -> Int
  ) throws(SystemError) -> Int? {
    while true {
      let result = body()
      if result != -1 { return result }
      let code = errno
      switch code {
      case EINTR: continue
      case EAGAIN: return nil
      case EBADF, EFAULT: preconditionFailure("\(operation) is given what it was not handed")
      default: throw SystemError(code, "\(operation)")
      }
    }
  }

  /// As above, for calls that answer with an `Int32`.
  package static func nonBlocking(
    _ operation: StaticString,
    _ body: () -> Int32
  ) throws(SystemError) -> Int32? {
    try nonBlocking(operation) { Int(body()) }.map { Int32(truncatingIfNeeded: $0) }
  }

  /// Runs a call as `nonBlocking` does, for which EAGAIN is a failure like any other.
  package static func run(
    _ operation: StaticString,
    _ body: () -> Int
  ) throws(SystemError) -> Int {
    guard let result = try nonBlocking(operation, body) else {
      throw SystemError(EAGAIN, "\(operation)")
    }
    return result
  }

  /// As above, for calls that answer with an `Int32`.
  package static func run(
    _ operation: StaticString,
    _ body: () -> Int32
  ) throws(SystemError) -> Int32 {
    Int32(truncatingIfNeeded: try run(operation) { Int(body()) })
  }
}
