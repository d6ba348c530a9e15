import Base
import Hashing
import Testing

/// Against the examples of FIPS 180-4.
@Suite struct SHA256Tests {
  private static let ofNothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
  private static let ofABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

  @Test(arguments: [("", ofNothing), ("abc", ofABC)])
  func aHashIsTheOneOfTheStandard(text: String, digits: String) {
    #expect(SHA256.hash(of: Bytes(text.utf8)).hexadecimal == digits)
  }

  @Test func everySplitOfTheBytesIsTheSameHash() {
    let bytes = Bytes((0..<200).map { UInt8($0) })
    let whole = SHA256.hash(of: bytes)
    for split in 0...bytes.count {
      var hash = SHA256()
      hash.update(bytes.slice(0..<split))
      hash.update(bytes.slice(split..<bytes.count))
      #expect(hash.finish() == whole)
    }
  }
}
