import RPC

/// Calls that are over, for the next ones to be made of: so a short call allocates nothing.
///
/// Only calls that nobody else holds come here, and `Limits.spareCalls` of them at most.
struct SpareCalls {
  private var calls: [InboundCall] = []

  var count: Int { calls.count }

  /// One of them; nil where there is none.
  mutating func take() -> InboundCall? { calls.popLast() }

  /// Takes the calls that nobody holds but `ended`, as many as there is room for.
  mutating func keep(from ended: inout [(call: InboundCall, error: RPCError?)]) {
    for index in ended.indices where calls.count < Limits.spareCalls {
      // A handler may have given it to somebody.
      guard isKnownUniquelyReferenced(&ended[index].call) else { continue }
      ended[index].call.forget()
      calls.append(ended[index].call)
    }
  }

  /// Forgets those of a connection that is closed, which they would keep.
  mutating func removeAll(of connection: ServerConnection) {
    calls.removeAll { $0.connection === connection }
  }
}
