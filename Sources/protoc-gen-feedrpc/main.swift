internal import Base
internal import Glibc

// protoc runs this program once, with a CodeGeneratorRequest on standard input, and takes a
// CodeGeneratorResponse from standard output. A read or write that fails ends it: there is nobody
// else to tell.

/// Writes all bytes to a descriptor; false where it does not take them.
func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
  var rest = bytes[...]
  while !rest.isEmpty {
    let pending = UnsafeRawBufferPointer(rebasing: rest)
    let count = write(descriptor, pending.baseAddress, pending.count)
    guard count > 0 else { return false }
    rest = rest.dropFirst(count)
  }
  return true
}

/// Ends the program: it could not talk to protoc.
func fail(_ message: String) -> Never {
  var line = "protoc-gen-feedrpc: \(message)\n"
  _ = line.withUTF8 { writeAll(UnsafeRawBufferPointer($0), to: STDERR_FILENO) }
  exit(1)
}

var input: [UInt8] = []
var buffer = [UInt8](repeating: 0, count: 64 << 10)
while true {
  let count = read(STDIN_FILENO, &buffer, buffer.count)
  guard count >= 0 else { fail("can't read the request") }
  if count == 0 { break }
  input += buffer[..<count]
}

do {
  let response = try Plugin.respond(to: Bytes(input))
  guard response.withUnsafeBytes({ writeAll($0, to: STDOUT_FILENO) }) else {
    fail("can't write the response")
  }
} catch {
  fail("the request is malformed at \(error.path): \(error.reason)")
}
