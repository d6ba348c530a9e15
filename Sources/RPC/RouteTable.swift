import Base

/// The methods that a server knows, found by the bytes of their names.
///
/// Immutable, so that every session and loop can share one. A lookup allocates nothing.
package final class RouteTable: @unchecked Sendable {  // Never changed.
  /// What a lookup found.
  package enum Lookup: Equatable, Sendable {
    /// The index into `methods`.
    case found(Int)
    case unknownMethod
    case unknownService
  }

  /// The methods, in the order they were given.
  package let methods: [MethodDescriptor]
  /// Where the names of each method lie in `text`.
  private let places: [Place]
  /// All names behind each other.
  private let text: UnsafeMutableRawBufferPointer
  /// For each hash, modulo the count, the first method, or -1; `nextInBucket` chains the others.
  private let firstInBucket: [Int32]
  private let nextInBucket: [Int32]

  private struct Place: Sendable {
    var serviceOffset: Int
    var serviceCount: Int
    var methodOffset: Int
    var methodCount: Int
  }

  /// - Precondition: no method is given twice.
  package init(_ methods: [MethodDescriptor]) {
    precondition(Set(methods.map(\.path)).count == methods.count, "each method is routed once")
    self.methods = methods
    var text: [UInt8] = []
    var places: [Place] = []
    for method in methods {
      let start = text.count
      text += method.service.utf8
      let middle = text.count
      text += method.method.utf8
      let place = Place(
        serviceOffset: start,
        serviceCount: middle - start,
        methodOffset: middle,
        methodCount: text.count - middle
      )
      places.append(place)
    }
    var bucketCount = 8
    while bucketCount < methods.count * 2 { bucketCount *= 2 }
    var first = [Int32](repeating: -1, count: bucketCount)
    var next = [Int32](repeating: -1, count: methods.count)
    for (index, place) in places.enumerated() {
      let hash = text.withUnsafeBytes { text in
        let end = place.methodOffset + place.methodCount
        let name = UnsafeRawBufferPointer(rebasing: text[place.methodOffset..<end])
        return Self.hash(serviceCount: place.serviceCount, method: name)
      }
      let bucket = hash & (bucketCount - 1)
      next[index] = first[bucket]
      first[bucket] = Int32(index)
    }
    self.text = .allocate(byteCount: text.count, alignment: 1)
    self.text.copyBytes(from: text)
    self.places = places
    firstInBucket = first
    nextInBucket = next
  }

  deinit { text.deallocate() }

  /// Finds a method; the names are compared byte for byte.
  package func lookup(
    service: UnsafeRawBufferPointer,
    method: UnsafeRawBufferPointer
  ) -> Lookup {
    let hash = Self.hash(serviceCount: service.count, method: method)
    var index = Int(firstInBucket[hash & (firstInBucket.count - 1)])
    while index >= 0 {
      let place = places[index]
      if name(place.methodOffset, place.methodCount).hasSameBytes(as: method),
        name(place.serviceOffset, place.serviceCount).hasSameBytes(as: service)
      {
        return .found(index)
      }
      index = Int(nextInBucket[index])
    }
    let isKnown = places.contains { place in
      name(place.serviceOffset, place.serviceCount).hasSameBytes(as: service)
    }
    return isKnown ? .unknownMethod : .unknownService
  }

  /// Mixes both lengths with the first and the last bytes of the method's name, in which methods
  /// differ.
  private static func hash(serviceCount: Int, method: UnsafeRawBufferPointer) -> Int {
    var mixed = UInt64(truncatingIfNeeded: serviceCount &* 31 &+ method.count)
    if method.count >= 8 {
      mixed ^= method.loadUnaligned(as: UInt64.self)
      mixed &*= 0x9E37_79B9_7F4A_7C15
      mixed ^= method.loadUnaligned(fromByteOffset: method.count - 8, as: UInt64.self)
    } else {
      for byte in method { mixed = mixed << 8 ^ mixed >> 56 ^ UInt64(byte) }
    }
    return Int(truncatingIfNeeded: (mixed &* 0x9E37_79B9_7F4A_7C15) >> 40)
  }

  private func name(_ offset: Int, _ count: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: text[offset..<offset + count])
  }
}
