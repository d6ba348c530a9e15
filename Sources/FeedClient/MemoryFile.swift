public import Base
public import FeedMessages
import MemoryFiles
public import RPC

/// The bytes of an image in memory that the server shares: nothing was copied to get them.
///
/// They can't change or go away, whatever becomes of the server: the file is sealed, which was
/// checked. It stays mapped until nobody holds the value or a slice of its bytes any more. Whoever
/// shows an image often keeps it: mapping it anew costs more than the call.
///
/// ```swift
/// let request = StreamImageRequest(variant: variant, delivery: .memoryFile)
/// var stream = try await client.images.streamImage(request)
/// while let response = try await stream.next() {
///   if let header = response.header, let file = try stream.memoryFile(for: header) {
///     show(file.bytes, header.width, header.height)
///   } else {
///     append(response.chunk)
///   }
/// }
/// ```
public struct MemoryFile: Sendable {
  /// All of it, in place.
  public let bytes: Bytes

  /// How many bytes there are.
  public var byteCount: Int { bytes.count }

  /// Checks a file that a server passed and maps it.
  ///
  /// The descriptor is closed either way, once nobody holds `passed`: a mapping needs none.
  ///
  /// - Throws: why the file is not fit to be mapped.
  public init(_ passed: PassedFile, byteCount: Int) throws(MemoryFileError) {
    guard passed.label.kind == .memory else {
      throw .unknownKind(passed.label.kind.rawValue)
    }
    let fitness = FileFitness(
      of: passed.file,
      byteCount: byteCount,
      seals: passed.label.requiredSeals
    )
    switch fitness {
    case .fit: break
    case .notInMemory: throw .notInMemory
    case .unsealed: throw .unsealed
    case .wrongSize(let byteCount, let expected):
      throw .wrongSize(byteCount: byteCount, expected: expected)
    }
    guard byteCount > 0 else {
      bytes = Bytes()
      return
    }
    do { bytes = try Bytes(mapping: passed.file, byteCount: byteCount) } catch {
      throw .notMapped(errno: error.code)
    }
  }
}

/// Why a file that came with an image is not used.
public enum MemoryFileError: Error, Hashable, Sendable {
  /// The header announces a file and none came.
  case missing
  /// The server calls it something that this version does not know.
  case unknownKind(UInt8)
  /// It is a socket, a pipe or a file on a disk, which may change or never answer.
  case notInMemory
  /// Somebody could still change or shorten it: reading it could end the process.
  case unsealed
  /// It has not as many bytes as the header says.
  case wrongSize(byteCount: Int, expected: Int)
  /// The process has no room for it.
  case notMapped(errno: Int32)
}

extension MemoryFileError: CustomStringConvertible {
  /// What is wrong, for people.
  public var description: String {
    switch self {
    case .missing: "none came"
    case .unknownKind(let kind): "it is of the unknown kind \(kind)"
    case .notInMemory: "it is no memory file"
    case .unsealed: "it is not sealed"
    case .wrongSize(let byteCount, let expected): "it has \(byteCount) bytes, not \(expected)"
    case .notMapped(let errno): "it can't be mapped (errno \(errno))"
    }
  }
}

extension ResponseStream<StreamImageResponse> {
  /// The memory file that came with a header, or nil where the image comes in chunks.
  ///
  /// To be asked once, for the header that the stream gave.
  ///
  /// - Throws: why there is none that can be used; ask for the image again with `.chunks`.
  public func memoryFile(for header: ImageHeader) throws(MemoryFileError) -> MemoryFile? {
    guard header.memoryFile else { return nil }
    guard let passed = call.takeFiles().first else { throw .missing }
    return try MemoryFile(passed, byteCount: Int(clamping: header.totalBytes))
  }
}
