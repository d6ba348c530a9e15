import Base
import Files
import Foundation
import Testing

@testable import Rendering

@Suite struct DiskFolderTests {
  private let trial: DiskTrial
  private let folder: DiskFolder
  private let bytes = sampleBytes(300)

  init() throws {
    trial = try DiskTrial()
    folder = try trial.folder()
  }

  private func read(_ name: DiskFileName, upTo limit: Int = 1000) throws -> String {
    switch try folder.read(name, upTo: limit) {
    case .whole(let read, _): read == bytes ? "whole" : "other bytes"
    case .damaged: "damaged"
    case .missing: "missing"
    }
  }

  @Test func aFileHoldsTheBytesAndNothingElseAndNobodyMayWriteToIt() throws {
    let (name, stamp) = try folder.write(bytes, at: sampleAddress())
    #expect(try trial.files() == [folder.path(of: name)])
    #expect(DiskTrial.contents(of: folder.path(of: name)) == Array(bytes))
    let status = try #require(try FileSystem().status(of: folder.path(of: name)))
    #expect(status.permissions == 0o400 && FileStamp(status) == stamp)
    #expect(try read(name) == "whole")
    #expect(try folder.find(sampleAddress()) == name)
    #expect(try folder.find(sampleAddress(sampleAddress().picture, 8)) == nil)
    #expect(try folder.isStill(name, stamp))
  }

  @Test func aFileIsAsLongAsTheLimitAndNotLonger() throws {
    let (name, _) = try folder.write(bytes, at: sampleAddress())
    #expect(try read(name, upTo: 300) == "whole")
    #expect(try read(name, upTo: 299) == "damaged")
  }

  @Test func everyByteCounts() throws {
    let (name, stamp) = try folder.write(bytes, at: sampleAddress())
    for position in 0..<bytes.count {
      var changed = Array(bytes)
      changed[position] ^= 1 << UInt8(position % 8)
      try DiskTrial.overwrite(folder.path(of: name), changed)
      #expect(try read(name) == "damaged")
      #expect(try !folder.isStill(name, stamp))
    }
    try DiskTrial.overwrite(folder.path(of: name), Array(bytes))
    #expect(try read(name) == "whole")
  }

  @Test func aFileIsNeitherShorterNorLonger() throws {
    let (name, _) = try folder.write(bytes, at: sampleAddress())
    for count in 0..<bytes.count {
      try DiskTrial.overwrite(folder.path(of: name), Array(bytes.slice(0..<count)))
      #expect(try read(name) == "damaged")
    }
    for more in [0, 1, 255] as [UInt8] {
      try DiskTrial.overwrite(folder.path(of: name), Array(bytes) + [more])
      #expect(try read(name) == "damaged")
    }
  }

  @Test func oneRenderingDoesNotStandInForAnother() throws {
    let (small, _) = try folder.write(bytes, at: sampleAddress(1, 1))
    let (large, _) = try folder.write(sampleBytes(300, 2), at: sampleAddress(1, 2))
    let content = DiskTrial.contents(of: folder.path(of: large)) ?? []
    try DiskTrial.overwrite(folder.path(of: small), content)
    #expect(try read(small) == "damaged")
    // Also under a name that claims the checksum of the contents.
    let forged = DiskFileName(small.address, checksum: large.checksum)
    try FileSystem().move(folder.path(of: large), to: folder.path(of: forged))
    #expect(try read(forged) == "damaged")
    #expect(try read(large) == "missing")
  }

  @Test func whatIsNoFileIsDamaged() throws {
    let (name, _) = try folder.write(bytes, at: sampleAddress())
    let path = folder.path(of: name)
    try FileSystem().move(path, to: "\(trial.path)/elsewhere")
    #expect(symlink("\(trial.path)/elsewhere", path) == 0)
    #expect(try read(name) == "damaged")
    try folder.remove(name)
    #expect(mkfifo(path, 0o600) == 0)
    #expect(try read(name) == "damaged")
    try folder.remove(name)
    #expect(try read(name) == "missing")
  }

  @Test func aScanFindsOursAndRemovesTheRest() throws {
    let (name, _) = try folder.write(bytes, at: sampleAddress())
    let directory = FileSystem.directory(of: folder.path(of: name))
    for other in ["foreign", ".hidden", name.address.prefix, "00" + name.path.dropFirst(5)] {
      #expect(FileManager.default.createFile(atPath: "\(directory)/\(other)", contents: Data()))
    }
    #expect(symlink("nowhere", "\(directory)/link") == 0)
    try FileSystem().makeDirectory("\(directory)/folder")
    let found = folder.scan("5e") { error in Issue.record("\(error)") }
    #expect(found.map(\.name) == [name] && found.first?.byteCount == 300)
    #expect(try trial.files() == [folder.path(of: name)])
    #expect(folder.scan("00") { error in Issue.record("\(error)") } == [])
  }

  @Test func whatAKilledProcessLeftIsRemoved() throws {
    let unfinished = "\(folder.path)/unfinished"
    for name in ["a.partial", "b.partial"] {
      let path = "\(unfinished)/\(name)"
      #expect(FileManager.default.createFile(atPath: path, contents: Data([1])))
    }
    try folder.removeUnfinished()
    #expect(try trial.files() == [])
  }

  @Test(arguments: 0..<20) func aWriteThatFailsLeavesTheWholeFileOrNone(number: Int) throws {
    let faults = NthFault(nil)
    _ = try trial.folder(fault: faults.fault)
    let fault = NthFault(faults.operationCount + number)
    let folder = try trial.folder(fault: fault.fault)
    do {
      _ = try folder.write(bytes, at: sampleAddress())
      #expect(try trial.files().count == 1)
      #expect(fault.operationCount <= faults.operationCount + number)
    } catch let error as FileError {
      #expect(error.code == EIO)
      #expect(try trial.files() == [])
    }
  }

  @Test func aDirectoryThatOthersCouldWriteToIsRefused() throws {
    for mode in [0o720, 0o702] as [mode_t] {
      chmod(folder.path, mode)
      #expect(throws: DiskCacheRefusal(path: folder.path)) { _ = try trial.folder() }
    }
    chmod(folder.path, 0o755)
    _ = try trial.folder()
    #expect(throws: DiskCacheRefusal(path: folder.path)) {
      _ = try DiskFolder(in: trial.path, ownerID: geteuid() + 1, files: FileSystem())
    }
    try FileSystem().move(folder.path, to: "\(trial.path)/elsewhere")
    #expect(symlink("elsewhere", folder.path) == 0)
    #expect(throws: (any Error).self) { _ = try trial.folder() }
  }

  @Test func filesAreOpenToOthersWhereTheDirectoryIs() throws {
    #expect(try !trial.folder().isOpenToOthers)
    chmod(trial.path, 0o711)
    let folder = try trial.folder()
    // The folder of all temporary ones is usually open, but it need not be.
    let (name, _) = try folder.write(bytes, at: sampleAddress())
    let status = try #require(try FileSystem().status(of: folder.path(of: name)))
    #expect(status.permissions == (folder.isOpenToOthers ? 0o444 : 0o400))
  }
}
