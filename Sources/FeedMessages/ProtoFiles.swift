internal import CProtobuf

/// A .proto file as compiled.
public struct ProtoFile: Sendable {
  /// The path that others import it by, as `feedrpc/v1/feed.proto`.
  public let path: String
  /// A packed google.protobuf.FileDescriptorProto, JSON names included, comments not.
  public let bytes: [UInt8]
}

/// The .proto files that messages and services were generated from.
public enum ProtoFiles {
  /// All files; a file comes after what it imports.
  public static let all: [ProtoFile] = {
    var count = 0
    let files = UnsafeBufferPointer(start: feedrpc_proto_files(&count), count: count)
    return files.map { file in
      ProtoFile(
        path: String(cString: file.path),
        bytes: Array(UnsafeBufferPointer(start: file.bytes, count: file.byte_count))
      )
    }
  }()
}
