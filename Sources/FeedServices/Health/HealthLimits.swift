/// What watching the server's health may take.
package struct HealthLimits: Sendable {
  /// Watches open at once; one more is refused with RESOURCE_EXHAUSTED.
  package var watches = 16_384
  /// Those of one uid other than the owner's and root's.
  package var watchesPerUser = 4_096
  /// From one look at what nobody tells of to the next, while somebody watches.
  package var lookInterval = Duration.seconds(1)
  /// From one trial of a store that failed to the next.
  package var storeTrialInterval = Duration.seconds(5)

  package init() {}
}
