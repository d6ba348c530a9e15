import Testing

@testable import NativeWire

@Suite struct HalfStreamTests {
  /// Every state, by what leads to it, with every input.
  @Test(
    arguments: [
      ([], [true, true, true]),
      ([.headers], [false, true, true]),
      ([.message], [false, true, true]),
      ([.headers, .message], [false, true, true]),
      ([.end], [false, false, false]),
      ([.headers, .end], [false, false, false]),
      ([.message, .end], [false, false, false]),
    ] as [([HalfStream.Input], [Bool])]
  )
  func everyInputIsTakenOrRefused(path: [HalfStream.Input], expected: [Bool]) {
    for (input, isTaken) in zip(HalfStream.Input.allCases, expected) {
      var half = HalfStream()
      for step in path { #expect(half.receive(step) == true) }
      let before = half
      #expect(half.receive(input) == isTaken)
      #expect(isTaken || half == before, "a refused input changes nothing")
      #expect(half.hasEnded == (path.last == .end || input == .end))
    }
  }

  @Test func headersMayComeOnlyFirst() {
    var half = HalfStream()
    #expect(half.mayHaveHeaders)
    half.receive(.message)
    #expect(!half.mayHaveHeaders)
    #expect(HalfStream.ended.hasEnded)
  }
}
