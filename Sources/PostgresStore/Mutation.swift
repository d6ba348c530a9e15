import FeedStore

/// A mutation in the queue, with the caller who waits for it.
struct Mutation: QueuedMutation {
  /// Tells the caller the outcome.
  typealias Answer = @Sendable () -> Void

  /// How it is applied.
  enum Work: Sendable {
    /// With others: `send` sends its statements, and when those of all have been sent `receive`
    /// takes their results and gives what to do once they are committed.
    case together(
      send: @Sendable (FeedWriter) throws(StoreError) -> Void,
      receive: @Sendable (FeedWriter) throws(StoreError) -> Answer
    )
    /// In a transaction of its own.
    case alone(@Sendable (FeedWriter) throws(StoreError) -> Answer)
  }

  let work: Work
  /// On whose behalf; nil where nobody's row is made.
  let viewer: Viewer?
  let fail: @Sendable (StoreError) -> Void

  var isAlone: Bool {
    switch work {
    case .together: false
    case .alone: true
    }
  }
}

/// A call of a function that writes: what is sent, and what is made of what comes.
struct WriteCall<Answer: Sendable>: Sendable {
  /// On whose behalf; nil where nobody's row is made.
  var viewer: Viewer?
  let send: @Sendable (FeedWriter) throws(StoreError) -> Void
  /// Throws where the engine failed; what is refused is an answer.
  let receive: @Sendable (FeedWriter) throws(StoreError) -> Result<Answer, StoreError>
}

extension WriteQueue<Mutation> {
  /// Puts a mutation into the queue before the caller first suspends, and waits for its outcome.
  func submit<Answer: Sendable>(
    _ call: WriteCall<Answer>
  ) async throws(StoreError) -> Answer {
    try await submit { answer in
      Mutation(
        work: .together(
          send: call.send,
          receive: { (writer) throws(StoreError) in
            let result = try call.receive(writer)
            return { answer(result) }
          }
        ),
        viewer: call.viewer,
        fail: { answer(.failure($0)) }
      )
    }
  }

  /// As above, in a transaction of its own.
  func submitAlone<Answer: Sendable>(
    _ body: @escaping @Sendable (FeedWriter) throws(StoreError) -> Answer
  ) async throws(StoreError) -> Answer {
    try await submit { answer in
      Mutation(
        work: .alone { (writer) throws(StoreError) in
          let result = try body(writer)
          return { answer(.success(result)) }
        },
        viewer: nil,
        fail: { answer(.failure($0)) }
      )
    }
  }
}
