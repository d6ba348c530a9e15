import CLinux
import CodecPool
import Glibc

/// The worker's side of the protocol that `CodecRequest` draws.
struct WorkerSession: ~Copyable {
  /// Pictures between two returns of freed memory to the system.
  private static let picturesPerTrim = 32

  private let socket: CInt
  private let options: WorkerOptions
  private var memory: CodecMemory?
  private var pictureCount = 0

  init(socket: CInt, options: WorkerOptions) {
    self.socket = socket
    self.options = options
  }

  /// Says that it is ready, and answers requests until the socket is closed.
  ///
  /// - Throws: `WorkerFailure`; the session can not go on.
  mutating func run(_ buildIdentity: String) throws(WorkerFailure) {
    try send(.ready(buildIdentity: buildIdentity))
    while let (request, photo) = try receive() {
      try Confinement.grant(processorSeconds: options.workSeconds)
      let reply = try answer(request, photo)
      // Let go first: the pool gives up its own mapping as soon as it has the reply.
      if request.endsMemory { memory = nil }
      try send(reply)
      pictureCount += 1
      if pictureCount.isMultiple(of: Self.picturesPerTrim) { malloc_trim(0) }
    }
  }

  private func answer(_ request: CodecRequest, _ photo: CInt?) throws(WorkerFailure) -> CodecReply {
    guard let shared = memory.bytes else {
      guard request.bringsMemory else { throw .badRequest }
      if let photo { close(photo) }
      return .noRoom(number: request.number)
    }
    guard request.memoryByteCount <= shared.count else { throw .badRequest }
    let task = WorkerTask(number: request.number, memory: shared)
    switch request.operation {
    case .encode(let output): return task.encode(output)
    case .prepare(let byteCount): return task.read(photo, byteCount) { $0.prepare($1) }
    case .render(let output, let byteCount):
      return task.read(photo, byteCount) { $0.render(output, $1) }
    }
  }

  // MARK: The socket

  /// Waits for a request and the photo that it is about, which must be closed; nil at the end.
  private mutating func receive() throws(WorkerFailure) -> (CodecRequest, photo: CInt?)? {
    var passed = [CInt](repeating: -1, count: linux_passed_limit)
    var passedCount = 0
    var count = 0
    let request = withUnsafeTemporaryAllocation(
      byteCount: CodecRequest.byteCount,
      alignment: 8
    ) { buffer -> CodecRequest? in
      count = linux_receive_message(
        socket,
        buffer.baseAddress,
        buffer.count,
        &passed,
        &passedCount
      )
      return CodecRequest(UnsafeRawBufferPointer(rebasing: buffer[..<max(count, 0)]))
    }
    if count == 0 { return nil }
    guard count > 0 else { throw .socket(errno: CInt(-count)) }
    guard let request, request.descriptorCount == passedCount else { throw .badRequest }
    if request.bringsMemory { try map(passed[0], Int(clamping: request.memoryByteCount)) }
    return (request, photo: request.operation.readsPhoto ? passed[passedCount - 1] : nil)
  }

  /// Takes a memory file in the place of the one before; where there is no room, there is none.
  private mutating func map(_ file: CInt, _ byteCount: Int) throws(WorkerFailure) {
    // First, since both may be more than there is room for.
    memory = nil
    do throws(CodecMemory.Misfit) {
      memory = try CodecMemory(adopting: file, byteCount: byteCount)
    } catch {
      if error == .unfit { throw .badRequest }
    }
  }

  private func send(_ reply: CodecReply) throws(WorkerFailure) {
    let sent = reply.withBytes { linux_send_message(socket, $0.baseAddress, $0.count, nil, 0) }
    // The pool may have gone while the picture was made; the next receive tells.
    guard sent >= 0 || sent == -Int(EPIPE) else { throw .socket(errno: CInt(-sent)) }
  }
}
