import Base
import Foundation
import MessageJSON
import Waiting

/// Google's own implementation, asked through scripts/json-reference.py.
enum Reference {
  struct Case: Decodable, Sendable {
    let type: String
    let wire: String
    let canonical: String
    let json: String
  }

  struct Verdict: Decodable, Sendable {
    let wire: String?
    let error: String?
  }

  struct Missing: Error, CustomStringConvertible {
    let description: String
  }

  private struct Files: Decodable { let files: String }

  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Random messages of every type, `count` each, and the schema they belong to.
  static func cases(seed: Int, count: Int) throws -> (schema: Schema, cases: [Case]) {
    let lines = try run(["generate", String(seed), String(count)], input: "")
    return (try schema(lines[0]), try lines.dropFirst().map { try decode($0) })
  }

  /// What Google's parser says to texts of types.
  static func verdicts(
    on texts: [(type: String, json: String)]
  ) throws -> (schema: Schema, verdicts: [Verdict]) {
    let input = try texts.map { text in
      let line = try JSONEncoder().encode(["type": text.type, "json": text.json])
      return String(decoding: line, as: UTF8.self) + "\n"
    }
    let lines = try run(["parse"], input: input.joined())
    return (try schema(lines[0]), try lines.dropFirst().map { try decode($0) })
  }

  private static func schema(_ line: Substring) throws -> Schema {
    let files: Files = try decode(line)
    return try Schema(fileSet: Bytes(hex: files.files))
  }

  private static func decode<Value: Decodable>(_ line: Substring) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(line.utf8))
  }

  private static func run(_ arguments: [String], input: String) throws -> [Substring] {
    let given = ProcessInfo.processInfo.environment["FEEDRPC_PYTHON"]
    let python = given ?? root.appending(path: ".build/python/bin/python").path
    guard FileManager.default.isExecutableFile(atPath: python) else {
      throw Missing(description: "no Python with protobuf at \(python): run scripts/setup --tests")
    }
    let process = ChildProgram()
    process.executableURL = URL(filePath: python)
    process.arguments = [root.appending(path: "scripts/json-reference.py").path] + arguments
    let (stdin, stdout) = (Pipe(), Pipe())
    process.standardInput = stdin
    process.standardOutput = stdout
    try process.run()
    // The input is smaller than a pipe holds, so writing it first can't block.
    try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try stdin.fileHandleForWriting.close()
    let output = try stdout.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Missing(description: "json-reference.py failed: run scripts/setup --tests")
    }
    return String(decoding: output, as: UTF8.self).split(separator: "\n")
  }
}

extension Bytes {
  init(hex: String) {
    let digits = Array(hex)
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { index in
      UInt8(String(digits[index...index + 1]), radix: 16)
    }
    self.init(bytes)
  }

  var hex: String {
    map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
