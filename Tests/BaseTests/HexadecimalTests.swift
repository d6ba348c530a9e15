import Base
import Testing

@Suite struct HexadecimalTests {
  @Test func everyByteHasTwoDigits() {
    #expect([UInt8]().hexadecimal == "")
    #expect(([0, 15, 16, 255] as [UInt8]).hexadecimal == "000f10ff")
    #expect([0, 0x0f, 0x10, 0xab, 0xff].hexadecimal == "000f10abff")
    #expect(Bytes([1, 2]).hexadecimal == "0102")
  }
}
