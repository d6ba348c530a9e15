/// A call's number on its connection: what the wires call a stream id.
package struct CallID: Hashable, Sendable {
  package var rawValue: UInt32

  @inlinable
  package init(_ rawValue: UInt32) { self.rawValue = rawValue }
}
