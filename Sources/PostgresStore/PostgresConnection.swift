import Base
import CPostgres
import FeedStore
import Glibc

/// A connection to a server, used by one thread at a time.
///
/// Statements are sent one after the other without waiting and their results come in the same
/// order (postgresql.org/docs/15/libpq-pipeline-mode.html): `send` any number, `sync`, then take
/// each result. What a statement throws, those behind it up to the next `sync` throw too.
///
/// The one file that calls libpq on a connection.
final class PostgresConnection {
  /// What is to come from the server, in this order.
  private enum Coming {
    /// The statement is prepared.
    case preparation(PostgresStatement)
    /// What was sent.
    case result(PostgresStatement)
    case sync
  }

  private let handle: OpaquePointer
  /// Loses the connection, in tests.
  private let fault: ConnectionFault?
  /// How long the server may be silent while something is to come from it; below 0: for good.
  private let answerMilliseconds: Int32
  private var coming: [Coming] = []
  private var takenCount = 0
  private var preparedNames: Set<String> = []
  /// Why nothing more comes of this connection, once it is lost.
  private(set) var loss: StoreError?

  /// Connects and sets up the session; blocks for as long as `ConnectionSettings` let it.
  ///
  /// - Throws: `unavailable` where there is no server, or it lets nobody in.
  init(
    _ settings: ConnectionSettings,
    session: String,
    answerMilliseconds: Int32 = PostgresLimits.answerMilliseconds,
    fault: ConnectionFault? = nil
  ) throws(StoreError) {
    self.fault = fault
    self.answerMilliseconds = answerMilliseconds
    let opened = settings.withParameters { cPQconnectdbParams($0, $1, 0) }
    guard let opened else {
      throw .unavailable(EngineFailure(code: 0, message: "no memory", statement: ""))
    }
    guard cPQstatus(opened) == CONNECTION_OK else {
      let words = Self.firstLine(cPQerrorMessage(opened))
      cPQfinish(opened)
      throw .unavailable(EngineFailure(code: 0, message: words, statement: "connect"))
    }
    handle = opened
    cPQsetNoticeProcessor(handle, { _, _ in }, nil)
    try execute(session)
    cPQsetnonblocking(handle, 1)
  }

  deinit { cPQfinish(handle) }

  /// The process that serves this connection.
  var serverProcessID: Int32 { cPQbackendPID(handle) }
  var descriptor: Int32 { cPQsocket(handle) }
  /// Whether a transaction has begun, as far as the server has said.
  var isInTransaction: Bool { cPQtransactionStatus(handle) != PQTRANS_IDLE }

  /// Runs statements that take no values and whose rows do not matter, and waits for their end.
  ///
  /// - Precondition: Nothing is to come.
  func execute(_ sql: String) throws(StoreError) {
    if let loss { throw loss }
    leavePipeline()
    guard let result = cPQexec(handle, sql) else { throw lose(in: sql) }
    defer { cPQclear(result) }
    switch cPQresultStatus(result) {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: return
    default: throw error(of: result, in: sql)
    }
  }

  // MARK: - Statements

  /// Sends a statement, which runs when the server comes to it.
  func send(_ statement: PostgresStatement, _ values: [PostgresValue]) throws(StoreError) {
    if let loss { throw loss }
    if cPQpipelineStatus(handle) == PQ_PIPELINE_OFF { cPQenterPipelineMode(handle) }
    let isNamed = !statement.name.isEmpty
    if isNamed, !preparedNames.contains(statement.name) {
      let isSent = cPQsendPrepare(handle, statement.name, statement.sql, 0, nil)
      guard isSent == 1 else { throw lose(in: statement.sql) }
      coming.append(.preparation(statement))
      // Until the server says otherwise.
      preparedNames.insert(statement.name)
    }
    let isSent = PostgresValues(values).withPointers { count, pointers, byteCounts, formats in
      isNamed
        ? cPQsendQueryPrepared(handle, statement.name, count, pointers, byteCounts, formats, 1)
        : cPQsendQueryParams(handle, statement.sql, count, nil, pointers, byteCounts, formats, 1)
    }
    guard isSent == 1 else { throw lose(in: statement.sql) }
    coming.append(.result(statement))
  }

  /// Ends what was sent: the server answers it now, and what comes next begins anew.
  func sync() throws(StoreError) {
    if let loss { throw loss }
    guard cPQpipelineSync(handle) == 1 else { throw lose(in: "") }
    coming.append(.sync)
    let moment = fault?.momentOfNextSync()
    if moment != .before { try flush() }
    if moment != nil {
      shutdown(descriptor, Int32(SHUT_RDWR))
      throw lose(in: "")
    }
  }

  /// Takes the result of the next statement that was sent.
  @discardableResult
  func next() throws(StoreError) -> PostgresRows {
    while takenCount < coming.count {
      let expected = coming[takenCount]
      takenCount += 1
      switch expected {
      case .preparation(let statement):
        do throws(StoreError) { _ = try rows(of: statement) } catch {
          preparedNames.remove(statement.name)
          // The statement itself is skipped by the server.
          takenCount += 1
          _ = try? rows(of: statement)
          throw error
        }
      case .result(let statement): return try rows(of: statement)
      case .sync: try takeSync()
      }
    }
    preconditionFailure("a result is taken of each statement that was sent")
  }

  /// Takes what is left to come, whatever it is.
  func drain() throws(StoreError) {
    while takenCount < coming.count {
      let expected = coming[takenCount]
      takenCount += 1
      switch expected {
      case .preparation(let statement):
        if (try? rows(of: statement)) == nil { preparedNames.remove(statement.name) }
      case .result(let statement): _ = try? rows(of: statement)
      case .sync: try takeSync()
      }
      if let loss { throw loss }
    }
    coming.removeAll(keepingCapacity: true)
    takenCount = 0
  }

  /// Sends one statement, waits, and gives its rows.
  func rows(
    _ statement: PostgresStatement,
    _ values: PostgresValue...
  ) throws(StoreError) -> PostgresRows {
    try send(statement, values)
    try sync()
    do throws(StoreError) {
      let rows = try next()
      try drain()
      return rows
    } catch {
      try drain()
      throw error
    }
  }

  // MARK: - The wire

  private func rows(of statement: PostgresStatement) throws(StoreError) -> PostgresRows {
    guard let result = try nextResult(), cPQresultStatus(result) != PGRES_PIPELINE_SYNC else {
      throw lose(in: statement.sql)
    }
    // Behind each result of a statement comes a NULL.
    let end = try nextResult()
    cPQclear(end)
    switch cPQresultStatus(result) {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK: return PostgresRows(result)
    default:
      defer { cPQclear(result) }
      throw error(of: result, in: statement.sql)
    }
  }

  private func takeSync() throws(StoreError) {
    let result = try nextResult()
    defer { cPQclear(result) }
    guard cPQresultStatus(result) == PGRES_PIPELINE_SYNC else { throw lose(in: "") }
  }

  private func flush() throws(StoreError) {
    while true {
      switch cPQflush(handle) {
      case 0: return
      case 1:
        try wait(for: POLLIN | POLLOUT)
        // What comes meanwhile may be what the server waits to get rid of.
        if cPQconsumeInput(handle) != 1 { throw lose(in: "") }
      default: throw lose(in: "")
      }
    }
  }

  private func nextResult() throws(StoreError) -> OpaquePointer? {
    if let loss { throw loss }
    while cPQisBusy(handle) != 0 {
      try wait(for: POLLIN)
      if cPQconsumeInput(handle) != 1 { throw lose(in: "") }
    }
    return cPQgetResult(handle)
  }

  private func wait(for events: Int32) throws(StoreError) {
    var socket = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    var count = poll(&socket, 1, answerMilliseconds)
    while count < 0 && errno == EINTR { count = poll(&socket, 1, answerMilliseconds) }
    if count > 0 { return }
    let failure = EngineFailure(code: 0, message: "the server is silent", statement: "")
    loss = .unavailable(failure)
    throw .unavailable(failure)
  }

  private func leavePipeline() {
    precondition(coming.count == takenCount, "all that was sent has been taken")
    if cPQpipelineStatus(handle) != PQ_PIPELINE_OFF { cPQexitPipelineMode(handle) }
  }

  // MARK: - Errors

  /// The connection is of no use any more.
  private func lose(in statement: String) -> StoreError {
    if let loss { return loss }
    let words = Self.firstLine(cPQerrorMessage(handle))
    let failure = EngineFailure(
      code: 0,
      message: words.isEmpty ? "the connection was lost" : words,
      statement: statement
    )
    loss = .unavailable(failure)
    return .unavailable(failure)
  }

  private func error(of result: OpaquePointer, in statement: String) -> StoreError {
    let code = cPQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) }
    let words = cPQresultErrorField(result, Int32(UInt8(ascii: "M"))).map { String(cString: $0) }
    let state = SQLState(code ?? "")
    let error = state.error(words ?? "", in: statement)
    if cPQstatus(handle) != CONNECTION_OK || state.endsConnection {
      if loss == nil {
        loss = .unavailable(state.failure(words ?? "", in: statement))
      }
      return loss ?? error
    }
    return error
  }

  private static func firstLine(_ text: UnsafePointer<CChar>?) -> String {
    guard let text else { return "" }
    return String(cString: text).split(separator: "\n").first.map { String($0) } ?? ""
  }
}

extension PostgresConnection {
  /// Copies rows into a table (postgresql.org/docs/15/sql-copy.html, text format).
  ///
  /// The table comes with its columns, the text has a line for each row.
  ///
  /// - Precondition: Nothing is to come.
  func copy(into table: String, _ text: [UInt8]) throws(StoreError) {
    if let loss { throw loss }
    leavePipeline()
    cPQsetnonblocking(handle, 0)
    defer { cPQsetnonblocking(handle, 1) }
    let statement = "COPY \(table) FROM STDIN"
    guard let begun = cPQexec(handle, statement) else { throw lose(in: statement) }
    defer { cPQclear(begun) }
    guard cPQresultStatus(begun) == PGRES_COPY_IN else { throw error(of: begun, in: statement) }
    let isSent = text.withUnsafeBytes { bytes in
      cPQputCopyData(
        handle,
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
        Int32(bytes.count)
      )
    }
    guard isSent == 1, cPQputCopyEnd(handle, nil) == 1 else { throw lose(in: statement) }
    var failure: StoreError?
    while let result = cPQgetResult(handle) {
      if cPQresultStatus(result) != PGRES_COMMAND_OK { failure = error(of: result, in: statement) }
      cPQclear(result)
    }
    if let failure { throw failure }
  }

  /// Takes what the server has sent by itself.
  ///
  /// - Returns: The texts of the notifications.
  /// - Throws: Where the connection is lost.
  func notifications() throws(StoreError) -> [String] {
    guard cPQconsumeInput(handle) == 1 else { throw lose(in: "") }
    var texts: [String] = []
    while let notification = cPQnotifies(handle) {
      texts.append(String(cString: notification.pointee.extra))
      cPQfreemem(notification)
    }
    return texts
  }
}
