import Base
import EventLoop
import RPC

/// A call in the hands of its caller; letting go of it gives the call up.
///
/// Callers may be anywhere: what needs the loop is sent there, and what the loop has to say comes
/// through the call's inbox. Cancelling a task that waits here gives the call up.
final class OutboundCall: ClientCall {
  private let state: ClientCallState
  private var channel: Channel { state.channel }

  init(_ state: ClientCallState) { self.state = state }

  deinit { if !state.hasEnded { cancel() } }

  func nextMessage() async throws(RPCError) -> Bytes? {
    while true {
      let (message, ending, version) = state.inbox.withLock { inbox in
        (inbox.messages.popFirst(), inbox.ending, inbox.version)
      }
      if let message {
        if ending == nil { channel.noteTaken(message.count, of: state) }
        return message
      }
      if let ending {
        if let error = ending.error { throw error }
        return nil
      }
      await change(since: version)
    }
  }

  func takeFiles() -> [PassedFile] {
    state.inbox.withLock { inbox in
      inbox.files.isEmpty ? nil : inbox.files.removeFirst()
    }?.files ?? []
  }

  func headers() async throws(RPCError) -> Metadata {
    while true {
      let (inbox, hasMessages) = state.inbox.withLock { ($0, !$0.messages.isEmpty) }
      if let headers = inbox.headers { return headers }
      if let ending = inbox.ending {
        if let error = ending.error { throw error }
        return Metadata()
      }
      if hasMessages { return Metadata() }
      await change(since: inbox.version)
    }
  }

  func trailers() async -> Metadata {
    state.inbox.withLock { $0.ending?.trailers } ?? Metadata()
  }

  func send(_ message: some WireMessage) async throws(RPCError) {
    let (state, channel) = (state, channel)
    await withTaskCancellationHandler {
      await WaitingTask.wait { waiter in
        channel.send(on: state, waiter) { session, id, now in
          message.withWireBytes { head, tail in
            session.send(head, tail: tail, on: id, at: now)
          }
        }
      }
    } onCancel: {
      channel.cancel(state)
    }
    // A server that has said OK needs no more: its answer is what counts.
    if let error = state.inbox.withLock({ $0.ending?.error }) { throw error }
  }

  func endMessages() async { channel.endMessages(of: state) }

  func cancel() { channel.cancel(state) }

  private func change(since version: Int) async {
    await channel.change(of: state, since: version)
  }
}
