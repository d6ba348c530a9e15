import Glibc

/// What the machine knows of its accounts.
enum Accounts {
  /// Bytes that one passwd entry may take.
  private static let entryByteCount = 16_384

  /// The name in the passwd entry of a uid; nil where there is none.
  ///
  /// It may ask the network, so not on a loop.
  static func name(of uid: UInt32) -> String? { entry(of: uid) { $0.pw_name } }

  /// The home in the passwd entry of a uid; nil where there is none.
  static func home(of uid: UInt32) -> String? { entry(of: uid) { $0.pw_dir } }

  /// A text of an entry.
  private static func entry(
    of uid: UInt32,
    _ field: (passwd) -> UnsafeMutablePointer<CChar>?
  ) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: entryByteCount) { buffer in
      guard let memory = buffer.baseAddress else { return nil }
      var entry = passwd()
      var found: UnsafeMutablePointer<passwd>?
      let status = getpwuid_r(uid, &entry, memory, buffer.count, &found)
      guard status == 0, let found, let text = field(found.pointee) else { return nil }
      return String(cString: text)
    }
  }
}
