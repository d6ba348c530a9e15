import Base
import Files
import Foundation
import Testing

@Suite struct OpenFileReadingTests {
  private static func file(_ text: String) throws -> OpenFile {
    let file = try #require(tmpfile())
    defer { fclose(file) }
    try #require(fputs(text, file) >= 0 && fflush(file) == 0)
    return OpenFile(adopting: dup(fileno(file)))
  }

  @Test func aFileHasASize() throws {
    #expect(try Self.file("four").byteCount == 4)
    #expect(try Self.file("").byteCount == 0)
  }

  @Test(arguments: ["/", "/dev/null"])
  func whatIsNoRegularFileHasNone(path: String) {
    #expect(OpenFile(adopting: open(path, O_RDONLY | O_CLOEXEC)).byteCount == nil)
  }

  @Test func readingStartsAtTheFirstByteWhoeverHasReadBefore() throws {
    let file = try Self.file("some text")
    #expect(file.readBytes(4) == Bytes(Array("some".utf8)))
    #expect(file.readBytes(9) == Bytes(Array("some text".utf8)))
    #expect(file.readBytes(0) == Bytes())
  }

  @Test func aFileThatIsShorterIsNotRead() throws {
    #expect(try Self.file("four").readBytes(5) == nil)
    #expect(OpenFile(adopting: open("/", O_RDONLY | O_CLOEXEC)).readBytes(1) == nil)
  }
}
