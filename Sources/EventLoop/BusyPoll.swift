import Base

/// Decides whether a loop looks for the next event for a while before it sleeps.
///
/// To be woken takes a thread 20 to 25 µs where processors are virtual; a client that makes one
/// call after the other pays that with each. So a loop with one busy connection looks for about as
/// long first, which costs at most twice what the best guess would have. Where that was in vain it
/// sleeps at once for a while, twice as often each time: a loop that has little to do hardly ever
/// looks. With several busy connections it doesn't: what comes while it is being woken is served
/// together, which saves more than it costs.
struct BusyPoll: Sendable {
  /// How long one look lasts, in nanoseconds; 0: never.
  let nanoseconds: Int64
  /// Waits in a row that brought one event, but for those that brought none.
  private var loneEvents = 0
  /// Sleeps without a look after the next look that is in vain.
  private var nextRun = 1
  /// Sleeps that are left of the run without looks.
  private var unpolled = 0

  init(_ duration: Duration) { nanoseconds = duration.nanoseconds }

  /// True where the loop is to look before this sleep; `looked` tells what came of it.
  mutating func begins() -> Bool {
    guard nanoseconds > 0, loneEvents >= Limits.loneEventsBeforeLook else { return false }
    guard unpolled > 0 else { return true }
    unpolled -= 1
    return false
  }

  /// Learns from a look that has ended.
  mutating func looked(found: Bool) {
    if found {
      nextRun = 1
    } else {
      unpolled = nextRun
      nextRun = min(nextRun * 2, Limits.longestUnpolledRun)
    }
  }

  /// Learns from a wait; one that brought nothing, as for a timer, says nothing.
  mutating func waited(eventCount: Int) {
    if eventCount > 1 { loneEvents = 0 } else { loneEvents += eventCount }
  }
}
