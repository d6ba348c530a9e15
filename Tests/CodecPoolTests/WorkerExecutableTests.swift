import CodecPool
import Testing

@Suite struct WorkerExecutableTests {
  @Test(arguments: [
    ("/usr/bin/feedrpcd", ["/usr/bin/feedrpc-codec", "/usr/lib/feedrpc/feedrpc-codec"]),
    ("/bin/feedrpcd", ["/bin/feedrpc-codec", "/lib/feedrpc/feedrpc-codec"]),
    ("/feedrpcd", ["/feedrpc-codec", "/lib/feedrpc/feedrpc-codec"]),
    ("a/b/feedrpcd", ["a/b/feedrpc-codec", "a/lib/feedrpc/feedrpc-codec"]),
  ])
  func theProgramIsBesideTheDaemonOrInItsLibraryFolder(executable: String, candidates: [String]) {
    #expect(WorkerExecutable.candidates(besideExecutable: executable) == candidates)
  }

  @Test(
    arguments: [
      (["/a", "/b"], "/a"), (["/b"], "/b"), ([], "/a"),
    ] as [([String], String)]
  )
  func theFirstThatCanRunIsTaken(runnable: [String], chosen: String) {
    #expect(WorkerExecutable.choose(from: ["/a", "/b"]) { runnable.contains($0) } == chosen)
  }

  @Test func theBuiltProgramIsFoundBesideTheTests() {
    #expect(WorkerExecutable.find().hasSuffix("/feedrpc-codec"))
  }
}
