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
  /// Bytes at the end of `held` that have no line break, so that each is looked at once.
  private var unbrokenCount = 0
  /// The end of the next line was too long and is not held.
  private var isTooLong = false
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
  /// - Throws: `FileError`, and a complaint where a line is too long, which the next call passes
  ///   over.
  mutating func next() throws -> Bytes? {
    while true {
      if let end = held.dropLast(unbrokenCount).lastIndex(of: UInt8(ascii: "\n")) {
        let line = Array(held[(end + 1)...])
        held.removeSubrange(end...)
        unbrokenCount = 0
        if !line.isEmpty || isTooLong { return try counted(line) }
        continue
      }
      if held.count > TransferLimits.lineByteCount {
        isTooLong = true
        held = []
      }
      unbrokenCount = held.count
      guard offset > 0 else {
        let line = held
        held = []
        unbrokenCount = 0
        return line.isEmpty && !isTooLong ? nil : try counted(line)
      }
      let count = min(offset, pieceByteCount)
      let piece = try files.read(file, from: offset - count, byteCount: count, path: path)
      offset -= count
      held.insert(contentsOf: piece, at: 0)
    }
  }

  private mutating func counted(_ line: [UInt8]) throws(Complaint) -> Bytes {
    lineCount += 1
    guard !isTooLong, line.count <= TransferLimits.lineByteCount else {
      isTooLong = false
      throw Complaint("it has more than \(TransferLimits.lineByteCount) bytes")
    }
    return Bytes(line)
  }
}
