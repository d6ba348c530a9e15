import Base
import FeedMessages
package import RPC

/// A closed loop of calls for pictures: each that ends makes room for the next.
package struct ImageLoad: Sendable {
  package var workload: ImageWorkload
  package var extent: LoadExtent
  /// Goes with every call.
  package var options: CallOptions

  package init(_ workload: ImageWorkload, extent: LoadExtent, options: CallOptions) {
    self.workload = workload
    self.extent = extent
    self.options = options
  }

  /// What came of a load, and how long it took until its last call had ended.
  package struct Result: Sendable {
    package var report: ImageLoadReport
    package var elapsed: Duration

    package init(report: ImageLoadReport, elapsed: Duration) {
      self.report = report
      self.elapsed = elapsed
    }
  }

  /// What a task of the load has to say.
  private enum Event: Sendable {
    case loopEnded(ImageLoadReport)
    case interrupted
  }

  /// Makes the calls, spread evenly over the transports.
  ///
  /// - Parameters:
  ///   - transports: One at least.
  ///   - interruption: Returns when the load is to end at once: running calls are given up. It is
  ///     cancelled when the load has ended by itself.
  ///   - progress: Is told of every call that ends, from several threads.
  /// - Returns: What came of all calls that were started.
  package func run(
    through transports: [any CallTransport],
    interruption: @escaping @Sendable () async -> Void,
    progress: @escaping @Sendable (LoadProgress) -> Void = { _ in }
  ) async -> Result {
    precondition(!transports.isEmpty, "a load has a way to its server")
    let startedAt = Instant.now()
    let plan = Lock(LoadPlan(LoadShape(extent), startedAt: startedAt))
    return await withTaskGroup(of: Event.self) { group in
      for index in 0..<workload.concurrency {
        let client = ImageServiceClient(transports[index % transports.count])
        group.addTask { .loopEnded(await runLoop(client, plan, progress)) }
      }
      group.addTask {
        await interruption()
        return .interrupted
      }
      var result = Result(report: ImageLoadReport(), elapsed: .zero)
      var runningCount = workload.concurrency
      while runningCount > 0, let event = await group.next() {
        switch event {
        case .loopEnded(let report):
          result.report.merge(report)
          runningCount -= 1
        case .interrupted:
          plan.withLock { $0.stop() }
          group.cancelAll()
        }
      }
      result.elapsed = .now() - startedAt
      group.cancelAll()
      return result
    }
  }

  /// Makes one call after the other until the plan has no more.
  private func runLoop(
    _ client: ImageServiceClient,
    _ plan: Lock<LoadPlan>,
    _ progress: @Sendable (LoadProgress) -> Void
  ) async -> ImageLoadReport {
    var report = ImageLoadReport()
    while case .start(let start) = plan.withLock({ $0.next(at: .now()) }) {
      let outcome = await call(client, workload.request(ofCall: start.number))
      report.record(outcome)
      let isFailure = if case .failed = outcome { true } else { false }
      progress(plan.withLock { $0.endCall(isFailure: isFailure, at: .now()) })
    }
    return report
  }

  /// Makes one call and takes its picture.
  private func call(
    _ client: ImageServiceClient,
    _ request: StreamImageRequest
  ) async -> ImageCallOutcome {
    let startedAt = Instant.now()
    do throws(LoadFailure) {
      let image = try await ImageCall(client: client, options: options).receive(request)
      let endedAt = Instant.now()
      return .received(
        image,
        firstBytes: image.firstBytesAt - startedAt,
        whole: endedAt - startedAt
      )
    } catch {
      // An interrupted call may fail in any way; it is the interruption that counts.
      return Task.isCancelled ? .givenUp : .failed(error)
    }
  }
}
