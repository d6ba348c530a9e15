import Testing

@testable import Rendering

@Suite struct DiskFileNameTests {
  private let name = DiskFileName(sampleAddress(), checksum: Digest(high: 0xabc << 36, low: 1))

  @Test func itIsReadAsItIsWritten() {
    let text = name.path.split(separator: "/")
    #expect(text.count == 2 && text[0] == "5e")
    #expect(DiskFileName(String(text[1])) == name)
    #expect(text[1].hasPrefix(name.address.prefix))
  }

  @Test func ofEveryNameThereIsOneSpelling() {
    let text = String(name.path.dropFirst(3))
    #expect(DiskFileName(text) != nil)
    for index in text.indices {
      for other in ["A", "F", "g", "/", " ", "+", "é", ""] {
        var changed = text
        changed.replaceSubrange(index...index, with: other)
        #expect(DiskFileName(changed) == nil, "\(changed)")
      }
    }
    for other in ["", "-", "--", text + "0", text + "-", "." + text, text.uppercased()] {
      #expect(DiskFileName(other) == nil, "\(other)")
    }
  }

  @Test func everyShardHasItsName() {
    #expect(DiskAddress.shards.count == 256 && Set(DiskAddress.shards).count == 256)
    #expect(DiskAddress.shards.first == "00" && DiskAddress.shards.last == "ff")
    #expect(sampleAddress(0x0a00_0000_0000_0000).shard == "0a")
  }

  @Test func sizesOfAPictureShareItsNumberAndNothingElse() throws {
    let keys = try [320, 640, 1080].map {
      try RenderKey(ImageVariant(imageID: "pattern:a.4x3", width: $0))
    }
    let addresses = keys.map { DiskAddress($0, codec: "build") }
    #expect(Set(addresses.map(\.picture)).count == 1)
    #expect(Set(addresses.map(\.key)).count == 3)
    #expect(addresses[0].key.hexadecimal == keys[0].etag(codec: "build"))
    #expect(DiskAddress(keys[0], codec: "other build") != addresses[0])
    let other = try RenderKey(ImageVariant(imageID: "pattern:b.4x3", width: 320))
    #expect(DiskAddress(other, codec: "build").picture != addresses[0].picture)
  }

  @Test func theHashIsThatOfLibsodium() {
    // BLAKE2b-128 of nothing and of "abc".
    #expect(Digest(of: "").hexadecimal == "cae66941d9efbd404e4d88758ea67670")
    #expect(Digest(of: "abc").hexadecimal == "cf4ab791c62b8d2b2109c90275287816")
  }
}
