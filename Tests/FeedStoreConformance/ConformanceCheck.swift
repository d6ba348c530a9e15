import Testing

/// Something that must hold of every engine.
///
/// An engine's tests run all of them: `@Test(arguments: ConformanceCheck.all)`.
package struct ConformanceCheck: Sendable, CustomTestStringConvertible {
  /// What must hold.
  package let name: String
  /// Uses an empty store, and leaves open whether it is closed.
  package let run: @Sendable (StoreFixture) async throws -> Void

  package init(
    _ name: String,
    _ run: @escaping @Sendable (StoreFixture) async throws -> Void
  ) {
    self.name = name
    self.run = run
  }

  package var testDescription: String { name }

  package static let all =
    pages + comments + lists + likes + requests + people + time + sample + events + commits
    + photos + trial
}
