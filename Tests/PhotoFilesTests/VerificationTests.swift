import Base
import Files
import Foundation
import Rendering
import Testing

@testable import PhotoFiles

/// What was changed behind our back is never served.
@Suite(.timeLimit(.minutes(10)))
struct VerificationTests {
  /// Changes the file of a photo: the same size and, as far as anybody can, the same times.
  private static func change(_ path: String) throws {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    let handle = try #require(FileHandle(forUpdatingAtPath: path))
    try handle.write(contentsOf: Data("A".utf8))
    try handle.close()
    let times: [FileAttributeKey: Any] = [.modificationDate: attributes[.modificationDate] as Any]
    try FileManager.default.setAttributes(times, ofItemAtPath: path)
  }

  private static func path(_ trial: PhotoTrial) -> String {
    trial.file("\(PhotoFilesTests.hashText.prefix(2))/\(PhotoFilesTests.hashText)")
  }

  @Test(arguments: [false, true])
  func aChangedFileIsDamaged(wasOpened: Bool) async throws {
    let trial = try PhotoTrial()
    let files = try trial.open()
    let photo = try await files.keep(PhotoFilesTests.bytes).photo
    if wasOpened { _ = try await files.original(photo) }
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600],
      ofItemAtPath: Self.path(trial)
    )
    try Self.change(Self.path(trial))
    await #expect(throws: PhotoStoreError.damaged) { try await files.original(photo) }
    await #expect(throws: PhotoStoreError.damaged) { try await files.original(photo) }
    // Uploaded again, it is whole again.
    try await files.keep(PhotoFilesTests.bytes)
    #expect(try await files.original(photo) == PhotoFilesTests.bytes)
    await files.close()
  }

  @Test func whatIsNoFileIsDamaged() async throws {
    let trial = try PhotoTrial()
    let files = try trial.open()
    let path = Self.path(trial)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let hash = PhotoFilesTests.hash
    await #expect(throws: PhotoStoreError.damaged) { try await files.original(hash) }
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/zero")
    await #expect(throws: PhotoStoreError.damaged) { try await files.original(hash) }
    await files.close()
  }

  @Test func anUnchangedFileIsReadOnceToVerifyIt() async throws {
    let trial = try PhotoTrial()
    let files = try trial.open()
    let photo = try await files.keep(PhotoFilesTests.bytes).photo
    _ = try await files.open(.original, ofPhoto: photo, contentHash: photo)
    trial.fail(after: nil)
    for _ in 0..<3 { _ = try await files.open(.original, ofPhoto: photo, contentHash: photo) }
    #expect(!trial.operations.contains(.read))
    // Its times can't tell a change that came a moment ago.
    trial.setTime(PhotoFiles.clock())
    let young = try await files.keep(Bytes("another".utf8)).photo
    for _ in 0..<2 {
      trial.fail(after: nil)
      _ = try await files.open(.original, ofPhoto: young, contentHash: young)
      #expect(trial.operations.contains(.read))
    }
    await files.close()
  }
}

@Suite struct VerifiedFilesTests {
  /// What is remembered of files, with hashes of one byte.
  private final class Memory {
    var files: VerifiedFiles

    init(limit: Int = 8) { files = VerifiedFiles(limit: limit) }

    func remember(_ path: String, _ status: FileStatus, hash: UInt8 = 1, now: Int64 = .max) {
      files.remember(path, status, contentHash: [hash], now: now)
    }

    func contains(_ path: String, _ status: FileStatus, hash: UInt8 = 1) -> Bool {
      files.contains(path, status, contentHash: [hash])
    }
  }

  /// Some file that was last changed then, in nanoseconds since 1970.
  private static func status(changedAt: Int64 = 0) throws -> FileStatus {
    let path = FileManager.default.temporaryDirectory.path
    var status = try #require(try FileSystem().status(of: path))
    status.changedAt = changedAt
    status.modifiedAt = 0
    return status
  }

  @Test func aFileIsRememberedOnceItHasSettled() throws {
    let status = try Self.status(changedAt: 100)
    let settled = 100 + PhotoFilesLimits.settlingNanoseconds
    for (now, isKnown) in [(settled - 1, false), (settled, true)] {
      let memory = Memory()
      memory.remember("a", status, now: now)
      #expect(memory.contains("a", status) == isKnown)
    }
  }

  @Test func everythingThatIsKnownOfAFileCounts() throws {
    let status = try Self.status()
    let changes: [(inout FileStatus) -> Void] = [
      { $0.device += 1 }, { $0.inode += 1 }, { $0.byteCount += 1 }, { $0.changedAt += 1 },
      { $0.modifiedAt += 1 },
    ]
    for change in changes {
      let memory = Memory()
      memory.remember("a", status)
      var changed = status
      changed.accessedAt += 1
      #expect(memory.contains("a", changed), "reading is no change")
      change(&changed)
      #expect(!memory.contains("a", changed))
      #expect(!memory.contains("a", status), "it is forgotten")
    }
    let memory = Memory()
    memory.remember("a", status)
    #expect(!memory.contains("b", status))
    #expect(!memory.contains("a", status, hash: 2))
  }

  @Test func noMoreThanTheLimitAreRememberedAndTheUsedOnesStay() throws {
    let memory = Memory(limit: 8)
    let status = try Self.status()
    for number in 0..<100 {
      memory.remember("\(number)", status)
      #expect(memory.contains("0", status))
    }
    let known = (0..<100).filter { memory.contains("\($0)", status) }
    #expect(known.count <= 8 && known.contains(0) && known.contains(99))
    memory.files.forget("0")
    #expect(!memory.contains("0", status))
  }
}
