import Base
import CLinux
import CodecPool
import Files
import Foundation
import Rendering
import Testing
import Waiting

/// The worker's program without a pool.
@Suite(.timeLimit(.minutes(10))) struct WorkerProgramTests {
  /// A running worker that is ready.
  private struct Running {
    let process: pid_t
    let socket: CInt

    init(_ options: [String] = []) throws {
      var sockets: [CInt] = [-1, -1]
      try #require(linux_message_socket_pair(&sockets) == 0)
      let path = try builtProgram("feedrpc-codec")
      var arguments = ([path] + options).map { strdup($0) } + [nil]
      var environment: [UnsafeMutablePointer<CChar>?] = [nil]
      process = linux_spawn_worker(path, &arguments, &environment, sockets[1])
      for argument in arguments { free(argument) }
      close(sockets[1])
      socket = sockets[0]
      try #require(process > 0)
    }

    /// The next reply; nil at the end.
    func reply() -> CodecReply? {
      var bytes = [UInt8](repeating: 0, count: CodecReply.maximumByteCount)
      _ = linux_wait_readable(socket, -1, -1)
      let count = linux_take_message(socket, &bytes, bytes.count)
      return bytes.prefix(max(count, 0)).withUnsafeBytes { CodecReply($0) }
    }

    func send(_ bytes: [UInt8], passing descriptors: CInt...) {
      let sent = linux_send_message(socket, bytes, bytes.count, descriptors, descriptors.count)
      #expect(sent == bytes.count)
    }

    /// Waits for its end: the exit code, or nil where a signal ended it.
    func exitCode() -> CInt? {
      var status: CInt = 0
      waitpid(process, &status, 0)
      close(socket)
      return status & 0x7f == 0 ? status >> 8 & 0xff : nil
    }
  }

  private static func request(
    _ operation: CodecOperation? = CodecOutput(width: 2, height: 2, format: .png, quality: 80)
      .map(CodecOperation.encode),
    _ change: (inout CodecRequest) -> Void = { _ in }
  ) -> [UInt8] {
    guard let operation else { return [] }
    var request = CodecRequest(
      operation,
      bringsMemory: false,
      endsMemory: false,
      number: 1,
      memoryByteCount: 1 << 20
    )
    change(&request)
    return request.withBytes { Array($0) }
  }

  @Test(arguments: [[], ["--help"], ["--address-space", "1000"]])
  func startedByHandItSaysWhatItIs(arguments: [String]) throws {
    let program = ChildProgram()
    program.executableURL = URL(filePath: try builtProgram("feedrpc-codec"))
    program.arguments = arguments
    let errors = Pipe()
    program.standardError = errors
    try program.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    program.waitUntilExit()
    #expect(program.terminationStatus == 2)
    #expect(
      text == """
        feedrpc-codec: a worker process of feedrpcd that reads and encodes pictures
        It is started by feedrpcd and takes its work from a socket at descriptor 3.
        There is nothing to be done with it by hand; see 'feedrpc image' to get a picture.

        """
    )
  }

  @Test(arguments: [["--speed", "1"], ["--address-space", "0"], ["--address-space"], ["fast"]])
  func wrongOptionsAreRefused(options: [String]) throws {
    #expect(try Running(options).exitCode() == 2)
  }

  @Test func itEndsWithItsSocket() throws {
    let worker = try Running()
    guard case .ready = worker.reply() else {
      Issue.record("not ready")
      return
    }
    shutdown(worker.socket, CInt(SHUT_RDWR))
    #expect(worker.exitCode() == 0)
  }

  @Test(
    arguments: [
      ("garbage", [UInt8](repeating: 0xa5, count: 32)), ("a short request", request().dropLast()),
      ("a long request", request() + [0]), ("a request before any memory", request()),
      ("no memory with it", request { $0.bringsMemory = true }),
      ("no photo with it", request(.prepare(photoByteCount: 1))),
    ] as [(String, [UInt8])]
  )
  func itEndsAtWhatIsNoRequest(what: String, bytes: [UInt8]) throws {
    let worker = try Running()
    _ = worker.reply()
    worker.send(bytes)
    #expect(worker.exitCode() == 1, "\(what)")
  }

  @Test func itRefusesMemoryThatCouldShrink() throws {
    let worker = try Running()
    _ = worker.reply()
    let file = try #require(tmpfile())
    defer { fclose(file) }
    #expect(ftruncate(fileno(file), 1 << 20) == 0)
    worker.send(Self.request { $0.bringsMemory = true }, passing: fileno(file))
    #expect(worker.exitCode() == 1)
  }

  /// The file is half as long as the pool has seen it.
  @Test func aPhotoThatShrinksIsDamaged() throws {
    let worker = try Running()
    _ = worker.reply()
    let data = try Photos.data("plain.jpg")
    let file = try Photos.file(of: data.prefix(data.count / 2))
    let memory = try CodecMemory(byteCount: 1 << 20)
    let request = Self.request(.prepare(photoByteCount: UInt64(data.count))) {
      $0.bringsMemory = true
    }
    worker.send(request, passing: memory.descriptor, file.descriptor)
    #expect(worker.reply() == .unreadable(number: 1, .damaged))
    shutdown(worker.socket, CInt(SHUT_RDWR))
    #expect(worker.exitCode() == 0)
  }

  /// Sanitizers reserve terabytes, so the limit is off with them.
  private static var isSanitized: Bool {
    dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
  }

  @Test(.enabled(if: !isSanitized)) func memoryBeyondItsAddressSpaceIsNotMapped() throws {
    // Room to start, but not for a gigabyte of shared memory.
    let worker = try Running(["--address-space", "\(1 << 30)"])
    guard case .ready = worker.reply() else {
      Issue.record("not ready")
      return
    }
    let large = try CodecMemory(byteCount: 1 << 30)
    let photo = try Photos.open("plain.jpg")
    let byteCount = try #require(photo.byteCount)
    let request = Self.request(.prepare(photoByteCount: UInt64(byteCount))) {
      $0.bringsMemory = true
      $0.memoryByteCount = 1 << 30
    }
    // More often than it may have files open.
    for _ in 0..<10 {
      worker.send(request, passing: large.descriptor, photo.descriptor)
      #expect(worker.reply() == .noRoom(number: 1))
    }
    let small = try CodecMemory(byteCount: 1 << 20)
    worker.send(Self.request { $0.bringsMemory = true }, passing: small.descriptor)
    guard case .done = worker.reply() else {
      Issue.record("not done")
      return
    }
    shutdown(worker.socket, CInt(SHUT_RDWR))
    #expect(worker.exitCode() == 0)
  }

  @Test func itConfinesItself() throws {
    let worker = try Running(["--address-space", "\(4 << 30)"])
    _ = worker.reply()
    let status = try String(contentsOfFile: "/proc/\(worker.process)/status", encoding: .utf8)
    let filtered = Self.isSanitized ? "Seccomp:\t0\n" : "Seccomp:\t2\n"
    #expect(status.contains(filtered))
    let limits = try String(contentsOfFile: "/proc/\(worker.process)/limits", encoding: .utf8)
    let lines = limits.split(separator: "\n").map { $0.split(separator: " ") }
    #expect(lines.contains { $0.starts(with: ["Max", "core", "file", "size", "0", "0"]) })
    #expect(lines.contains { $0.starts(with: ["Max", "cpu", "time", "32", "unlimited"]) })
    let space = Self.isSanitized ? "unlimited" : "4294967296"
    #expect(lines.contains { $0.starts(with: ["Max", "address", "space", space[...]]) })
    let own = getpriority(CInt(PRIO_PROCESS.rawValue), 0)
    let priority = getpriority(CInt(PRIO_PROCESS.rawValue), id_t(worker.process))
    #expect(priority == min(own + Int32(RenderLimits.niceness), 19))
    shutdown(worker.socket, CInt(SHUT_RDWR))
    #expect(worker.exitCode() == 0)
  }
}
