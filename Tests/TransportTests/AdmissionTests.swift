import Base
import CLinux
import EventLoop
import Glibc
import Testing

@testable import Transport

@Suite struct AdmissionTests {
  private func makeTable(_ change: (inout ServerLimits) -> Void = { _ in }) -> AdmissionTable {
    var limits = ServerLimits()
    limits.connections = 8
    limits.sniffedConnectionsPerUser = 2
    change(&limits)
    return AdmissionTable(limits: limits, ownerID: 1_000)
  }

  @Test(arguments: [0, 1_000] as [UInt32])
  func theOwnerAndRootMayHaveAllConnections(userID: UInt32) {
    var table = makeTable()
    for _ in 0..<8 { #expect(table.admit(userID: userID) == .admitted) }
    #expect(table.admit(userID: userID) == .isFull)
    table.leave(userID: userID)
    #expect(table.openCount == 7)
    #expect(table.admit(userID: userID) == .admitted)
  }

  @Test func anotherUserHasAQuarter() {
    var table = makeTable()
    #expect(table.admit(userID: 7) == .admitted)
    #expect(table.admit(userID: 7) == .admitted)
    #expect(table.admit(userID: 7) == .userHasTooMany)
    #expect(table.admit(userID: 8) == .admitted)
    table.leave(userID: 7)
    #expect(table.admit(userID: 7) == .admitted)
  }

  @Test func whoHasTooManyMakesNobodyGo() {
    var table = makeTable()
    for _ in 0..<2 { #expect(table.admit(userID: 7) == .admitted) }
    for _ in 0..<6 { #expect(table.admit(userID: 0) == .admitted) }
    #expect(table.admit(userID: 7) == .userHasTooMany)
  }

  @Test func oneConnectionIsAlwaysAllowed() {
    var table = makeTable { $0.connections = 3 }
    #expect(table.admit(userID: 7) == .admitted)
    #expect(table.admit(userID: 7) == .userHasTooMany)
  }

  @Test func undecidedConnectionsAreLimitedByUser() {
    var table = makeTable()
    for _ in 0..<3 { _ = table.admit(userID: 0) }
    let answers = (0..<3).map { _ in table.beginSniffing(userID: 0) }
    #expect(answers == [true, true, false])
    table.endSniffing(userID: 0)
    let isAllowed = table.beginSniffing(userID: 0)
    #expect(isAllowed)
  }
}

@Suite struct AccessPolicyTests {
  @Test func theKernelDecidesWhereNobodyIsNamed() {
    let policy = AccessPolicy(ownerID: 5)
    #expect(policy.fileMode == 0o600)
    #expect(policy.directoryMode == 0o700)
    #expect(policy.admits(userID: 9, groups: [], isAbstract: false))
  }

  @Test(arguments: [(5, true), (0, true), (9, false)] as [(UInt32, Bool)])
  func abstractNamesAreForTheOwnerAndRoot(userID: UInt32, isAdmitted: Bool) {
    let policy = AccessPolicy(ownerID: 5)
    #expect(policy.admits(userID: userID, groups: [], isAbstract: true) == isAdmitted)
  }

  @Test(arguments: [true, false])
  func thoseWhoAreNamedComeIn(isAbstract: Bool) {
    let policy = AccessPolicy(ownerID: 5, allowedUserIDs: [7], allowedGroupIDs: [70])
    #expect(policy.fileMode == 0o666)
    #expect(policy.directoryMode == 0o711)
    for userID in [0, 5, 7] as [UInt32] {
      #expect(policy.admits(userID: userID, groups: [], isAbstract: isAbstract))
    }
    #expect(policy.admits(userID: 8, groups: [1, 70], isAbstract: isAbstract))
    #expect(!policy.admits(userID: 8, groups: [1, 71], isAbstract: isAbstract))
  }

  @Test func anAskedForModeIsKept() {
    let policy = AccessPolicy(ownerID: 5, allowedUserIDs: [7], socketMode: 0o660)
    #expect(policy.fileMode == 0o660)
    #expect(policy.directoryMode == 0o711)
  }
}

@Suite struct MemoryBudgetTests {
  @Test func allowancesShareOneBudgetToTheLastByte() {
    let budget = MemoryBudget(byteCount: 100)
    var first = MemoryAllowance(of: budget, step: 10)
    var second = MemoryAllowance(of: budget, step: 10)
    let firstTook = first.take(50)
    let secondTook = second.take(40)
    #expect(firstTook && secondTook)
    let hasMore = second.take(11)
    #expect(!hasMore)
    first.give(50)
    let hasRoom = second.take(50)
    #expect(hasRoom)
  }

  @Test func whatIsGivenBackIsThereForOthers() {
    let budget = MemoryBudget(byteCount: 100)
    var first = MemoryAllowance(of: budget, step: 10)
    var second = MemoryAllowance(of: budget, step: 10)
    for _ in 0..<1_000 {
      let took = first.take(80)
      #expect(took)
      first.give(80)
    }
    // One step at most stays with who gave back.
    let took = second.take(90)
    #expect(took)
  }

  @Test func theEndOfABurstIsToldOnce() {
    let endings = Lock(0)
    let burst = MemoryBudget.burstByteCount
    let budget = MemoryBudget(byteCount: 4 * burst) { endings.withLock { $0 += 1 } }
    var allowance = MemoryAllowance(of: budget, step: 1)
    /// How many were told once so much was taken, and all of it but `rest` given back again.
    func endingsAfter(taking byteCount: Int, leaving rest: Int = 0) -> Int {
      let took = allowance.take(byteCount)
      allowance.give(byteCount - rest)
      defer { allowance.give(rest) }
      return took ? endings.withLock { $0 } : -1
    }
    // The allowance takes a step more than it is asked for.
    #expect(endingsAfter(taking: burst - 2) == 0)
    #expect(endingsAfter(taking: burst) == 1)
    #expect(endingsAfter(taking: burst / 2) == 1)
    #expect(endingsAfter(taking: 2 * burst, leaving: burst / 4 + 1) == 1)
    #expect(endings.withLock { $0 } == 2)
  }
}

@Suite struct MessageQueueTests {
  @Test(arguments: [0, 1, 2, 63, 64, 65, 200])
  func messagesComeOutAsTheyCameIn(count: Int) {
    var queue = MessageQueue()
    for _ in 0..<2 {
      for index in 0..<count { queue.append(Bytes("\(index)".utf8)) }
      for index in 0..<count { #expect(queue.popFirst() == Bytes("\(index)".utf8)) }
      #expect(queue.popFirst() == nil)
    }
  }

  @Test func aMessageThatWasTakenIsNotKept() {
    var queue = MessageQueue()
    weak var memory: AnyObject?
    do {
      let chunk = ByteChunk(capacity: 1)
      memory = chunk.owner
      queue.append([])
      queue.append(Bytes(chunk, 0..<1))
      for _ in 0..<10 { queue.append([]) }
    }
    for _ in 0..<2 { _ = queue.popFirst() }
    #expect(memory == nil)
    #expect(!queue.isEmpty)
  }

  @Test(arguments: [1, 2] as [UInt64])
  func aQueueBehavesAsAList(seed: UInt64) {
    var state = seed
    var queue = MessageQueue()
    var list: [Bytes] = []
    for step in 0..<5_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      if state >> 60 < 9 {
        list.append(Bytes("\(step)".utf8))
        queue.append(Bytes("\(step)".utf8))
      } else {
        #expect(queue.popFirst() == (list.isEmpty ? nil : list.removeFirst()))
      }
    }
  }
}

@Suite struct FirstBytesTests {
  @Test(arguments: [
    ("", FirstBytes.undecided), ("\0", .native), ("\0\0\0\u{1}", .native), ("\u{16}\u{3}", .tls),
    ("GET / HTTP/1.1", .http1), ("POST", .http1), ("PR", .undecided), ("PX", .http1),
    ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r", .undecided), ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", .http2),
    ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\nmore", .http2), ("PRI * HTTP/1.1\r\n", .http1),
    ("\u{1}", .unknown), ("get", .unknown),
  ])
  func theFirstBytesTellTheProtocol(text: String, expected: FirstBytes) {
    #expect(FirstBytes(Bytes(text.utf8)) == expected)
  }
}

@Suite struct ServiceManagerTests {
  private func descriptors(_ variables: [String: String]) -> [Int32] {
    ServiceManager.passedDescriptors(processID: 42) { variables[$0] }
  }

  @Test func socketsForThisProcessStartAt3() {
    #expect(descriptors(["LISTEN_PID": "42", "LISTEN_FDS": "2"]) == [3, 4])
  }

  @Test(arguments: [
    [:], ["LISTEN_PID": "43", "LISTEN_FDS": "1"], ["LISTEN_PID": "42"],
    ["LISTEN_PID": "42", "LISTEN_FDS": "0"], ["LISTEN_PID": "42", "LISTEN_FDS": "-1"],
    ["LISTEN_PID": "x", "LISTEN_FDS": "1"],
  ])
  func otherwiseThereAreNone(variables: [String: String]) {
    #expect(descriptors(variables) == [])
  }

  @Test(arguments: [false, true])
  func theManagerIsToldInOneDatagram(isAbstract: Bool) throws {
    let folder = TemporaryFolder()
    let name = folder.file("notify")
    let type = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
    let manager = FileDescriptor(owning: socket(AF_UNIX, type, 0))
    let bound = linux_bind_unix(manager.number, name, name.utf8.count, isAbstract ? 1 : 0)
    #expect(bound == 0)
    ServiceManager.notify(.ready("Serving")) { _ in isAbstract ? "@\(name)" : name }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = recv(manager.number, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    let text = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    #expect(text == "READY=1\nSTATUS=Serving")
  }

  @Test(arguments: [nil, "", "vsock:2:1", "/nowhere/at/all"])
  func nobodyToTellIsNoFailure(place: String?) {
    ServiceManager.notify(.stopping("", within: .zero)) { _ in place }
  }

  @Test(
    arguments: [
      (.ready("a b"), "READY=1\nSTATUS=a b"),
      (
        .stopping("a", within: .seconds(40)),
        "STOPPING=1\nSTATUS=a\nEXTEND_TIMEOUT_USEC=40000000"
      ),
      (.status("a\nREADY=1\u{1B}\0\u{7F}ä"), "STATUS=a?READY=1???ä"), (.alive, "WATCHDOG=1"),
      (
        .reloading(at: Instant(nanoseconds: 1_234_567_899)),
        "RELOADING=1\nMONOTONIC_USEC=1234567\nSTATUS=Reading settings"
      ),
    ] as [(ServiceManager.State, String)]
  )
  func aStateIsItsVariables(state: ServiceManager.State, text: String) {
    #expect(state.text == text)
  }

  @Test(
    arguments: [
      ([:], nil), (["WATCHDOG_USEC": "30000000"], 30_000_000),
      (["WATCHDOG_USEC": "1", "WATCHDOG_PID": "42"], 1),
      (["WATCHDOG_USEC": "1", "WATCHDOG_PID": "43"], nil),
      (["WATCHDOG_USEC": "1", "WATCHDOG_PID": ""], nil), (["WATCHDOG_USEC": "0"], nil),
      (["WATCHDOG_USEC": "-1"], nil), (["WATCHDOG_USEC": "x"], nil), (["WATCHDOG_PID": "42"], nil),
      (["WATCHDOG_USEC": "9223372036854775808"], nil),
    ] as [([String: String], Int64?)]
  )
  func theManagerWatchesWhomItSays(variables: [String: String], microseconds: Int64?) {
    let interval = ServiceManager.watchdogInterval(processID: 42) { variables[$0] }
    #expect(interval == microseconds.map { .microseconds($0) })
  }

  @Test func noMoreThanTheLimitIsTaken() {
    #expect(descriptors(["LISTEN_PID": "42", "LISTEN_FDS": "16"]).count == 16)
    #expect(descriptors(["LISTEN_PID": "42", "LISTEN_FDS": "2000000000"]).count == 16)
  }
}
