import RPC

/// Lets time pass between the messages of an answer, as its request says.
func pause(_ duration: Duration) async throws(RPCError) {
  do { try await Task.sleep(for: duration) } catch {
    throw RPCError(.cancelled, "the call was given up")
  }
}
