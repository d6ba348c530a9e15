import RPC

/// Calls that are over, for the next ones to be made of: so a short call allocates nothing.
///
/// Only calls that nobody else holds come here, and `Limits.spareCalls` of them at most.
struct SpareCalls {
  private var calls: [InboundCall] = []

  var count: Int { calls.count }

  /// One of them; nil where there is none.
  mutating func take() -> InboundCall? { calls.popLast() }

  /// Takes back one that was not used.
  mutating func giveBack(_ call: InboundCall) { calls.append(call) }

  /// Takes a call that is over, where there is room and nobody else holds it.
  mutating func keep(_ call: consuming InboundCall) {
    // A handler may have given it to somebody.
    guard calls.count < Limits.spareCalls, isKnownUniquelyReferenced(&call) else { return }
    call.forget()
    calls.append(call)
  }

  /// Forgets those of a connection that is closed, which they would keep.
  mutating func removeAll(of connection: ServerConnection) {
    calls.removeAll { $0.connection === connection }
  }
}
