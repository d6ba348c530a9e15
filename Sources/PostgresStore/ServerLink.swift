import Base
import FeedStore

/// A connection that is made again when it is lost, for one thread.
final class ServerLink {
  private let settings: ConnectionSettings
  private let session: String
  private let fault: ConnectionFault?
  private var current: PostgresConnection?
  private var schedule = ReconnectSchedule()
  private var lastFailure: StoreError?

  /// Connects when a connection is asked for.
  init(_ settings: ConnectionSettings, session: String, fault: ConnectionFault? = nil) {
    self.settings = settings
    self.session = session
    self.fault = fault
  }

  /// When it makes sense to ask for a connection again.
  var nextTry: Instant { schedule.nextTry }

  /// The connection; where it was lost, a new one.
  ///
  /// - Throws: `unavailable`, at once where the server was not to be reached a moment ago.
  func connection() throws(StoreError) -> PostgresConnection {
    if let current, current.loss == nil { return current }
    current = nil
    let now = Instant.now()
    if now < schedule.nextTry, let lastFailure { throw lastFailure }
    do throws(StoreError) {
      let connection = try PostgresConnection(settings, session: session, fault: fault)
      schedule.succeeded()
      current = connection
      return connection
    } catch {
      schedule.failed(at: .now())
      lastFailure = error
      throw error
    }
  }

  /// Gives the connection up, as one in an unknown state.
  func drop() { current = nil }
}
