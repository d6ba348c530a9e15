import Testing

@testable import NativeWire

@Suite struct FrameHeaderTests {
  @Test func theTenBytesAreBigEndian() {
    let header = FrameHeader(.data, flags: .closing, stream: 0x0102_0304, length: 0x0A0B_0C)
    var bytes = [UInt8](repeating: 0, count: 10)
    bytes.withUnsafeMutableBytes { if let start = $0.baseAddress { header.write(to: start) } }
    #expect(bytes == [0, 0x0A, 0x0B, 0x0C, 1, 2, 3, 4, 3, 5])
    #expect(bytes.withUnsafeBytes { FrameHeader(reading: $0, at: 0) } == header)
  }

  @Test func theHighestNumbersComeBack() {
    let bytes = [0] + [UInt8](repeating: 0xFF, count: 10)
    let header = bytes.withUnsafeBytes { FrameHeader(reading: $0, at: 1) }
    #expect(header.length == 4_294_967_295)
    #expect(header.stream == FrameHeader.connectionStream)
    #expect(FrameType(rawValue: header.type) == nil)
  }

  @Test func onlyTheNewTypesAreExtensions() {
    let extensions = FrameType.allCases.filter(\.isExtension).map(\.rawValue)
    #expect(extensions == Array(0xE0...0xE7))
  }
}
