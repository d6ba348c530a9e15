import Base
import CLinux
import CVips

/// Names the build of everything that decides which bytes come out.
///
/// That is libvips with all libraries that it has loaded, by the identities that the linker gave
/// their contents, and our own options. Where and when they were installed does not matter.
enum BuildIdentity {
  /// The identity as "vips-8.14.1-options-1-" and 32 hexadecimal digits.
  static func current() -> String {
    let libraries = loadedLibraries().sorted().joined(separator: "\n")
    let version = String(cString: cvips_version())
    return "vips-\(version)-options-\(cvips_options_revision)-\(digest(libraries))"
  }

  /// One line a library: its name and the identity of its contents.
  private static func loadedLibraries() -> [String] {
    var lines: [String] = []
    withUnsafeMutablePointer(to: &lines) { lines in
      linux_visit_loaded_libraries(
        { library, lines in
          guard let library = library?.pointee else { return }
          let path = String(cString: library.path)
          let name = path.split(separator: "/").last.map(String.init) ?? path
          // Swift's own do not touch pictures, and are not there in a static build.
          if name.hasPrefix("libswift") { return }
          let identity = UnsafeBufferPointer(start: library.build_id, count: library.build_id_count)
          let digits = identity.hexadecimal
          lines?.assumingMemoryBound(to: [String].self).pointee.append("\(name) \(digits)")
        },
        lines
      )
    }
    return lines
  }

  private static func digest(_ text: String) -> String {
    var text = text
    return text.withUTF8 { bytes in
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 65) { digits in
        guard let start = digits.baseAddress else { return "" }
        cvips_sha256(bytes.baseAddress, bytes.count, start)
        return String(String(cString: start).prefix(32))
      }
    }
  }
}
