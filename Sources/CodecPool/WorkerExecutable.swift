import Glibc

/// Where the worker's program lies.
package enum WorkerExecutable {
  /// The program's name.
  package static let name = "feedrpc-codec"

  /// The places to look, best first, for a program that itself runs from `executablePath`: beside
  /// it, then in `../lib/feedrpc` (so `/usr/bin/feedrpcd` finds `/usr/lib/feedrpc/feedrpc-codec`).
  package static func candidates(besideExecutable executablePath: String) -> [String] {
    let folder = parent(of: executablePath)
    let above = parent(of: folder)
    return ["\(join(folder, name))", "\(join(above, "lib/feedrpc/\(name)"))"]
  }

  /// The first candidate that `isExecutable`, or the first of all, so that an error names a path.
  package static func choose(
    from candidates: [String],
    isExecutable: (String) -> Bool
  ) -> String {
    candidates.first(where: isExecutable) ?? candidates.first ?? name
  }

  /// The worker's program for the program that runs now.
  package static func find() -> String {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let own = String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
    return choose(from: candidates(besideExecutable: own)) { access($0, X_OK) == 0 }
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func join(_ folder: String, _ name: String) -> String {
    folder == "/" ? "/\(name)" : "\(folder)/\(name)"
  }
}
