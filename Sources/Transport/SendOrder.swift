/// Whose turn it is to send on a connection whose output is full.
///
/// Calls come in the order in which they began to wait, and each keeps its turn until it has sent
/// `Limits.bytesPerSender`: pictures are whole one after the other, not all of them at the end, and
/// a long one does not keep the others. Of a thousand that wait only those are woken for whom there
/// is room.
struct SendOrder {
  /// Calls that have not sent all that their turn allows; they go first.
  private var begun = CallLine()
  private var others = CallLine()
  /// Calls whose only answer waits; one goes between two streams, so that a short one need not wait
  /// for the turns of a thousand.
  private var answers = CallLine()
  private var isAnswerNext = true

  /// True where nobody waits.
  var isEmpty: Bool { begun.isEmpty && others.isEmpty && answers.isEmpty }

  /// Lines a call up; one that is there stays where it is.
  mutating func append(_ call: InboundCall) {
    guard call.place == nil else { return }
    if call.holdsAnswer {
      call.place = .answer(answers.append(call))
    } else if call.sendAllowance > 0 {
      call.place = .begun(begun.append(call))
    } else {
      call.place = .other(others.append(call))
    }
  }

  /// Takes out who is next, with a new turn where the old one is used up.
  mutating func popFirst() -> InboundCall? {
    let isAnswersTurn = isAnswerNext || begun.isEmpty && others.isEmpty
    let answer = isAnswersTurn ? answers.popFirst() : nil
    isAnswerNext = answer == nil
    guard let call = answer ?? begun.popFirst() ?? others.popFirst() else { return nil }
    call.place = nil
    if call.sendAllowance <= 0 { call.sendAllowance = Limits.bytesPerSender }
    return call
  }

  /// Takes a call out, if it is there.
  mutating func remove(_ call: InboundCall) {
    switch exchange(&call.place, with: nil) {
    case .begun(let number): begun.remove(number)
    case .other(let number): others.remove(number)
    case .answer(let number): answers.remove(number)
    case nil: break
    }
  }
}

/// Where a call stands in a `SendOrder`.
enum SendPlace {
  case begun(UInt64)
  case other(UInt64)
  case answer(UInt64)
}

/// First in, first out; anybody may leave.
private struct CallLine {
  private var calls: [UInt64: InboundCall] = [:]
  /// Nobody has a number that is lower.
  private var first: UInt64 = 0
  private var end: UInt64 = 0

  var isEmpty: Bool { calls.isEmpty }

  /// Returns the call's number.
  mutating func append(_ call: InboundCall) -> UInt64 {
    defer { end += 1 }
    calls[end] = call
    return end
  }

  mutating func popFirst() -> InboundCall? {
    guard !calls.isEmpty else { return nil }
    while true {
      defer { first += 1 }
      // Those that left are passed over once each.
      if let call = calls.removeValue(forKey: first) { return call }
    }
  }

  mutating func remove(_ number: UInt64) { calls[number] = nil }
}
