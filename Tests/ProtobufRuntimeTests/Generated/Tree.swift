// Made by protoc-gen-feedrpc from feedrpc/testing/v1/kinds.proto. Do not edit.

// The comments are those of the .proto, which does not explain every field.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Base
internal import CTestProtobuf
public import ProtobufRuntime

/// A tree, and maps.
public struct Tree: FeedMessage {
  public var name: String
  public var branches: [Tree]
  public var labels: [String: String]
  public var choice: Choice?
  public var leaf: Singular?
  public var marks: [String: Label]

  /// A message with these fields; what is not given has its default.
  public init(
    name: String = "",
    branches: [Tree] = [],
    labels: [String: String] = [:],
    choice: Choice? = nil,
    leaf: Singular? = nil,
    marks: [String: Label] = [:]
  ) {
    self.name = name
    self.branches = branches
    self.labels = labels
    self.choice = choice
    self.leaf = leaf
    self.marks = marks
  }
}

extension Tree: CBackedMessage {
  public static var fullName: String { "feedrpc.testing.v1.Tree" }

  package static let descriptor = MessageDescriptor(of: feedrpc__testing__v1__tree__init)

  public init(wireBytes: Bytes) throws(MalformedMessage) {
    let unpacked = try UnpackedMessage(wireBytes, as: Self.descriptor)
    self.init(unpacked.pointer(as: Feedrpc__Testing__V1__Tree.self))
  }

  public func encoded() -> EncodedMessage {
    EncodedMessage { arena in UnsafeRawPointer(cStruct(in: arena)) }
  }

  /// Copies out of a struct that was checked; nothing of it is kept.
  init(_ cStruct: UnsafePointer<Feedrpc__Testing__V1__Tree>) {
    name = Field.text(cStruct.pointee.name)
    branches = Field.messages(cStruct.pointee.branches, cStruct.pointee.n_branches) { Tree($0) }
    labels = Field.map(cStruct.pointee.labels, cStruct.pointee.n_labels) { entry in
      (Field.text(entry.pointee.key), Field.text(entry.pointee.value))
    }
    choice = cStruct.pointee.choice.map { Choice($0) }
    leaf = cStruct.pointee.leaf.map { Singular($0) }
    marks = Field.map(cStruct.pointee.marks, cStruct.pointee.n_marks) { entry in
      let value = entry.pointee.value.map { Label($0) }
      return (Field.text(entry.pointee.key), value ?? Label())
    }
  }

  /// The message as its C struct, with all that it points to, in `arena`.
  func cStruct(in arena: Arena) -> UnsafeMutablePointer<Feedrpc__Testing__V1__Tree> {
    let cStruct = arena.allocate(Feedrpc__Testing__V1__Tree.self)
    feedrpc__testing__v1__tree__init(cStruct)
    if !name.isEmpty { cStruct.pointee.name = arena.text(name) }
    cStruct.pointee.n_branches = branches.count
    cStruct.pointee.branches = arena.values(branches) { $0.cStruct(in: arena) }
    cStruct.pointee.n_labels = labels.count
    cStruct.pointee.labels = arena.values(labels.sorted { $0.key < $1.key }) { entry in
      let target = arena.allocate(Feedrpc__Testing__V1__Tree__LabelsEntry.self)
      feedrpc__testing__v1__tree__labels_entry__init(target)
      target.pointee.key = arena.text(entry.key)
      target.pointee.value = arena.text(entry.value)
      return target
    }
    if let choice { cStruct.pointee.choice = choice.cStruct(in: arena) }
    if let leaf { cStruct.pointee.leaf = leaf.cStruct(in: arena) }
    cStruct.pointee.n_marks = marks.count
    cStruct.pointee.marks = arena.values(marks.sorted { $0.key < $1.key }) { entry in
      let target = arena.allocate(Feedrpc__Testing__V1__Tree__MarksEntry.self)
      feedrpc__testing__v1__tree__marks_entry__init(target)
      target.pointee.key = arena.text(entry.key)
      target.pointee.value = entry.value.cStruct(in: arena)
      return target
    }
    return cStruct
  }
}
