import Files
import Foundation
import Testing

@testable import feedrpc

@Suite struct FolderWalkTests {
  /// What is found, photos by their paths in the folder.
  private static func found(in folder: TemporaryFolder) throws -> [String] {
    var walk = try FolderWalk(folder.root, FileSystem())
    var found: [String] = []
    while let next = walk.next() {
      switch next {
      case .photo(let path): found.append(String(path.dropFirst(folder.root.count + 1)))
      case .text: found.append("text")
      case .other: found.append("other")
      case .unreadable: found.append("unreadable")
      }
    }
    return found
  }

  @Test func filesComeInTheOrderOfTheirNamesAndFoldersAtTheirPlace() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path("b/empty/.git"),
      withIntermediateDirectories: true
    )
    for name in ["c.png", "a.jpg", "b/2.jpg", "b/1.gif", "b/1.txt", "d", ".e.jpg", "b/.git"] {
      try Data().write(to: URL(filePath: folder.path(name)))
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("e.jpg"),
      withDestinationPath: folder.root
    )
    let expected = ["a.jpg", "b/1.gif", "text", "b/2.jpg", "c.png", "other", "other"]
    #expect(try Self.found(in: folder) == expected)
  }

  @Test func anEmptyFolderHasNothing() throws {
    #expect(try Self.found(in: TemporaryFolder()) == [])
  }

  @Test func aFolderMustBeThere() throws {
    let folder = try TemporaryFolder()
    #expect(throws: FileError.self) { try FolderWalk(folder.path("nothing"), FileSystem()) }
  }
}
