import Base
import Glibc
import Testing

@Suite struct OpenFileTests {
  @Test func itIsClosedWithItsLastOwner() {
    var file: OpenFile? = OpenFile(adopting: open("/dev/null", O_RDONLY | O_CLOEXEC))
    let descriptor = file?.descriptor ?? -1
    let other = file
    file = nil
    #expect(withExtendedLifetime(other) { fcntl(descriptor, F_GETFD) } >= 0)
  }
}
