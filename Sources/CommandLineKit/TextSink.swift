package import Base
import Glibc

/// Why a text could not be written.
package enum OutputError: Error, Hashable, Sendable {
  /// The one who reads has had enough (EPIPE): no reason to complain.
  case readerGone
  /// The system refused with this errno.
  case system(Int32)
}

/// Where a program's text goes.
package protocol TextSink: Sendable {
  /// Writes all of the bytes.
  func write(_ bytes: UnsafeRawBufferPointer) throws(OutputError)
}

extension TextSink {
  /// Writes the bytes as they are.
  package func write(_ bytes: Bytes) throws(OutputError) {
    try bytes.withUnsafeBytes { buffer throws(OutputError) in try write(buffer) }
  }

  /// Writes the text as it is.
  package func write(_ text: String) throws(OutputError) {
    var text = text
    text.makeContiguousUTF8()
    let outcome = text.utf8.withContiguousStorageIfAvailable { utf8 in
      Result { () throws(OutputError) in try write(UnsafeRawBufferPointer(utf8)) }
    }
    try outcome?.get()
  }
}

extension TextSink {
  /// Writes a text beside which the program has more to do or a verdict to give: that its reader is
  /// gone ends neither.
  package func writeIfRead(_ text: String) throws(OutputError) {
    do { try write(text) } catch {
      guard case .readerGone = error else { throw error }
    }
  }
}

/// A descriptor that is written to without a buffer; it stays open.
package struct DescriptorSink: TextSink {
  private let descriptor: Int32

  package init(_ descriptor: Int32) { self.descriptor = descriptor }

  package func write(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Glibc.write(
        descriptor,
        UnsafeRawBufferPointer(rebasing: rest).baseAddress,
        rest.count
      )
      if count >= 0 {
        rest = rest.dropFirst(count)
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        // Somebody who shares the terminal made it non-blocking: wait until it takes more.
        var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&wanted, 1, -1)
      case EPIPE: throw .readerGone
      case let code: throw .system(code)
      }
    }
  }
}

/// Keeps what is written in memory.
package final class MemorySink: TextSink {
  private let bytes = Lock<[UInt8]>([])

  package init() {}

  /// All that was written.
  package var text: String { String(decoding: bytes.withLock { $0 }, as: UTF8.self) }

  package func write(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
    let copy = Array(bytes)
    self.bytes.withLock { $0 += copy }
  }
}
