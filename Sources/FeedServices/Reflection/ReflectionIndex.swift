import Base
import ProtobufRuntime

/// The .proto files that reflection tells of, by path and by what they declare.
struct ReflectionIndex: Sendable {
  /// What is declared under a full name.
  private struct Symbol {
    let file: Int
    let isMessage: Bool
  }

  private struct File {
    let descriptor: Bytes
    let imports: [String]
  }

  /// The full names of the services that are served, sorted.
  let services: [String]
  private var files: [File] = []
  private var indexByPath: [String: Int] = [:]
  private var symbols: [String: Symbol] = [:]

  /// Indexes files; one that declares services none of which is served is left out.
  ///
  /// - Parameters:
  ///   - descriptors: Packed google.protobuf.FileDescriptorProtos, with all that they import.
  ///   - services: The full names of what is served.
  /// - Throws: Where one of them is no descriptor.
  init(
    _ descriptors: [Bytes],
    services: some Sequence<String>
  ) throws(MalformedMessage) {
    let served = Set(services)
    self.services = served.sorted()
    for descriptor in descriptors {
      let outline = try ProtoFileOutline(descriptor)
      guard outline.services.isEmpty || !served.isDisjoint(with: outline.services) else { continue }
      let index = files.count
      files.append(File(descriptor: descriptor, imports: outline.imports))
      indexByPath[outline.path] = index
      for name in outline.messages { symbols[name] = Symbol(file: index, isMessage: true) }
      for name in outline.services + outline.others {
        symbols[name] = Symbol(file: index, isMessage: false)
      }
    }
  }

  /// The file with a path, then all that it imports, directly or not; nil where there is none.
  func files(at path: String) -> [Bytes]? { indexByPath[path].map(closure) }

  /// The file that declares something, then all that it imports; nil where nothing has this name.
  func files(declaring name: String) -> [Bytes]? {
    symbols[name].map { closure(of: $0.file) }
  }

  /// True where a message has this full name.
  func hasMessage(_ name: String) -> Bool { symbols[name]?.isMessage ?? false }

  private func closure(of start: Int) -> [Bytes] {
    var found = [start]
    var next = 0
    while next < found.count {
      for path in files[found[next]].imports {
        if let index = indexByPath[path], !found.contains(index) { found.append(index) }
      }
      next += 1
    }
    return found.map { files[$0].descriptor }
  }
}
