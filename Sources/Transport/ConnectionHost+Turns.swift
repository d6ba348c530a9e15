import Base
import EventLoop
import RPC

// The turns of connections.
//
// They are ended a few at a time: first the handlers of all their calls run, then all of them
// write. So a client works while others are served, is woken once for several answers, and the
// processor finds its instructions in its cache.
extension ConnectionHost: TurnEndHandler {
  func beginTurn(of connection: ServerConnection) {
    turns.append(.passRetained(connection))
    awaitTurnEnd()
  }

  /// As `beginTurn`, for one that has had its share: others that are read meanwhile go first.
  func continueTurn(of connection: ServerConnection) {
    continued.append(.passRetained(connection))
    awaitTurnEnd()
  }

  private func awaitTurnEnd() {
    guard !isAwaitingTurnEnd else { return }
    isAwaitingTurnEnd = true
    loop.callAtTurnEnd(self)
  }

  func handleTurnEnd() {
    isAwaitingTurnEnd = false
    turns += continued
    continued.removeAll(keepingCapacity: true)
    endTurns()
  }

  /// Ends turns between two events of the loop, where there are enough of them.
  func endTurnsOfMany() {
    if turns.count >= Limits.turnsEndedTogether { endTurns() }
  }

  private func endTurns() {
    swap(&turns, &ending)
    runCalls()
    tellEnds()
    for connection in ending { connection._withUnsafeGuaranteedRef { $0.endWriting() } }
    for connection in ending {
      connection._withUnsafeGuaranteedRef { $0.endTurn() }
      connection.release()
    }
    ending.removeAll(keepingCapacity: true)
  }

  /// Tells of the calls that ended without a wait, just before their answers leave.
  ///
  /// With one look at the clock for all of them: one for each took a twenty-fifth of a short call.
  private func tellEnds() {
    guard !ended.isEmpty else { return }
    let now = Instant.now()
    // Each is taken out, and serves again where nobody else holds it.
    ended.reverse()
    while let (call, error) = ended.popLast() {
      tellEnd(of: call, error, hasWaited: false, at: now)
      spareCalls.keep(call)
    }
  }

  /// A call that has not begun; where one is over, its memory serves again.
  func takeSpareCall(for connection: ServerConnection) -> InboundCall {
    guard let call = spareCalls.take() else { return InboundCall(on: connection) }
    call.move(to: connection)
    return call
  }

  func tellEnd(of call: InboundCall, _ error: RPCError?, hasWaited: Bool, at now: Instant) {
    let outcome = CallOutcome(
      error: error,
      hasWaited: hasWaited,
      startedAt: call.startedAt,
      endedAt: now,
      receivedByteCount: call.receivedByteCount,
      sentByteCount: call.sentByteCount
    )
    context.callEnded(call, outcome)
  }

  /// Runs the handlers of all calls that the connections have to begin.
  ///
  /// A task runs them one after the other until one waits: that call keeps the task, and the next
  /// gets another. One that is through with them rests until there are more. So a task is made for
  /// each call that waits, not for each call: making one takes a fifth of a short call's time.
  private func runCalls() {
    servedCount = 0
    next = nextCall()
    while next != nil {
      if let resting = exchange(&resting, with: nil) {
        loop.resume(resting)
      } else {
        task = Task.immediate(executorPreference: loop) { [self] in await serve() }
      }
      precondition(running != nil || next == nil, "a task takes its call before it gives way")
      guard let waiting = running, let kept = exchange(&task, with: nil) else { return }
      running = nil
      waiting.connection.keep(waiting, in: kept)
      next = nextCall()
    }
  }

  /// Ends the task that rests; calls that come later get another.
  func endTask() {
    task = nil
    if let resting = exchange(&resting, with: nil) { loop.resume(resting) }
  }

  /// The next call that needs a task; those that don't are answered here.
  private func nextCall() -> InboundCall? {
    while servedCount < ending.count {
      let call = ending[servedCount]._withUnsafeGuaranteedRef { $0.nextCall() }
      guard let call else {
        servedCount += 1
        begunCount = 0
        continue
      }
      if begunCount == Limits.callsOfFirstWrite { writeFirst() }
      begunCount += 1
      // What holds answers back waits, which needs a task.
      guard context.delayingInterceptors.isEmpty,
        let runAtOnce = context.methods[call.route].runAtOnce
      else { return call }
      do throws(RPCError) {
        guard try runAtOnce(call) else { return call }
        _ = call.finish(nil)
      } catch {
        _ = call.finish(error)
      }
    }
    return nil
  }

  /// Lets the client work on the first answers to a burst while the others are made.
  ///
  /// Once a turn: a client that is woken for every few answers costs more than it gains.
  private func writeFirst() {
    tellEnds()
    ending[servedCount]._withUnsafeGuaranteedRef { $0.write() }
  }

  /// Runs calls until one waits, or there are no more once it has rested.
  private func serve() async {
    while next != nil {
      if await serveCalls() { return }
      running = nil
      await withUnsafeContinuation { resting = $0 }
    }
  }

  /// Runs calls until there are no more.
  ///
  /// - Returns: true where one has waited.
  private func serveCalls() async -> Bool {
    let context = context
    while let call = exchange(&next, with: nil) {
      running = call
      var failure: RPCError?
      do throws(RPCError) { try await context.methods[call.route].run(call) } catch {
        failure = error
      }
      if !call.isAnswered, !context.delayingInterceptors.isEmpty {
        do throws(RPCError) { try await call.connection.prepareAnswer(of: call) } catch {
          failure = error
        }
      }
      // One that has waited leaves the others to the loop.
      if call.finish(failure) { return true }
      next = nextCall()
    }
    return false
  }
}
