import Files
import Glibc
import Testing

@Suite struct DirectoryTests {
  private func permissions(_ path: String) throws -> UInt32? {
    try FileSystem().status(of: path)?.permissions
  }

  @Test func whatIsMissingIsMadeWithItsModeAndWhatIsThereKeepsIts() throws {
    let trial = try Trial()
    let files = FileSystem()
    let path = "\(trial.path)/a/b/c"
    try files.makeDirectory("\(trial.path)/a", mode: 0o750)
    try files.makeDirectory(path, mode: 0o733)
    #expect(try permissions("\(trial.path)/a") == 0o750)
    #expect(try permissions("\(trial.path)/a/b") == 0o733)
    #expect(try permissions(path) == 0o733)
    try files.makeDirectory(path, mode: 0o700)
    #expect(try permissions(path) == 0o733)
  }

  @Test func slashesMoreOrLessMakeNoDifference() throws {
    let trial = try Trial()
    try FileSystem().makeDirectory("\(trial.path)//a//b//")
    #expect(try permissions("\(trial.path)/a/b") == 0o700)
  }

  @Test(arguments: [false, true]) func everyFailureIsTold(lasts: Bool) throws {
    // Two directories are missing: mkdir, mkdir of the one above, chmod, mkdir, chmod. To last, the
    // directory that each is in is opened and synced too.
    let count = lasts ? 9 : 5
    for number in 0...count {
      let trial = try Trial()
      let files = trial.files(failing: number)
      let make: () throws -> Void = { try files.makeDirectory("\(trial.path)/a/b", lasts: lasts) }
      if number < count {
        let error = #expect(throws: FileError.self) { try make() }
        #expect(error?.code == EIO && error?.operation == trial.operations.last)
      } else {
        try make()
        #expect(trial.operations.count == count)
      }
    }
  }

  @Test func aFileInTheWayAndALinkToNowhereAreErrors() throws {
    let trial = try Trial()
    let files = FileSystem()
    _ = try files.lock("\(trial.path)/file")
    #expect(throws: FileError(ENOTDIR, .makeDirectory, "\(trial.path)/file/a")) {
      try files.makeDirectory("\(trial.path)/file/a")
    }
    #expect(symlink("nowhere", "\(trial.path)/link") == 0)
    #expect(throws: FileError(ENOENT, .makeDirectory, "\(trial.path)/link/a")) {
      try files.makeDirectory("\(trial.path)/link/a")
    }
  }

  @Test(arguments: [
    ("", "."), ("a", "."), ("a/", "."), ("a/b", "a"), ("a//b/", "a"), ("/", "/"), ("//", "/"),
    ("/a", "/"), ("/a/b", "/a"), ("//a", "/"), ("./a", "."), ("../a", ".."),
  ])
  func theDirectoryOfAPath(path: String, directory: String) {
    #expect(FileSystem.directory(of: path) == directory)
  }
}
