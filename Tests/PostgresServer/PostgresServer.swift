import Base
import Foundation
import Waiting

/// A PostgreSQL server of the tests' own: Debian's, in a fresh folder, reached by a socket in it.
///
/// It ends with the process that started it, however that ends: a shell beside it waits for the
/// other end of a pipe to be closed, stops the server and removes the folder. As root the server
/// runs as `postgres`, since it refuses to be root.
package final class PostgresServer: @unchecked Sendable {  // `keeper` is guarded by `lock`.
  /// The one that tests share, whose disk may lose what a power cut takes.
  package static func shared() async throws -> PostgresServer { try await sharedServer.value }
  private static let sharedServer = Task { try await PostgresServer(isDurable: false) }

  private let folder: String
  private let isDurable: Bool
  private let lock = Lock(())
  private var keeper: (program: ChildProgram, pipe: Pipe)?

  /// Makes a server and starts it.
  ///
  /// - Parameter isDurable: Whether it waits for the disk.
  /// - Throws: Where there is no server to be had.
  package init(isDurable: Bool) async throws {
    self.isDurable = isDurable
    folder = try Self.makeFolder()
    try Self.run(
      Self.asServer + [
        "\(Self.programs)/initdb", "--pgdata=\(folder)/data", "--username=postgres",
        "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync", "--no-instructions",
      ]
    )
    try await start()
  }

  deinit {
    if let keeper {
      // The shell stops the server, and removes the folder.
      try? keeper.pipe.fileHandleForWriting.close()
    } else {
      try? FileManager.default.removeItem(atPath: folder)
    }
  }

  // MARK: - The server

  /// How a server is stopped.
  package enum Way {
    /// It ends sessions and writes down what is in memory.
    case fast
    /// As a crash: the next start recovers.
    case immediate
  }

  /// Starts the server where it is stopped, and waits until it lets clients in.
  package func start() async throws {
    try lock.withLock { _ in
      guard keeper == nil else { return }
      let pipe = Pipe()
      // What is said to it is nothing, until the end.
      let script = """
        "$@" >>"$0/log" 2>&1 & server=$!
        cat >/dev/null
        kill -INT $server 2>/dev/null
        wait $server
        [ ! -e "$0/keep" ] && rm -rf "$0"
        """
      let shell = ChildProgram()
      shell.executableURL = URL(filePath: "/bin/sh")
      shell.arguments = ["-c", script, folder] + Self.asServer + command
      shell.standardInput = pipe
      try shell.run()
      keeper = (shell, pipe)
    }
    try await waitUntil { serverState?.last?.hasPrefix("ready") == true }
  }

  private var command: [String] {
    let settings = [
      "listen_addresses=", "unix_socket_directories=\(folder)", "max_connections=150",
      "shared_buffers=64MB", "max_wal_size=4GB", "logging_collector=off",
      "fsync=\(isDurable ? "on" : "off")", "full_page_writes=\(isDurable ? "on" : "off")",
    ]
    return ["\(Self.programs)/postgres", "-D", "\(folder)/data"]
      + settings.flatMap { ["-c", $0] }
  }

  /// Stops the server and waits until it has ended; it can be started again.
  package func stop(_ way: Way) async throws {
    guard let keeper = lock.withLock({ _ in keeper }) else { return }
    try Data().write(to: URL(filePath: "\(folder)/keep"))
    if let text = serverState?.first, let processID = Int32(text) {
      kill(processID, way == .fast ? SIGINT : SIGQUIT)
    }
    try await waitUntil { serverState == nil }
    try keeper.pipe.fileHandleForWriting.close()
    keeper.program.waitUntilExit()
    try FileManager.default.removeItem(atPath: "\(folder)/keep")
    lock.withLock { _ in self.keeper = nil }
  }

  /// Keeps what the server has now, as a standby that hears of nothing more; it is stopped.
  package func keepState() throws {
    try Self.run(["cp", "--archive", "\(folder)/data", "\(folder)/kept"])
  }

  /// Puts back what was kept, as where that standby takes its place; it is stopped.
  package func restoreState() throws {
    try FileManager.default.removeItem(atPath: "\(folder)/data")
    try FileManager.default.moveItem(atPath: "\(folder)/kept", toPath: "\(folder)/data")
  }

  /// The lines of the file that the server has while it runs.
  private var serverState: [String]? {
    guard let data = FileManager.default.contents(atPath: "\(folder)/data/postmaster.pid") else {
      return nil
    }
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map { String($0) }
  }

  // MARK: - Databases

  /// Where a database is, for its owner or for another role.
  package func url(_ database: String, role: String = "postgres") -> String {
    let host = folder.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? folder
    // A machine that is busy with other tests may take its time.
    return "postgresql://\(role)@\(host)/\(database)?connect_timeout=300"
  }

  /// Runs statements as the server's owner.
  ///
  /// - Returns: What is printed, a line for each row.
  @discardableResult
  package func run(_ sql: String, in database: String = "postgres") throws -> String {
    try Self.run(
      [
        "\(Self.programs)/psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d",
        url(database), "-c", sql,
      ]
    )
  }

  // MARK: - Help

  private static let asServer =
    geteuid() == 0
    ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "--"] : []

  private static func makeFolder() throws -> String {
    var template = Array("/tmp/feedrpc-postgres-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure(words: "mkdtemp: errno \(errno)") }
    let folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    if geteuid() == 0 {
      guard let account = getpwnam("postgres")?.pointee,
        chown(folder, account.pw_uid, account.pw_gid) == 0
      else { throw Failure(words: "there is no account postgres; run scripts/setup --tests") }
    }
    return folder
  }

  /// Where the newest of the installed servers is.
  private static let programs: String = {
    let root = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    // Where there is none, what is started says so.
    return "\(root)/\(versions.compactMap { Int($0) }.max() ?? 15)/bin"
  }()

  @discardableResult
  private static func run(_ words: [String]) throws -> String {
    let program = ChildProgram()
    let output = Pipe()
    program.executableURL = URL(filePath: "/usr/bin/env")
    program.arguments = words
    program.standardOutput = output
    program.standardError = output
    try program.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    program.waitUntilExit()
    let text = String(decoding: data, as: UTF8.self)
    guard !program.wasSignalled, program.terminationStatus == 0 else {
      throw Failure(words: "\(words): \(text)")
    }
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  package struct Failure: Error {
    package let words: String
  }
}
