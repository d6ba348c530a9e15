import Base
import CommandLineKit
import Files

/// What tells the accounts of this machine from those of others that share its feed.
enum MachineID {
  /// Made when the system was installed (machine-id(5)).
  static let path = "/etc/machine-id"
  /// Bytes that are looked at.
  private static let byteCount = 128

  /// The machine's own; nil where it has none.
  static func ofSystem() -> String? {
    let files = FileSystem()
    guard let file = try? files.openFollowing(path),
      let bytes = try? files.read(file, byteCount: byteCount, path: path)
    else { return nil }
    let text = bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    let line = text.prefix { $0 != "\n" }
    return try? ValueFormat<String>.machineID.parse(String(line))
  }
}
