import CLinux
import CodecPool
import Glibc

// A worker that misbehaves in the way its file name says: tests link to it under such names.

let socket = linux_worker_socket
let behaviour = Behaviour(rawValue: ownName()) ?? .echoes

enum Behaviour: String {
  /// Encodes to the first pixel's bytes.
  case echoes
  /// Ends before it is ready.
  case exits
  /// Never gets ready.
  case staysSilent
  /// Begins with something that is no message.
  case beginsWithGarbage
  /// Ends as soon as it is ready.
  case endsWhenReady
  /// Says something that nobody asked for.
  case speaksUnasked
  /// Ends at each request.
  case dies
  /// Answers no request.
  case hangs
  /// Answers a request when the test says so.
  case waits
  /// Names other libraries at each start.
  case changesLibraries
  // The others answer a request with this.
  case refuses
  case answersGarbage
  case answersTooMuch
  case answersHugeCount
  case answersPastTheMemory
  case answersNothing
  case answersOtherNumber
  case answersReady
  case answersWithDescriptor
  case triesToShrink
  /// Has no room for every other memory file.
  case hasNoRoom
}

/// The path that was executed, before links were followed.
func ownPath() -> String {
  UnsafePointer<CChar>(bitPattern: getauxval(UInt(AT_EXECFN))).map { String(cString: $0) } ?? ""
}

func ownName() -> String { ownPath().split(separator: "/").last.map(String.init) ?? "" }

/// Tells the test that a request is here, through the pipe beside this program.
func tellOfRequest() {
  let pipe = open(ownPath() + ".requests", O_WRONLY | O_NONBLOCK)
  guard pipe >= 0 else { return }
  _ = write(pipe, "r", 1)
  close(pipe)
}

/// Waits for the test's leave.
func waitForLeave() {
  var byte: UInt8 = 0
  let pipe = open(ownPath() + ".leaves", O_RDONLY)
  _ = read(pipe, &byte, 1)
  close(pipe)
}

func send(_ reply: CodecReply, passing descriptor: CInt = -1) {
  _ = reply.withBytes {
    linux_send_message(socket, $0.baseAddress, $0.count, [descriptor], descriptor < 0 ? 0 : 1)
  }
}

func sendBytes(_ count: Int) {
  let bytes = [UInt8](repeating: 0xa5, count: count)
  _ = linux_send_message(socket, bytes, count, nil, 0)
}

/// Waits until the pool kills this process, or closes the socket.
func waitForTheEnd() -> Never {
  _ = linux_wait_readable(socket, -1, -1)
  exit(0)
}

/// Answers one request.
func answer(_ request: CodecRequest, _ memory: CInt) {
  let (number, size) = (request.number, request.memoryByteCount)
  switch behaviour {
  case .dies: exit(1)
  case .hangs: waitForTheEnd()
  case .waits:
    waitForLeave()
    send(.done(number: number, byteCount: 4))
  case .refuses: send(.refused(number: number, reason: "no such colour"))
  case .answersGarbage: sendBytes(20)
  case .answersTooMuch: sendBytes(100_000)
  case .answersHugeCount: send(.done(number: number, byteCount: .max))
  case .answersPastTheMemory: send(.done(number: number, byteCount: size + 1))
  case .answersNothing: send(.done(number: number, byteCount: 0))
  case .answersOtherNumber: send(.done(number: number + 1, byteCount: 1))
  case .answersReady: send(.ready(buildIdentity: "again"))
  case .answersWithDescriptor: send(.done(number: number, byteCount: 4), passing: STDERR_FILENO)
  case .triesToShrink:
    let isRefused = ftruncate(memory, 0) != 0 && ftruncate(memory, off_t(size * 2)) != 0
    send(isRefused ? .done(number: number, byteCount: size) : .refused(number: number, reason: ""))
  case .hasNoRoom:
    guard request.bringsMemory else { exit(1) }
    let isFull = !number.isMultiple(of: 2)
    send(isFull ? .noRoom(number: number) : .done(number: number, byteCount: 4))
  case .echoes, .exits, .staysSilent, .beginsWithGarbage, .endsWhenReady, .speaksUnasked,
    .changesLibraries:
    send(.done(number: number, byteCount: 4))
  }
}

func serve() {
  var memory: CInt = -1
  while true {
    var passed = [CInt](repeating: -1, count: linux_passed_limit)
    var passedCount = 0
    var bytes = [UInt8](repeating: 0, count: CodecRequest.byteCount)
    guard linux_receive_message(socket, &bytes, bytes.count, &passed, &passedCount) > 0,
      let request = bytes.withUnsafeBytes({ CodecRequest($0) })
    else { return }
    if request.bringsMemory {
      if memory >= 0 { close(memory) }
      memory = passed[0]
    }
    if request.operation.readsPhoto { close(passed[passedCount - 1]) }
    tellOfRequest()
    answer(request, memory)
  }
}

switch behaviour {
case .exits: exit(1)
case .staysSilent: waitForTheEnd()
case .beginsWithGarbage: sendBytes(20)
case .changesLibraries: send(.ready(buildIdentity: "\(getpid())"))
default: send(.ready(buildIdentity: "fake"))
}
switch behaviour {
case .endsWhenReady: exit(0)
case .speaksUnasked: send(.done(number: 0, byteCount: 4))
default: break
}
serve()
