package import FeedModel
import Glibc

extension Timestamp {
  /// Reads the clock of the calendar (CLOCK_REALTIME).
  @Sendable
  package static func now() -> Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000)
  }
}
