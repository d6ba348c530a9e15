/// Names and values that travel beside the messages of a call.
///
/// Names are lower-case `[0-9a-z_.-]`; several values of one name keep their order. Values of
/// names that end in `-bin` hold base64.
public struct Metadata: Hashable, Sendable {
  /// One name with one of its values.
  public struct Entry: Hashable, Sendable {
    /// In lower case.
    public var name: String
    /// Printable ASCII where HTTP/2 must carry it.
    public var value: String

    /// An entry as it is: the name is in lower case already.
    @inlinable
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// All entries in the order they were added.
  public private(set) var entries: [Entry] = []

  /// No entries.
  public init() {}

  /// True where there are no entries.
  public var isEmpty: Bool { entries.isEmpty }

  /// Adds a value; upper-case letters of the name become lower-case.
  public mutating func add(_ value: String, for name: String) {
    entries.append(Entry(name: name.lowercased(), value: value))
  }

  /// The first value of a name, given in lower case.
  public subscript(_ name: String) -> String? { entries.first { $0.name == name }?.value }

  /// Every value of a name, given in lower case, in order.
  public func values(for name: String) -> [String] {
    entries.filter { $0.name == name }.map(\.value)
  }
}

extension Metadata: ExpressibleByDictionaryLiteral {
  /// The entries in the order they are written.
  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { add(value, for: name) }
  }
}
