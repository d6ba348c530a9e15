package import Base

/// An open file that travels beside a message, as a descriptor.
///
/// The receiver owns it: it is closed when nobody holds the value any more.
public struct PassedFile: Sendable {
  /// What is said about a file in the frame that announces it.
  public struct Label: Hashable, Sendable {
    /// What a file is.
    public struct Kind: RawRepresentable, Hashable, Sendable {
      /// The number on the wire.
      public var rawValue: UInt8

      /// A kind by its number; receivers may meet some that they don't know.
      public init(rawValue: UInt8) { self.rawValue = rawValue }

      /// Bytes in memory, which `requiredSeals` keep as they are.
      public static let memory = Kind(rawValue: 1)
    }

    /// What the file is.
    public var kind: Kind
    /// The seals that the file must have (fcntl(2), F_GET_SEALS); the receiver checks them.
    public var requiredSeals: UInt8
    /// The sender's name for it among the files of one message.
    public var tag: UInt16

    /// A label as it goes over the wire.
    public init(kind: Kind, requiredSeals: UInt8 = 0, tag: UInt16 = 0) {
      self.kind = kind
      self.requiredSeals = requiredSeals
      self.tag = tag
    }
  }

  /// What the sender says about the file; nothing of it is proven.
  public var label: Label
  package let file: OpenFile

  package init(_ file: OpenFile, _ label: Label) {
    self.file = file
    self.label = label
  }

  /// The descriptor's number, valid while the value is held; close-on-exec.
  public var descriptor: Int32 { file.descriptor }
}
