import Base
import Testing

@Suite struct Base64Tests {
  /// The examples of RFC 4648 10.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ])
  func theExamplesOfTheStandardHold(text: String, padded: String) {
    let unpadded = String(padded.prefix { $0 != "=" })
    #expect(Base64.encode(Array(text.utf8)) == unpadded)
    #expect(Base64.decode(padded) == Array(text.utf8))
    #expect(Base64.decode(unpadded) == Array(text.utf8))
  }

  @Test func everyByteComesBack() {
    let bytes = Array(UInt8.min...UInt8.max)
    for count in 0...bytes.count {
      #expect(Base64.decode(Base64.encode(bytes.prefix(count))) == Array(bytes.prefix(count)))
    }
  }

  @Test(arguments: ["A", "AB=", "AB===", "====", "A-_B", "AB C", "AAAAA", "=AAA"])
  func otherTextIsRefused(text: String) { #expect(Base64.decode(text) == nil) }
}
