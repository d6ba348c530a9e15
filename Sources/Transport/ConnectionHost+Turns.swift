import EventLoop
import RPC

// The turns of connections.
//
// They are ended a few at a time: first the handlers of all their calls run, then all of them
// write. So a client works while others are served, is woken once for several answers, and the
// processor finds its instructions in its cache.
extension ConnectionHost: TurnEndHandler {
  func beginTurn(of connection: ServerConnection) {
    turns.append(connection)
    guard !isAwaitingTurnEnd else { return }
    isAwaitingTurnEnd = true
    loop.callAtTurnEnd(self)
  }

  func handleTurnEnd() {
    isAwaitingTurnEnd = false
    endTurns()
  }

  /// Ends turns between two events of the loop, where there are enough of them.
  func endTurnsOfMany() {
    if turns.count >= Limits.turnsEndedTogether { endTurns() }
  }

  private func endTurns() {
    swap(&turns, &ending)
    runCalls()
    for connection in ending { connection.write() }
    // What was held back until there was room for answers.
    runCalls()
    for connection in ending { connection.endTurn() }
    ending.removeAll(keepingCapacity: true)
  }

  /// Runs the handlers of all calls that the connections have to begin.
  ///
  /// A task runs them one after the other until one waits: that call keeps the task, and the next
  /// gets another. So a task is made for each call that waits and for each end of turns, not for
  /// each call: making one takes a fifth of a short call's time.
  private func runCalls() {
    servedCount = 0
    running = nextCall()
    while running != nil {
      let task = Task.immediate(executorPreference: loop) { [self] in await serve() }
      guard let waiting = running else { return }
      waiting.connection.keep(waiting, in: task)
      running = nextCall()
    }
  }

  private func nextCall() -> InboundCall? {
    while servedCount < ending.count {
      if let call = ending[servedCount].nextCall() { return call }
      servedCount += 1
    }
    return nil
  }

  private func serve() async {
    while let call = running {
      let connection = call.connection
      do throws(RPCError) {
        try await context.methods[call.route].run(call)
        if !call.isAnswered { try await connection.prepareAnswer(of: call) }
        connection.finish(call, nil)
      } catch {
        await connection.finishFailed(call, error)
      }
      // One that has waited leaves the others to the loop.
      guard running === call else { return }
      running = nextCall()
    }
  }
}
