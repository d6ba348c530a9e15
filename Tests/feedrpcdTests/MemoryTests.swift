import Testing

@testable import feedrpcd

@Suite struct MemoryTests {
  private let growth = TrimPolicy.growthByteCount

  /// Whether it is worth it at each of these sizes, one after the other.
  private func answers(_ policy: inout TrimPolicy, _ byteCounts: Int...) -> [Bool] {
    byteCounts.map { policy.isWorth(at: $0) }
  }

  @Test func growthIsTrimmedAndLessIsNot() {
    var policy = TrimPolicy(byteCount: 1000)
    // Not again while it is under way.
    let before = answers(&policy, 999 + growth, 1000 + growth, 1000 + 2 * growth)
    policy.trimmed(to: 2000)
    let after = answers(&policy, 1999 + growth, 2000 + growth)
    #expect(before == [false, true, false] && after == [false, true])
  }

  @Test func whatCannotBeTrimmedIsNotTriedForEver() {
    var policy = TrimPolicy(byteCount: 0)
    let before = answers(&policy, growth)
    policy.trimmed(to: growth)
    // It went by itself in the end, and came again.
    let after = answers(&policy, growth, 10, 10 + growth)
    #expect(before == [true] && after == [false, false, true])
  }

  @Test(arguments: [
    ("0::/user.slice/a.scope\n", "/user.slice/a.scope"), ("0::/\n", ""),
    ("4:memory:/a\n0::/b c\n", "/b c"), ("4:memory:/a\n", nil), ("", nil), ("0::", nil),
  ])
  func theControlGroupIsThatOfTheUnifiedHierarchy(text: String, group: String?) {
    #expect(MemoryPressure.controlGroup(text) == group)
  }

  @Test func whereThereIsNoPressureToBeReadNothingHappens() {
    #expect(MemoryPressure(["/proc/nothing", "/proc/self/none/memory.pressure"]) == nil)
    #expect(MemoryPressure.paths().last == "/proc/pressure/memory")
  }
}
