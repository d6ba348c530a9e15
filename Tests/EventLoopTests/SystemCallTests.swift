import CLinux
import EventLoop
import Glibc
import Testing

@Suite struct SystemCallTests {
  @Test func anInterruptedCallIsMadeAgain() throws {
    var calls = 0
    let result = try SystemCall.run("test") {
      calls += 1
      errno = EINTR
      return calls < 3 ? -1 : Int32(7)
    }
    #expect(result == 7)
    #expect(calls == 3)
  }

  @Test func waitingIsAValueWhereItIsExpectedAndAFailureElsewhere() throws {
    let wouldWait = {
      errno = EAGAIN
      return Int(-1)
    }
    #expect(try SystemCall.nonBlocking("test", wouldWait) == nil)
    #expect(throws: SystemError(EAGAIN, "test")) { try SystemCall.run("test", wouldWait) }
  }

  @Test func aFailureNamesTheCallAndSaysWhatHappened() {
    let error = SystemError(ENOENT, "open")
    #expect("\(error)" == "open: No such file or directory")
  }

  @Test func anOwnerClosesItsDescriptorUnlessItGaveItAway() throws {
    let kept = eventfd(0, 0)
    do { _ = FileDescriptor(owning: dup(kept)) }
    let given = FileDescriptor(owning: kept).release()
    #expect(fcntl(given, F_GETFD) == 0)
    #expect(close(given) == 0)
  }
}
