import Base
import Foundation

/// Just enough of PNG (www.w3.org/TR/png) to get the pixels of an 8-bit RGBA picture back.
struct PNGReader {
  let width: Int
  let height: Int
  /// The types of the chunks in their order.
  let chunkTypes: [String]
  /// R, G, B, A, a byte each.
  let pixels: [UInt8]

  struct Malformed: Error {}

  init(_ file: Bytes) throws {
    let bytes = Array(file)
    guard bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) else {
      throw Malformed()
    }
    var types: [String] = []
    var (header, data): ([UInt8], [UInt8]) = ([], [])
    var position = 8
    while position + 12 <= bytes.count {
      let count = Self.integer(bytes, at: position)
      let type = String(decoding: bytes[position + 4..<position + 8], as: UTF8.self)
      let body = bytes[position + 8..<position + 8 + count]
      types.append(type)
      if type == "IHDR" { header = Array(body) }
      if type == "IDAT" { data += body }
      position += 12 + count
    }
    guard header.count == 13, header[8...] == [8, 6, 0, 0, 0] else { throw Malformed() }
    chunkTypes = types
    width = Self.integer(header, at: 0)
    height = Self.integer(header, at: 4)
    let size = (1 + 4 * width) * height
    pixels = try Self.unfilter(try Self.inflate(data, byteCount: size), width: width)
  }

  private static func integer(_ bytes: [UInt8], at offset: Int) -> Int {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  /// Undoes zlib's compression with the zlib that libpng has brought along.
  private static func inflate(_ data: [UInt8], byteCount: Int) throws -> [UInt8] {
    typealias Uncompress =
      @convention(c) (
        UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt>, UnsafePointer<UInt8>, UInt
      ) -> CInt
    guard let library = dlopen("libz.so.1", RTLD_NOW), let symbol = dlsym(library, "uncompress")
    else { throw Malformed() }
    let uncompress = unsafeBitCast(symbol, to: Uncompress.self)
    var result = [UInt8](repeating: 0, count: byteCount)
    var count = UInt(byteCount)
    guard uncompress(&result, &count, data, UInt(data.count)) == 0, count == byteCount else {
      throw Malformed()
    }
    return result
  }

  /// Undoes the filters of the rows (9.2 of the specification).
  private static func unfilter(_ rows: [UInt8], width: Int) throws -> [UInt8] {
    let stride = 4 * width
    var pixels: [UInt8] = []
    var above = [UInt8](repeating: 0, count: stride)
    for start in Swift.stride(from: 0, to: rows.count, by: stride + 1) {
      var row = Array(rows[start + 1...start + stride])
      for index in 0..<stride {
        let left = index < 4 ? 0 : row[index - 4]
        switch rows[start] {
        case 0: break
        case 1: row[index] &+= left
        case 2: row[index] &+= above[index]
        case 3: row[index] &+= UInt8((Int(left) + Int(above[index])) / 2)
        case 4: row[index] &+= paeth(left, above[index], index < 4 ? 0 : above[index - 4])
        default: throw Malformed()
        }
      }
      pixels += row
      above = row
    }
    return pixels
  }

  private static func paeth(_ left: UInt8, _ above: UInt8, _ corner: UInt8) -> UInt8 {
    let estimate = Int(left) + Int(above) - Int(corner)
    let distances = [left, above, corner].map { abs(estimate - Int($0)) }
    if distances[0] <= distances[1] && distances[0] <= distances[2] { return left }
    return distances[1] <= distances[2] ? above : corner
  }
}
