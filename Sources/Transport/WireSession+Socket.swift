package import Base
package import RPC

extension WireSession {
  /// Writes what the session has to say: as much as the socket takes and one turn allows.
  package mutating func write(to socket: StreamSocket, at now: Instant) {
    var room = Limits.bytesPerTurn
    while room > 0, !socket.isFull, socket.writeFailure == nil {
      var written = 0
      let limit = min(room, Limits.bytesPerWrite)
      writeOutput(upTo: limit, at: now) { pieces in
        written = socket.write(pieces)
        return written
      }
      // That was all, or so many pieces that the next turn will do.
      if written < limit { return }
      room -= written
    }
  }
}

extension ServerSession {
  /// As `write(to:at:)`, where files go with some of the output.
  mutating func write(to socket: StreamSocket, with outbox: inout FileOutbox, at now: Instant) {
    var room = Limits.bytesPerTurn
    while room > 0, !socket.isFull, socket.writeFailure == nil {
      let fileCount = outputFileCount()
      let files = fileCount > 0 ? outbox.first(fileCount) : []
      var written = 0
      let limit = min(room, Limits.bytesPerWrite)
      writeOutput(upTo: limit, at: now) { pieces in
        written = files.isEmpty ? socket.write(pieces) : socket.write(pieces, with: files)
        return written
      }
      if written == 0 { return }
      if fileCount > 0 { outbox.removeFirst(at: socket.writtenByteCount) }
      room -= written
    }
  }
}
