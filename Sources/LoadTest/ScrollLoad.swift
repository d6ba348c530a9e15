import Base
package import FeedMessages
package import RPC

/// Users who scroll through a feed at the same time: what will come into view is wished for, what
/// appears is asked for, and what has gone is given up.
package struct ScrollLoad: Sendable {
  package var course: ScrollCourse
  /// Goes with every call.
  package var options: CallOptions

  package init(_ course: ScrollCourse, options: CallOptions = CallOptions()) {
    self.course = course
    self.options = options
  }

  /// A user: the pictures in the order of the rows, and the way to the server.
  package struct User: Sendable {
    package var pictures: [ImageVariant]
    package var transport: any CallTransport

    package init(_ pictures: [ImageVariant], through transport: any CallTransport) {
      self.pictures = pictures
      self.transport = transport
    }
  }

  private enum Event: Sendable {
    case userEnded(Result<Void, RPCError>)
    case interrupted
  }

  /// Has all users scroll, from the same moment.
  ///
  /// - Parameters:
  ///   - users: Each with a picture for every row of the course.
  ///   - interruption: Returns when the load is to end at once; nil: nothing interrupts it. It is
  ///     cancelled when the load has ended by itself.
  ///   - progress: Is told of every row that is over, from several threads.
  /// - Returns: What they saw.
  /// - Throws: The status with which a user's wishes ended.
  package func run(
    _ users: [User],
    interruption: (@Sendable () async -> Void)? = nil,
    progress: @escaping @Sendable (LoadProgress) -> Void = { _ in }
  ) async throws(RPCError) -> ScrollReport {
    precondition(users.allSatisfy { $0.pictures.count == course.rowCount }, "a picture for a row")
    let (start, processorTime) = (Instant.now(), ProcessorTime.used())
    let report = Lock(ScrollReport())
    let failure = await withTaskGroup(of: Event.self) { group in
      for user in users {
        group.addTask { .userEnded(await scroll(user, from: start, report, progress)) }
      }
      if let interruption {
        group.addTask {
          await interruption()
          return .interrupted
        }
      }
      var (runningCount, failure) = (users.count, RPCError?.none)
      while runningCount > 0, let event = await group.next() {
        switch event {
        case .userEnded(.success): runningCount -= 1
        case .userEnded(.failure(let error)):
          runningCount -= 1
          failure = failure ?? error
          group.cancelAll()
        case .interrupted: group.cancelAll()
        }
      }
      group.cancelAll()
      return failure
    }
    if let failure { throw failure }
    var result = report.withLock { $0 }
    result.calls.elapsed = .now() - start
    result.calls.processorTime = ProcessorTime.used() - processorTime
    return result
  }

  private func scroll(
    _ user: User,
    from start: Instant,
    _ report: Lock<ScrollReport>,
    _ progress: @escaping @Sendable (LoadProgress) -> Void
  ) async -> Result<Void, RPCError> {
    let client = ImageServiceClient(user.transport)
    // The wishes last as long as the load.
    var options = options
    options.timeout = nil
    do throws(RPCError) {
      let (wishes, states) = try await client.prefetchImages(options: options)
      async let reading: Void = readAll(states) { state in report.withLock { $0.record(state) } }
      try await wishes.send(wish(user, atRow: -1))
      try await pass(user, client, wishes, from: start) { outcome, row, startedAt in
        let endedAt = Instant.now()
        let counts = report.withLock { report in
          report.record(
            outcome,
            appearedAt: start + course.appearance(ofRow: row),
            startedAt: startedAt,
            endedAt: endedAt,
            since: start
          )
          return (report.rowCount, report.calls.failedCount)
        }
        progress(
          LoadProgress(
            startedCount: counts.0,
            endedCount: counts.0,
            failedCount: counts.1,
            elapsed: endedAt - start
          )
        )
      }
      wishes.call.cancel()
      await reading
      return .success(())
    } catch { return Task.isCancelled ? .success(()) : .failure(error) }
  }

  /// Lets the rows appear, one after the other, and waits for the pictures of all.
  private func pass(
    _ user: User,
    _ client: ImageServiceClient,
    _ wishes: RequestWriter<PrefetchImagesRequest>,
    from start: Instant,
    told: @escaping @Sendable (RowOutcome, Int, Instant) -> Void
  ) async throws(RPCError) {
    let failure = await withTaskGroup(of: Void.self) { group in
      for (row, variant) in user.pictures.enumerated() {
        do { try await (start + course.appearance(ofRow: row)).wait() } catch { break }
        group.addTask {
          let startedAt = Instant.now()
          told(await show(variant, client), row, startedAt)
        }
        do throws(RPCError) { try await wishes.send(wish(user, atRow: row)) } catch {
          return RPCError?.some(error)
        }
      }
      return nil
    }
    if let failure { throw failure }
  }

  /// Fetches a picture; the time that its row is on screen is the deadline that gives it up.
  private func show(_ variant: ImageVariant, _ client: ImageServiceClient) async -> RowOutcome {
    var options = options
    options.timeout = course.timeOnScreen
    let request = StreamImageRequest(variant: variant, priority: .visible, delivery: .chunks)
    do throws(LoadFailure) {
      return .shown(try await ImageCall(client: client, options: options).receive(request))
    } catch {
      if Task.isCancelled { return .interrupted }
      switch error.code {
      case .deadlineExceeded: return .gone
      case .resourceExhausted: return .refused
      default: return .failed(error)
      }
    }
  }

  private func wish(_ user: User, atRow row: Int) -> PrefetchImagesRequest {
    PrefetchImagesRequest(
      wanted: course.wishes(atRow: row).map {
        PrefetchItem(tag: UInt64($0), variant: user.pictures[$0])
      }
    )
  }

  /// Takes what becomes of wishes, which unread would hold the server back.
  private func readAll(
    _ states: ResponseStream<PrefetchImagesResponse>,
    _ count: (PrefetchState) -> Void
  ) async {
    var states = states
    do { while let response = try await states.next() { count(response.state) } } catch {
      // It ends where the wishes do, which tell it if that is too early.
    }
  }
}
