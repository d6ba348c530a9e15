import Base
import CLinux
import Files
import Glibc
import Rendering

/// A worker's process, its socket and the memory that it shares.
///
/// It belongs to one thread, which must outlive it: the kernel ends the process with that thread.
struct Worker: ~Copyable {
  /// The process; collected when this value goes.
  let process: pid_t
  /// Readable when the worker has said something, or is gone.
  let socket: CInt
  private let limits: CodecLimits
  private var memory: CodecMemory?
  private var number: UInt32 = 0
  /// What it was asked to do last; nil before that.
  private var operation: CodecOperation?

  /// Starts the program; it is not ready yet.
  ///
  /// - Throws: `StartFailure`.
  init(
    executablePath: String,
    limits: CodecLimits,
    logFormat: LogLine.Format
  ) throws(StartFailure) {
    var sockets: [CInt] = [-1, -1]
    let paired = linux_message_socket_pair(&sockets)
    guard paired >= 0 else { throw StartFailure(errno: -paired) }
    defer { close(sockets[1]) }
    let process = Self.spawn(executablePath, limits, logFormat, socket: sockets[1])
    guard process > 0 else {
      close(sockets[0])
      throw StartFailure(errno: -process)
    }
    self.process = process
    self.limits = limits
    socket = sockets[0]
  }

  /// Why no process could be started.
  struct StartFailure: Error, Equatable {
    let errno: CInt
  }

  deinit {
    close(socket)
    // A process that the kernel can not end in time stays behind as a zombie: nothing is left
    // to be done about it.
    linux_end_child(process, CInt(clamping: limits.endTime.nanoseconds / 1_000_000))
  }

  // MARK: One job

  /// Why a worker has not seen a job.
  enum SendFailure: Error {
    /// Nobody reads at the other end.
    case unreachable
    /// The worker is well, and can be sent something else.
    case exhausted(Shortage)
  }

  /// Copies the pixels or passes the photo, and asks for the result.
  mutating func send(_ job: Job) throws(SendFailure) {
    let bringsMemory = (memory.bytes?.count ?? 0) < job.memoryByteCount
    if bringsMemory {
      do throws(Shortage) { memory = try CodecMemory(byteCount: job.memoryByteCount) } catch {
        throw .exhausted(error)
      }
    }
    guard let bytes = memory?.bytes, let descriptor = memory?.descriptor else {
      preconditionFailure("memory that is too small was replaced")
    }
    var passed = bringsMemory ? [descriptor] : []
    switch job.work {
    case .encode(let pixels, _): pixels.bytes.withUnsafeBytes { bytes.copyMemory(from: $0) }
    case .photo(let file, _): passed.append(file.descriptor)
    }
    number &+= 1
    operation = job.operation
    let request = CodecRequest(
      job.operation,
      bringsMemory: bringsMemory,
      endsMemory: bytes.count > limits.keptMemoryByteCount,
      number: number,
      memoryByteCount: UInt64(bytes.count)
    )
    // The job keeps the file open meanwhile.
    let sent = request.withBytes {
      linux_send_message(socket, $0.baseAddress, $0.count, passed, passed.count)
    }
    guard sent < 0 else { return }
    // The other side knows nothing of it.
    if bringsMemory { memory = nil }
    guard let shortage = Shortage(code: CInt(-sent)) else { throw .unreachable }
    throw .exhausted(shortage)
  }

  /// What a worker has said.
  enum Message {
    case ready(buildIdentity: String)
    case done(Job.Outcome)
    case failed(Job.Failure)
    /// It is gone.
    case end
    /// Something it may not say now.
    case violation
  }

  /// Takes what the worker has said, once its socket is readable.
  ///
  /// Where `isBusy`, only a reply to the last request may come; else only `ready` may.
  mutating func take(isBusy: Bool) -> Message {
    let reply = withUnsafeTemporaryAllocation(
      byteCount: CodecReply.maximumByteCount,
      alignment: 8
    ) { buffer -> Received in
      let count = linux_take_message(socket, buffer.baseAddress, buffer.count)
      if count == 0 || count == -Int(ECONNRESET) { return .end }
      guard count > 0 else { return .nothing }
      let reply = CodecReply(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      return reply.map(Received.reply) ?? .nothing
    }
    switch reply {
    case .end: return .end
    case .nothing: return .violation
    case .reply(.ready(let identity)):
      return isBusy ? .violation : .ready(buildIdentity: identity)
    case .reply(.refused(let number, let reason)):
      guard isBusy, number == self.number else { return .violation }
      dropLargeMemory()
      return .failed(.refused(reason))
    case .reply(.unreadable(let number, let flaw)):
      guard isBusy, number == self.number, operation?.readsPhoto == true else { return .violation }
      dropLargeMemory()
      return .failed(.unreadable(flaw))
    case .reply(.noRoom(let number)):
      guard isBusy, number == self.number else { return .violation }
      // It has let go of it: the next request brings another.
      memory = nil
      return .failed(.exhausted(.memory))
    case .reply(.done(let number, let byteCount)):
      guard isBusy, number == self.number, let outcome = outcome(byteCount) else {
        return .violation
      }
      dropLargeMemory()
      return .done(outcome)
    }
  }

  private enum Received {
    case reply(CodecReply)
    case end
    case nothing
  }

  /// Copies a result and reads it, where there is something to read.
  private func outcome(_ byteCount: UInt64) -> Job.Outcome? {
    guard let operation, let bytes = memory.bytes, byteCount > 0, byteCount <= bytes.count else {
      return nil
    }
    let result = Bytes(copying: UnsafeRawBufferPointer(rebasing: bytes[..<Int(byteCount)]))
    switch operation {
    case .encode: return .bytes(result)
    case .prepare: return PhotoRecord.read(result).map(Job.Outcome.photo)
    case .render(let output, _):
      let isWhole = output.format != nil || output.pixelByteCount == byteCount
      return isWhole ? .bytes(result) : nil
    }
  }

  /// The other half of `endsMemory`.
  private mutating func dropLargeMemory() {
    if let bytes = memory.bytes, bytes.count > limits.keptMemoryByteCount { memory = nil }
  }

  /// Memory that is the worker's own (/proc/PID/statm, proc(5)); nil where it is gone.
  func privateByteCount() -> Int? {
    let file = open("/proc/\(process)/statm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    let text = withUnsafeTemporaryAllocation(byteCount: 128, alignment: 1) { buffer in
      let count = read(file, buffer.baseAddress, buffer.count)
      return String(decoding: buffer[..<max(count, 0)], as: UTF8.self)
    }
    let pages = text.split(separator: " ").prefix(3).compactMap { Int($0) }
    guard pages.count == 3 else { return nil }
    return (pages[1] - pages[2]) * sysconf(CInt(_SC_PAGESIZE))
  }
}

// MARK: Its start

extension Worker {
  /// What a worker may see of the environment: where libraries lie and what sanitizers need.
  private static let inheritedVariables = [
    "LD_LIBRARY_PATH", "ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS",
  ]

  private static func spawn(
    _ path: String,
    _ limits: CodecLimits,
    _ logFormat: LogLine.Format,
    socket: CInt
  ) -> pid_t {
    var arguments = [WorkerExecutable.name, "--log-format", logFormat.rawValue]
    arguments += ["--work-seconds", "\(max(limits.workTime.components.seconds, 1))"]
    if let byteCount = limits.addressSpaceByteCount {
      arguments += ["--address-space", "\(byteCount)"]
    }
    let environment = inheritedVariables.compactMap { name in
      getenv(name).map { "\(name)=\(String(cString: $0))" }
    }
    return withCStrings(arguments) { arguments in
      withCStrings(environment) { linux_spawn_worker(path, arguments, $0, socket) }
    }
  }

  /// Gives `body` the strings as C wants them: an array of pointers that ends with null.
  private static func withCStrings<Result>(
    _ strings: [String],
    _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers = strings.map { strdup($0) }
    pointers.append(nil)
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers)
  }
}
