import Base
import Files

/// The lines of a file from the last to the first, with little of it in memory.
struct LinesFromEnd {
  private let file: OpenFile
  private let path: String
  private let files: FileSystem
  /// Where `held` begins in the file.
  private var offset: Int
  /// Bytes from there to the end of the next line, its line break left out.
  private var held: [UInt8] = []
  private let pieceByteCount: Int
  private(set) var lineCount = 0

  init(
    _ path: String,
    _ files: FileSystem,
    pieceByteCount: Int = TransferLimits.pieceByteCount
  ) throws(FileError) {
    self.path = path
    self.files = files
    self.pieceByteCount = pieceByteCount
    file = try files.open(path)
    offset = try files.status(of: file, path: path).byteCount
  }

  /// The line before the last one that was given; nil at the file's beginning.
  ///
  /// - Throws: `FileError`, and a complaint where a line is too long.
  mutating func next() throws -> Bytes? {
    while true {
      if let end = held.lastIndex(of: UInt8(ascii: "\n")) {
        let line = Array(held[(end + 1)...])
        held.removeSubrange(end...)
        if !line.isEmpty { return try counted(line) }
        continue
      }
      try checkLength(held)
      guard offset > 0 else {
        let line = held
        held = []
        return line.isEmpty ? nil : try counted(line)
      }
      let count = min(offset, pieceByteCount)
      offset -= count
      let piece = try files.read(file, from: offset, byteCount: count, path: path)
      held.insert(contentsOf: piece, at: 0)
    }
  }

  private mutating func counted(_ line: [UInt8]) throws(Complaint) -> Bytes {
    try checkLength(line)
    lineCount += 1
    return Bytes(line)
  }

  private func checkLength(_ line: [UInt8]) throws(Complaint) {
    guard line.count <= TransferLimits.lineByteCount else {
      throw Complaint("it has more than \(TransferLimits.lineByteCount) bytes")
    }
  }
}
