import FeedClient
import Foundation
import Testing

/// The log as objects, of a daemon whose surroundings have hostile names.
@Suite(.timeLimit(.minutes(10)))
struct LogFormatTests {
  /// A line with its time, which must be one of RFC 3339, left out.
  private func timeless(_ line: String) throws -> String {
    let pattern = /"time":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ",/
    let range = try #require(line.firstRange(of: pattern), "\(line)")
    return line.replacingCharacters(in: range, with: "")
  }

  @Test(arguments: ["error", "debug"])
  func everyLineIsAnObject(level: String) async throws {
    let folder = try TemporaryFolder()
    try Data().write(to: URL(filePath: folder.file("file")))
    let socket = folder.file("a \"socket\"")
    let process = try DaemonProcess.launch(
      by: #"exec "$@" --cache-dir "$FOLDER/file/$(printf 'a\n\001\033[2J "b\\')""#,
      [
        "--data-dir", folder.file("data"), "--render-threads", "1", "--socket", socket,
        "--log-format", "json", "--log-level", level,
      ],
      in: folder
    )
    let escaped = socket.replacing("\"", with: "\\\"")
    let ready = try #require(try await process.line { $0.contains("\"message\":\"ready\"") })
    #expect(
      try timeless(ready) == #"{"level":"info","message":"ready","socket":"\#(escaped)"}"#
    )
    let client = try FeedClient(FeedClientConfiguration(socket: socket, patience: .zero))
    _ = try await client.admin.getStats(GetStatsRequest())
    process.signal(SIGTERM)
    #expect(try await process.ended() == .exit(0))
    let lines = try await process.allErrors().split(separator: "\n").map(String.init)
    for line in lines {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String]
      #expect(object?["time"] != nil && object?["level"] != nil && object?["message"] != nil)
    }
    let messages = try lines.map { try timeless($0) }
    let off = messages.first { $0.contains("disk_cache_off") }
    guard level == "debug" else {
      #expect(messages == [try timeless(ready)])
      return
    }
    #expect(
      off == #"{"level":"warning","message":"disk_cache_off","directory":"\#(folder.file("file"))"#
        + #"/a\n\u0001\u001b[2J \"b\\","reason":"mkdir "#
        + #"\#(folder.file("file"))/a\n\u0001\u001b[2J \"b\\: Not a directory"}"#
    )
    #expect(messages.contains { $0.hasPrefix(#"{"level":"debug","message":"call","method":""#) })
    #expect(messages.last == #"{"level":"info","message":"drained"}"#)
  }

  @Test func whyADaemonDoesNotStartIsOneObject() async throws {
    let folder = try TemporaryFolder()
    try Data().write(to: URL(filePath: folder.file("data")))
    let process = try DaemonProcess.launch(
      DaemonProcess.standardOptions(in: folder) + ["--log-format", "json"],
      in: folder
    )
    #expect(try await process.ended() == .exit(1))
    let text = try timeless(try await process.allErrors())
    #expect(
      text.hasPrefix(
        #"{"level":"error","message":"not_started","reason":"the directory "#
          + "\(folder.file("data")) can't be used ("
      )
    )
    #expect(!text.contains("\n"))
  }

  /// Behind its filter a worker can open nothing; its line has a time all the same.
  @Test(
    arguments: [
      ("json", #"{"level":"error","message":"codec_failed","operation":"request"}"#),
      ("text", "level=error event=codec_failed operation=request"),
    ]
  )
  func aWorkerTellsWhyItEndsAsTheDaemonDoes(format: String, line: String) async throws {
    let process = try ChildProcess(
      "/usr/bin/python3",
      [
        "-c",
        """
        import fcntl, os, socket, subprocess, sys
        pair = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        # Away from 3, which is the worker's.
        ours, theirs = (fcntl.fcntl(end.fileno(), fcntl.F_DUPFD_CLOEXEC, 10) for end in pair)
        ours = socket.socket(fileno=ours)
        os.dup2(theirs, 3)
        worker = subprocess.Popen(sys.argv[1:], pass_fds=[3])
        assert ours.recv(4096)
        ours.send(b"not a request")
        sys.exit(worker.wait())
        """, try builtProgram("feedrpc-codec"), "--log-format", format,
      ]
    )
    #expect(try await process.ended() == .exit(1))
    let text = try await process.allErrors()
    let told = format == "json" ? try timeless(text) : String(text.drop { $0 != " " }.dropFirst())
    #expect(told == line)
  }

  @Test func settingsArePrintedByTheRealProgram() async throws {
    let folder = try TemporaryFolder()
    let process = try DaemonProcess.launch(
      by: #"FEEDRPCD_IO_THREADS=7 exec "$@" --print-config"#,
      DaemonProcess.standardOptions(in: folder),
      in: folder
    )
    #expect(try await process.ended() == .exit(0))
    let rows = try await process.allOutput().map { $0.split(separator: " ").map(String.init) }
    #expect(rows.contains(["io-threads", "7", "environment", "variable", "FEEDRPCD_IO_THREADS"]))
    #expect(rows.contains(["data-dir", folder.file("data"), "flag", "--data-dir"]))
    #expect(try await process.allErrors().isEmpty)
    #expect(!FileManager.default.fileExists(atPath: folder.file("data")))
  }
}
