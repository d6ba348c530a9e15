import Base
import Testing

@testable import Rendering

@Suite struct AnswerSlotTests {
  private let failure = AnswerSlot.Answer.failure(.timedOut)

  private func error(_ answer: AnswerSlot.Answer) -> RenderError? {
    switch answer {
    case .success: nil
    case .failure(let error): error
    }
  }

  @Test func theFirstToAnswerWins() async {
    let slot = AnswerSlot()
    let answer = await withCheckedContinuation { continuation in
      #expect(slot.register(continuation))
      slot.answer(failure)
      slot.cancel()
      slot.answer(.failure(.shutDown))
    }
    #expect(error(answer) == .timedOut)
  }

  @Test func aCancellationBeforeTheAnswerWins() async {
    let slot = AnswerSlot()
    let answer = await withCheckedContinuation { continuation in
      #expect(slot.register(continuation))
      slot.cancel()
      slot.answer(failure)
      slot.cancel()
    }
    #expect(error(answer) == .cancelled)
  }

  @Test func aCancellationBeforeTheWaitingEndsItAtOnce() async {
    let slot = AnswerSlot()
    slot.cancel()
    slot.cancel()
    let answer = await withCheckedContinuation { continuation in
      #expect(!slot.register(continuation))
      slot.cancel()
    }
    #expect(error(answer) == .cancelled)
  }
}
