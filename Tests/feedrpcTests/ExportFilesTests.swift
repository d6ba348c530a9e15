import Base
import CommandLineKit
import Files
import Foundation
import Testing

@testable import feedrpc

/// The files of exports: their manifest, their names, and their lines from the end.
@Suite struct ExportFilesTests {
  private let files = FileSystem()

  @Test func aManifestIsReadAsItWasWritten() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("manifest.json")
    let counts = ExportManifest.Counts(users: 1, posts: 2, comments: 3, likes: 4, photos: 6)
    for manifest in [
      ExportManifest(feedID: "f/1", counts: counts), ExportManifest(feedID: "f"),
    ] {
      try manifest.write(path, files)
      #expect(try ExportManifest.read(path, files) == manifest)
    }
    try ExportManifest(feedID: "f/1", counts: counts).write(path, files)
    #expect(
      try String(contentsOfFile: path, encoding: .utf8) == """
        {"counts":{"comments":3,"follows":0,"likes":4,"photos":6,"posts":2,"users":1},\
        "feedId":"f/1","format":"feedrpc-export","version":1}

        """
    )
    #expect(try folder.names() == ["manifest.json"])
  }

  @Test(arguments: [
    "", "{}", #"{"name":"a web app"}"#, #"{"format":"x","version":1,"feedId":"f"}"#,
  ])
  func theManifestOfAnotherProgramIsNone(json: String) {
    #expect(ExportManifest(json: Bytes(json.utf8)) == nil)
  }

  @Test func anExportBeginsInAnEmptyFolderOrAnEarlierOne() throws {
    let folder = try TemporaryFolder()
    let export = ExportFolder(path: folder.path("a/b"), files: files)
    #expect(try export.manifest() == nil)
    try export.begin(feedID: "one")
    #expect(try export.manifest() == ExportManifest(feedID: "one"))
    try Data().write(to: URL(filePath: folder.path("a/b/photos/x\(NewFile.temporarySuffix)")))
    try Data().write(to: URL(filePath: folder.path("a/b/photos/old.jpg")))
    try export.begin(feedID: "one")
    #expect(throws: CommandFailure.self) { try export.begin(feedID: "two") }
    let whole = ExportManifest(feedID: "one", counts: .init())
    try export.finish(whole, photoNames: [])
    #expect(try export.manifest() == whole)
    let left = try FileManager.default.subpathsOfDirectory(atPath: export.path)
    #expect(left.sorted() == ["manifest.json", "photos"])
    #expect(throws: CommandFailure.self) { try export.begin(feedID: "two") }
    #expect(try export.manifest() == whole)
  }

  @Test func aFolderWithOtherThingsIsLeftAlone() throws {
    let folder = try TemporaryFolder()
    try Data("{}".utf8).write(to: URL(filePath: folder.path("manifest.json")))
    let export = ExportFolder(path: folder.root, files: files)
    #expect(throws: CommandFailure.self) { try export.begin(feedID: "one") }
    #expect(try folder.names() == ["manifest.json"])
  }

  @Test(arguments: [
    ("photos/a.jpg", true), ("photos/", false), ("photos/.a", false), ("photos/../a", false),
    ("photos/a/b", false), ("pattern:a.1x1", false), ("/photos/a", false), ("", false),
  ])
  func onlyFilesOfTheExportAreItsPhotos(id: String, isFile: Bool) {
    let export = ExportFolder(path: "folder", files: files)
    #expect(export.photoPath(ofImage: id) == (isFile ? "folder/\(id)" : nil))
  }

  @Test func photosAreNamedByTheirContent() {
    let hash = [UInt8](repeating: 1, count: 32)
    let digits = String(repeating: "01", count: 32)
    for (type, name) in [("image/jpeg", "jpg"), ("image/avif", "avif"), ("text/plain", "bin")] {
      #expect(ExportFolder.imageID(ofPhoto: hash, contentType: type) == "photos/\(digits).\(name)")
    }
  }

  /// The manifest says that all is there, so it must not outlast a photo.
  @Test func aPhotoIsOnTheDiskBeforeItHasItsPlace() throws {
    let folder = try TemporaryFolder()
    let changes = Lock<[FileChange]>([])
    let files = FileSystem(witness: { change in changes.withLock { $0.append(change) } })
    let export = ExportFolder(path: folder.root, files: files)
    try export.begin(feedID: "one")
    var photo = try NewFile(in: export.photoFolder, files: files)
    try photo.append([1])
    changes.withLock { $0 = [] }
    let hash = [UInt8](repeating: 1, count: 32)
    let id = try export.place(&photo, hash: hash, contentType: "image/png")
    let place = "\(folder.root)/\(id)"
    let told = changes.withLock { $0 }
    guard told.count == 3, case .synced(let made) = told[0] else {
      Issue.record("\(told)")
      return
    }
    #expect(told[1...] == [.moved(made, to: place), .synced(export.photoFolder)])
  }

  @Test func requestIDsDifferByFeedAndThing() {
    let ids = [("a", "f"), ("b", "f"), ("a", "g")].map {
      ExportFolder.requestID(of: $0.0, feedID: $0.1)
    }
    #expect(Set(ids).count == 3 && ids.allSatisfy { $0.utf8.count <= 64 })
  }

  /// Read in pieces of every size.
  @Test(arguments: ["", "\n", "a", "a\n", "a\nbc", "\n\nabc\n\nd\n", "abcdef\nghijkl\n"])
  func linesComeFromTheEndWhateverThePieces(text: String) throws {
    let folder = try TemporaryFolder()
    try Data(text.utf8).write(to: URL(filePath: folder.path("lines")))
    let expected = text.split(separator: "\n").reversed().map(String.init)
    for pieceByteCount in 1...16 {
      var lines = try LinesFromEnd(folder.path("lines"), files, pieceByteCount: pieceByteCount)
      var found: [String] = []
      while let line = try lines.next() { found.append(String(decoding: line, as: UTF8.self)) }
      #expect(found == expected && lines.lineCount == expected.count)
    }
  }

  @Test(arguments: [(0, true), (1, false), (10_000, false)])
  func aLineHasALimit(excess: Int, isTaken: Bool) throws {
    let folder = try TemporaryFolder()
    let limit = TransferLimits.lineByteCount
    let long = "before\n" + String(repeating: "x", count: limit + excess) + "\n"
    try Data(long.utf8).write(to: URL(filePath: folder.path("lines")))
    var lines = try LinesFromEnd(folder.path("lines"), files, pieceByteCount: 1_000)
    let line = try? lines.next()
    #expect((line != nil) == isTaken && lines.lineCount == 1)
    #expect(try lines.next() == Bytes("before".utf8) && lines.lineCount == 2)
    #expect(try lines.next() == nil)
  }

  @Test func aLineAtTheBeginningThatIsTooLongIsOne() throws {
    let folder = try TemporaryFolder()
    let long = String(repeating: "x", count: TransferLimits.lineByteCount + 1)
    try Data(long.utf8).write(to: URL(filePath: folder.path("lines")))
    var lines = try LinesFromEnd(folder.path("lines"), files)
    #expect(throws: Complaint.self) { try lines.next() }
    #expect(try lines.next() == nil)
  }
}
