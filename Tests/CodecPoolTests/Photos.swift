import Base
import CodecPool
import Files
import Foundation
import Rendering
import Testing
import Waiting

/// The photos that scripts/test-photos.py makes, by name.
enum Photos {
  private static let made = Result { try make() }

  /// All names, sorted.
  static func names() throws -> [String] { try made.get().keys.sorted() }

  static func data(_ name: String) throws -> Data { try #require(try made.get()[name]) }

  /// The photo in a file without a name.
  static func open(_ name: String) throws -> OpenFile { try file(of: try data(name)) }

  static func file(of data: Data) throws -> OpenFile {
    let file = try #require(tmpfile())
    defer { fclose(file) }
    let written = data.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
    try #require(written == data.count && fflush(file) == 0)
    return OpenFile(adopting: dup(fileno(file)))
  }

  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private static func make() throws -> [String: Data] {
    let root = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let manager = FileManager.default
    let folder = manager.temporaryDirectory.appending(path: "photos-\(UUID().uuidString)")
    try manager.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? manager.removeItem(at: folder) }
    let given = ProcessInfo.processInfo.environment["FEEDRPC_PYTHON"]
    let python = given ?? root.appending(path: ".build/python/bin/python").path
    guard manager.isExecutableFile(atPath: python) else {
      throw Failure(description: "no Python at \(python): run scripts/setup --tests")
    }
    let program = ChildProgram()
    program.executableURL = URL(filePath: python)
    program.arguments = [root.appending(path: "scripts/test-photos.py").path, folder.path]
    try program.run()
    program.waitUntilExit()
    guard program.terminationStatus == 0 else {
      throw Failure(description: "scripts/test-photos.py failed; its words are above")
    }
    let names = try manager.contentsOfDirectory(atPath: folder.path)
    return try names.reduce(into: [:]) { photos, name in
      photos[name] = try Data(contentsOf: folder.appending(path: name))
    }
  }
}

/// What is seen in the middle of the four quarters of a picture, row by row.
struct Quarters: CustomStringConvertible {
  /// R, G, B, A each.
  let colors: [[UInt8]]

  init(_ pixels: Bytes, width: Int, height: Int) {
    colors = (0..<4).map { index in
      let column = (1 + index % 2 * 2) * width / 4
      let row = (1 + index / 2 * 2) * height / 4
      return Array(pixels.slice(4 * (row * width + column)..<4 * (row * width + column) + 4))
    }
  }

  static let red: [UInt8] = [255, 0, 0, 255]
  static let green: [UInt8] = [0, 255, 0, 255]
  static let blue: [UInt8] = [0, 0, 255, 255]
  static let white: [UInt8] = [255, 255, 255, 255]

  /// Whether no sample is further from what is expected.
  func isLike(_ expected: [[UInt8]], within tolerance: Int) -> Bool {
    zip(colors, expected).allSatisfy { color, expected in
      zip(color, expected).allSatisfy { abs(Int($0) - Int($1)) <= tolerance }
    }
  }

  var description: String { "\(colors)" }
}

/// Real workers for all tests that need nothing special: a start takes longer than a photo.
let shared = Result { try CodecPool.real(workers: 2) }

extension CodecPool {
  /// Real workers.
  static func real(workers: Int = 1, limits: CodecLimits = CodecLimits()) throws -> CodecPool {
    CodecPool(
      workerCount: workers,
      executablePath: try builtProgram("feedrpc-codec"),
      limits: limits
    )
  }

  func quarters(of file: OpenFile, _ width: Int, _ height: Int) async throws -> Quarters {
    let pixels = try await render(file, width: width, height: height, as: nil, quality: 100)
    return Quarters(pixels, width: width, height: height)
  }
}
