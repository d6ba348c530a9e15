import Base
import RPC

extension WireSession {
  /// Writes what the session has to say: as much as the socket takes and one turn allows.
  mutating func write(to socket: StreamSocket, at now: Instant) {
    var room = Limits.bytesPerTurn
    while room > 0, !socket.isFull, socket.writeFailure == nil {
      var written = 0
      writeOutput(upTo: min(room, Limits.bytesPerWrite), at: now) { pieces in
        written = socket.write(pieces)
        return written
      }
      if written == 0 { return }
      room -= written
    }
  }
}
