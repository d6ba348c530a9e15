import Base
import FeedStore
import Testing
import Waiting

@testable import FeedServices

/// A store that hangs, and who asks it for its numbers.
@Suite(.timeLimit(.minutes(10))) struct StoreNumbersTests {
  /// How many have asked, and whether the store answers.
  private struct State {
    var askedCount = 0
    var answers = true
  }

  private let state = Watched(State())

  /// Numbers of a store that answers while `state` says so, for who waits until `isOver`.
  private func numbers(isOver: Watched<Bool> = Watched(false)) -> StoreNumbers {
    StoreNumbers { [state] in
      state.change { $0.askedCount += 1 }
      do { try await state.until { $0.answers ? true : nil } } catch {
        return .failure(.closed)
      }
      var statistics = StoreStatistics()
      statistics.posts = 7
      return .success(statistics)
    } pause: { duration in
      #expect(duration == StoreNumbers.patience)
      try await isOver.until { $0 ? true : nil }
    }
  }

  private static func posts(_ outcome: StoreNumbers.Outcome?) -> Int? { try? outcome?.get().posts }

  @Test func whatTheStoreAnswersIsTold() async throws {
    let numbers = numbers()
    for _ in 0..<3 { #expect(Self.posts(await numbers.outcome()) == 7) }
    #expect(state.value.askedCount == 3 && numbers.readCount == 0)
  }

  @Test func aStoreThatHangsIsAskedNoMoreUntilItHasAnswered() async throws {
    let isOver = Watched(false)
    let numbers = numbers(isOver: isOver)
    state.change { $0.answers = false }
    async let first = numbers.outcome()
    try await state.until { $0.askedCount == 1 ? true : nil }
    isOver.change { $0 = true }
    #expect(await first == nil)
    // At once, and without another question.
    isOver.change { $0 = false }
    #expect(await numbers.outcome() == nil && numbers.readCount == 1)
    #expect(state.value.askedCount == 1)
    state.change { $0.answers = true }
    try await waitUntil { numbers.readCount == 0 }
    #expect(Self.posts(await numbers.outcome()) == 7)
  }

  /// Who leaves says nothing of the store.
  @Test func whoLeavesDoesNotMakeItLate() async throws {
    let numbers = numbers()
    state.change { $0.answers = false }
    let first = Task { await numbers.outcome() }
    try await state.until { $0.askedCount == 1 ? true : nil }
    first.cancel()
    #expect(await first.value == nil)
    state.change { $0.answers = true }
    #expect(Self.posts(await numbers.outcome()) == 7)
    #expect(state.value.askedCount == 2)
  }

  @Test func whatFailsIsTold() async {
    let numbers = StoreNumbers { .failure(.full) }
    guard case .failure(.full)? = await numbers.outcome() else {
      Issue.record("the store answered that it is full")
      return
    }
  }
}
