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
  mutating func run() throws(WorkerFailure) {
    try send(.ready(buildIdentity: BuildIdentity.current()))
    while let request = try receive() {
      try Confinement.grant(processorSeconds: options.encodeSeconds)
      let reply =
        switch request.operation {
        case .encode: try encode(request)
        }
      // Let go first: the pool gives up its own mapping as soon as it has the reply.
      if request.endsMemory { memory = nil }
      try send(reply)
      pictureCount += 1
      if pictureCount.isMultiple(of: Self.picturesPerTrim) { malloc_trim(0) }
    }
  }

  private func encode(_ request: CodecRequest) throws(WorkerFailure) -> CodecReply {
    guard let shared = memory.bytes, request.pixelByteCount <= shared.count else {
      throw .badRequest
    }
    let result = Encoder.encode(
      UnsafeRawBufferPointer(rebasing: shared[..<Int(request.pixelByteCount)]),
      width: Int(request.width),
      height: Int(request.height),
      as: request.format,
      quality: request.quality
    ) { picture -> CodecReply in
      guard picture.count <= shared.count else {
        let reason = "picture=\(picture.count) memory=\(shared.count)"
        return .refused(number: request.number, reason: reason)
      }
      // Nobody reads the pixels any more.
      shared.copyMemory(from: picture)
      return .done(number: request.number, byteCount: UInt64(picture.count))
    }
    switch result {
    case .success(let reply): return reply
    case .failure(let refusal): return .refused(number: request.number, reason: refusal.text)
    }
  }

  // MARK: The socket

  /// Waits for a request; nil at the end.
  private mutating func receive() throws(WorkerFailure) -> CodecRequest? {
    var passed: CInt = -1
    var count = 0
    let request = withUnsafeTemporaryAllocation(
      byteCount: CodecRequest.byteCount,
      alignment: 8
    ) { buffer -> CodecRequest? in
      count = linux_receive_message(socket, buffer.baseAddress, buffer.count, &passed)
      return CodecRequest(UnsafeRawBufferPointer(rebasing: buffer[..<max(count, 0)]))
    }
    if count == 0 { return nil }
    guard count > 0 else { throw .socket(errno: CInt(-count)) }
    guard let request, request.bringsMemory == (passed >= 0) else { throw .badRequest }
    if request.bringsMemory {
      memory = CodecMemory(adopting: passed, byteCount: Int(clamping: request.memoryByteCount))
    }
    return request
  }

  private func send(_ reply: CodecReply) throws(WorkerFailure) {
    let sent = reply.withBytes { linux_send_message(socket, $0.baseAddress, $0.count, -1) }
    // The pool may have gone while the picture was made; the next receive tells.
    guard sent >= 0 || sent == -Int(EPIPE) else { throw .socket(errno: CInt(-sent)) }
  }
}
