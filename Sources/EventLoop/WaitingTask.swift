/// A task that waits until it is resumed, from whatever thread; to be resumed once.
///
/// Where ThreadSanitizer looks it is a checked continuation: of others it reports races inside
/// Swift's own hand-over. A check costs two allocations.
#if SANITIZER
@usableFromInline package typealias WaitingTask = CheckedContinuation<Void, Never>
#else
@usableFromInline package typealias WaitingTask = UnsafeContinuation<Void, Never>
#endif

extension WaitingTask {
  /// Has the calling task wait; `body` sees to it that it is resumed.
  @inlinable
  package static func wait(
    isolation: isolated (any Actor)? = #isolation,
    _ body: (WaitingTask) -> Void
  ) async {
    #if SANITIZER
    await withCheckedContinuation(isolation: isolation, body)
    #else
    await withUnsafeContinuation(isolation: isolation, body)
    #endif
  }
}
