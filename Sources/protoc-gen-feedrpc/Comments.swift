internal import CProtobuf
internal import ProtobufRuntime

/// What was written beside the declarations of a file.
struct Comments {
  private let texts: [[Int32]: String]
  /// Field numbers and indexes that lead from FileDescriptorProto to the declaration.
  private let path: [Int32]

  init(_ info: UnsafeMutablePointer<Google__Protobuf__SourceCodeInfo>?) {
    var texts: [[Int32]: String] = [:]
    let locations = UnsafeBufferPointer(
      start: info?.pointee.location,
      count: info?.pointee.n_location ?? 0
    )
    for case let location? in locations {
      let leading = Field.text(location.pointee.leading_comments)
      let text = leading.isEmpty ? Field.text(location.pointee.trailing_comments) : leading
      guard !text.isEmpty else { continue }
      texts[Field.values(location.pointee.path, location.pointee.n_path) { $0 }] = text
    }
    self.texts = texts
    path = []
  }

  private init(_ texts: [[Int32]: String], _ path: [Int32]) {
    self.texts = texts
    self.path = path
  }

  /// What is written at the declaration: above it, or else behind it.
  var text: String { texts[path] ?? "" }

  /// The comments of the `index`-th declaration of the field `number` of this one.
  func at(_ number: Int32, _ index: Int) -> Comments {
    Comments(texts, path + [number, Int32(index)])
  }
}
