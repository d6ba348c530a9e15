import RPC
import Testing

@Suite struct MetadataTests {
  @Test func namesAreLowerCase() {
    var metadata = Metadata()
    metadata.add("1", for: "Feedrpc-Viewer")
    #expect(metadata["feedrpc-viewer"] == "1")
    #expect(metadata["Feedrpc-Viewer"] == nil)
    #expect(metadata.entries == [Metadata.Entry(name: "feedrpc-viewer", value: "1")])
  }

  @Test func valuesOfANameKeepTheirOrder() {
    let metadata: Metadata = ["a": "1", "b": "2", "A": "3"]
    #expect(metadata["a"] == "1")
    #expect(metadata.values(for: "a") == ["1", "3"])
    #expect(metadata.values(for: "c").isEmpty)
    #expect(!metadata.isEmpty)
    #expect(Metadata().isEmpty)
  }
}
