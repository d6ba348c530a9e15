/// What a pool of workers may use, and how long it waits.
package struct CodecLimits: Sendable {
  /// Jobs that wait for a worker; further ones are `.unavailable` at once.
  package var waitingCount = 4_096
  /// Bytes of the memory that a worker shares; a picture that needs more is refused.
  package var memoryByteCount = 1 << 30
  /// Shared memory up to this size is kept for the next picture; larger is given back.
  package var keptMemoryByteCount = 32 << 20

  /// Bytes of memory for a photo's working copies: where they can't be compressed, the largest
  /// takes 16 MiB, and all of them 29.
  package var preparedByteCount = 32 << 20

  /// From the start of a worker's process until it has said that it is ready.
  package var startTime = Duration.seconds(30)
  /// From a request until its reply; then the worker is killed.
  package var workTime = Duration.seconds(30)
  /// From the cancellation of running work until its worker is killed, since what is nearly
  /// done costs less than a new worker (60 to 90 ms).
  package var cancelGrace = Duration.milliseconds(100)
  /// From SIGKILL until the process has to be gone.
  package var endTime = Duration.seconds(5)

  /// Pictures after which a worker is replaced, since heaps fragment.
  package var picturesPerWorker = 1_000
  /// Private memory beyond which a worker is replaced.
  package var workerByteCount = 256 << 20
  /// Pictures between two looks at a worker's memory.
  package var picturesPerLook = 16
  /// Address space of a worker; nil for no limit, as sanitizers need it.
  #if SANITIZER  // Set by scripts/sanitize.
  package var addressSpaceByteCount: Int?
  #else
  package var addressSpaceByteCount: Int? = 4 << 30
  #endif

  /// How soon and how often workers that died are replaced.
  package var respawn = RespawnPolicy.Limits()

  package init() {}
}
