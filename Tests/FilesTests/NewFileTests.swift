import Base
import Files
import Glibc
import Testing

@Suite struct NewFileTests {
  private func write(_ trial: Trial, failing number: Int?, isDurable: Bool = true) throws {
    var file = try NewFile(in: trial.path, mode: 0o644, files: trial.files(failing: number))
    try file.append(Bytes("whole ".utf8))
    try file.append(Bytes("file".utf8))
    try file.place(at: "\(trial.path)/name", isDurable: isDurable)
    #expect(file.byteCount == 10)
  }

  @Test func aFileGetsItsPlaceAndItsModeAndIsSynced() throws {
    let trial = try Trial()
    try write(trial, failing: nil)
    #expect(try trial.names() == ["name"])
    #expect(try trial.contents(of: "name") == "whole file")
    let status = try #require(try FileSystem().status(of: "\(trial.path)/name"))
    #expect(status.permissions == 0o644 && status.kind == .file && status.byteCount == 10)
    #expect(trial.operations == [.open, .changeMode, .write, .write, .sync, .move, .open, .sync])
  }

  @Test func whatNeedNotBeDurableIsNotSynced() throws {
    let trial = try Trial()
    try write(trial, failing: nil, isDurable: false)
    #expect(trial.operations == [.open, .changeMode, .write, .write, .move])
  }

  @Test(arguments: 0..<8) func whateverFailsLeavesWhatWasThereAndNothingElse(number: Int) throws {
    let trial = try Trial()
    var before = try NewFile(in: trial.path)
    try before.append(Bytes("before".utf8))
    try before.place(at: "\(trial.path)/name", isDurable: false)
    let error = #expect(throws: FileError.self) { try write(trial, failing: number) }
    #expect(error?.code == EIO)
    #expect(try trial.names() == ["name"])
    // Only the sync of the directory comes after the file got its place.
    #expect(try trial.contents(of: "name") == (number < 6 ? "before" : "whole file"))
  }

  @Test func aFileThatIsGivenUpGoes() throws {
    let trial = try Trial()
    do {
      var file = try NewFile(in: trial.path)
      try file.append(Bytes("half".utf8))
      let names = try trial.names()
      #expect(names.count == 1 && names[0].hasSuffix(NewFile.temporarySuffix))
      #expect(try file.status().byteCount == 4)
    }
    #expect(try trial.names() == [])
  }

  @Test func aFileMayBeWrittenThatItsOwnerMayOnlyRead() throws {
    let trial = try Trial()
    var file = try NewFile(in: trial.path, mode: 0o400)
    try file.append(Bytes("x".utf8))
    try file.place(at: "\(trial.path)/name", isDurable: false)
    #expect(try file.status().permissions == 0o400)
  }
}
