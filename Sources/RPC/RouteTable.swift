/// The methods that a server knows, found by the bytes of their names.
///
/// Immutable, so that every session and loop can share one. A lookup allocates nothing.
package final class RouteTable: Sendable {
  /// What a lookup found.
  package enum Lookup: Equatable, Sendable {
    /// The index into `methods`.
    case found(Int)
    case unknownMethod
    case unknownService
  }

  /// The methods, in the order they were given.
  package let methods: [MethodDescriptor]
  /// For each method its service's and its own name, as bytes.
  private let names: [(service: [UInt8], method: [UInt8])]
  /// Indexes of methods by hash, `buckets.count` a power of two.
  private let buckets: [[Int]]

  /// - Precondition: no method is given twice.
  package init(_ methods: [MethodDescriptor]) {
    precondition(Set(methods.map(\.path)).count == methods.count, "each method is routed once")
    self.methods = methods
    names = methods.map { (Array($0.service.utf8), Array($0.method.utf8)) }
    var bucketCount = 8
    while bucketCount < methods.count * 2 { bucketCount *= 2 }
    var buckets = [[Int]](repeating: [], count: bucketCount)
    for (index, name) in names.enumerated() {
      let hash = name.service.withUnsafeBytes { service in
        name.method.withUnsafeBytes { Self.hash(service, $0) }
      }
      buckets[hash & (bucketCount - 1)].append(index)
    }
    self.buckets = buckets
  }

  /// Finds a method; the names are compared byte for byte.
  package func lookup(
    service: UnsafeRawBufferPointer,
    method: UnsafeRawBufferPointer
  ) -> Lookup {
    for index in buckets[Self.hash(service, method) & (buckets.count - 1)]
    where Self.equal(names[index].method, method) && Self.equal(names[index].service, service) {
      return .found(index)
    }
    return names.contains { Self.equal($0.service, service) } ? .unknownMethod : .unknownService
  }

  /// FNV-1a over the method's name and the length of the service's: methods differ in their names.
  private static func hash(
    _ service: UnsafeRawBufferPointer,
    _ method: UnsafeRawBufferPointer
  ) -> Int {
    var hash: UInt32 = 2_166_136_261 ^ UInt32(truncatingIfNeeded: service.count)
    for byte in method { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return Int(hash)
  }

  private static func equal(_ name: [UInt8], _ bytes: UnsafeRawBufferPointer) -> Bool {
    name.count == bytes.count && name.withUnsafeBytes { $0.elementsEqual(bytes) }
  }
}
