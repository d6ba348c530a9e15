import Base
import Files
import Glibc
import Testing

@Suite struct FileSystemTests {
  private let files = FileSystem()

  private func makeFile(_ trial: Trial, _ name: String, _ text: String) throws -> String {
    var file = try NewFile(in: trial.path)
    try file.append(Bytes(text.utf8))
    try file.place(at: "\(trial.path)/\(name)", isDurable: false)
    return "\(trial.path)/\(name)"
  }

  @Test func aFileIsReadFromAnywhereUpToItsEnd() throws {
    let trial = try Trial()
    let path = try makeFile(trial, "a", "abcdef")
    let file = try files.open(path)
    #expect(Array(try files.read(file, byteCount: 6, path: path)) == Array("abcdef".utf8))
    #expect(Array(try files.read(file, from: 4, byteCount: 6, path: path)) == Array("ef".utf8))
    #expect(try files.read(file, from: 6, byteCount: 6, path: path).isEmpty)
    #expect(try files.read(file, byteCount: 0, path: path).isEmpty)
  }

  @Test func aLinkIsNotFollowed() throws {
    let trial = try Trial()
    _ = try makeFile(trial, "a", "abc")
    let link = "\(trial.path)/link"
    #expect(symlink("a", link) == 0)
    #expect(throws: FileError(ELOOP, .open, link)) { _ = try files.open(link) }
    #expect(throws: FileError(ELOOP, .open, link)) { _ = try files.lock(link) }
    #expect(try files.status(of: link)?.kind == .other)
    #expect(try files.remove(link))
    #expect(try trial.names() == ["a"])
  }

  @Test func whatIsNotThereIsNoErrorToLookAtOrToRemove() throws {
    let trial = try Trial()
    let path = "\(trial.path)/nothing"
    #expect(try files.status(of: path) == nil)
    #expect(try files.remove(path) == false)
    #expect(throws: FileError(ENOENT, .open, path)) { _ = try files.open(path) }
  }

  @Test func namesAreListedWithoutTheDirectoriesThemselves() throws {
    let trial = try Trial()
    for name in ["a", "b", ".c"] { _ = try makeFile(trial, name, "") }
    #expect(try files.names(in: trial.path).sorted() == [".c", "a", "b"])
    let missing = "\(trial.path)/missing"
    #expect(throws: FileError(ENOENT, .list, missing)) { _ = try files.names(in: missing) }
  }

  @Test func aLockIsHadOnceUntilItIsLetGo() throws {
    let trial = try Trial()
    let path = "\(trial.path)/lock"
    var lock: OpenFile? = try files.lock(path)
    let error = #expect(throws: FileError.self) { _ = try files.lock(path) }
    #expect(error?.isLockedByAnother == true)
    #expect(lock != nil)
    lock = nil
    _ = try files.lock(path)
    #expect(try files.status(of: path)?.permissions == 0o600)
  }

  @Test func anErrorSaysWhatFailedWhereAndWhy() {
    let error = FileError(ENOSPC, .write, "there/name")
    #expect("\(error)" == "write there/name: No space left on device")
    #expect(error.isFull && !error.isLockedByAnother)
    #expect(FileError(EDQUOT, .write, "x").isFull && !FileError(EIO, .write, "x").isFull)
  }
}
