import Base
import Testing

@testable import MessageJSON

@Suite struct JSONMappingTests {
  @Test(arguments: [
    (#"{"likeCount": "x"}"#, #"likeCount: expected a 64-bit integer, found "x""#),
    (
      #"{"children": [{}, {"likeCount": 1.5}]}"#,
      "children[1].likeCount: expected a 64-bit integer, found 1.5"
    ),
    (
      #"{"sizes": [4294967296]}"#, "sizes[0]: expected an unsigned 32-bit integer, found 4294967296"
    ),
    (#"{"sizes": 1}"#, "sizes: expected an array, found 1"),
    (#"{"children": [null]}"#, "children[0]: expected a value, found null"),
    (#"{"text": 5}"#, "text: expected a string, found 5"),
    (#"{"flag": "true"}"#, #"flag: expected true or false, found "true""#),
    (#"{"data": "?"}"#, #"data: expected a string of base64, found "?""#),
    (#"{"color": "BLUE"}"#, #"color: expected a value of sample.Color, found "BLUE""#),
    (#"{"ratio": {}}"#, "ratio: expected a number, found an object"),
    (
      #"{"createdAt": "now"}"#,
      #"createdAt: expected a time such as "2026-01-31T12:00:00Z", found "now""#
    ),
    (#"{"names": {"a": "b"}}"#, #"names["a"]: expected a 32-bit integer, found "b""#),
    (#"{"names": {"a": 1, "a": 2}}"#, #"names["a"]: given more than once"#),
    (#"{"children": [{"size": 1}]}"#, "children[0].size: sample.Node has no such field"),
    (#"{"likeCount": 1, "like_count": 1}"#, "like_count: given more than once"),
    (#"{"text": "", "flag": false}"#, "flag: only one field of body can be set, and text is too"),
    ("[]", "the message: expected an object, found an array"),
    ("", "line 1, column 1: parse error: premature EOF"),
    ("{} {}", "line 1, column 4: parse error: trailing garbage"),
    ("{\n  \"text\": x}", "line 2, column 11: lexical error: invalid char in json text."),
    (#"{"text": "\ud800"}"#, "line 1, column 10: half a surrogate pair"),
    (#"{"text": "\udc00\ud800"}"#, "line 1, column 10: half a surrogate pair"),
  ])
  func whatIsWrongIsToldWithItsPlace(json: String, sentence: String) {
    let error = #expect(throws: MessageJSONError.self) { try Sample.wire(json) }
    #expect(error?.description == sentence)
  }

  @Test func longValuesAreShortenedInErrors() {
    let text = String(repeating: "a", count: 100)
    let error = #expect(throws: MessageJSONError.self) {
      try Sample.wire("{\"flag\": \"\(text)\"}")
    }
    let shown = String(repeating: "a", count: 39)
    #expect(error?.description == "flag: expected true or false, found \"\(shown)…")
  }

  @Test func bothSpellingsAreRead() throws {
    #expect(try Sample.wire(#"{"likeCount": "5"}"#) == "0805")
    #expect(try Sample.wire(#"{"like_count": 5}"#) == "0805")
  }

  @Test func defaultsAreLeftOutUnlessAskedFor() throws {
    #expect(try Sample.json("0800") == "{}")
    #expect(try Sample.json("2000") == #"{"flag":false}"#)
    var mapping = try Sample.mapping()
    mapping.writesDefaults = true
    #expect(
      try mapping.jsonText(from: Bytes(), type: Sample.node())
        == #"{"likeCount":"0","children":[],"data":"","color":"NONE","ratio":0.0,"sizes":[],"#
        + #""names":{}}"#
    )
  }

  @Test func ofAOneofTheLastCounts() throws {
    #expect(try Sample.json("1a0161" + "2001") == #"{"flag":true}"#)
    #expect(try Sample.json("2001" + "1a0161") == #"{"text":"a"}"#)
  }

  @Test func whatIsUnknownIsDropped() throws {
    #expect(try Sample.json("f80701" + "fb07" + "0801" + "fc07") == "{}")
    #expect(try Sample.json("0d01000000") == "{}")
  }

  @Test func listsMayBePackedOrNot() throws {
    #expect(
      try Sample.json("4001" + "42020203" + "4004")
        == #"{"sizes":[1,2,3,4]}"#
    )
    #expect(try Sample.wire(#"{"sizes":[1,2]}"#) == "42020102")
  }

  @Test(arguments: [
    ("08", "the message: not valid protobuf"), ("0a", "the message: not valid protobuf"),
    ("00", "the message: not valid protobuf"), ("0f", "the message: not valid protobuf"),
    ("08ffffffffffffffffffff01", "the message: not valid protobuf"),
    ("1a0561", "the message: not valid protobuf"), ("0c", "the message: not valid protobuf"),
    ("1a02c328", "text: not valid UTF-8"), ("12031a01ff", "children[0].text: not valid UTF-8"),
    ("12020801" + "120108", "children[1]: not valid protobuf"),
    ("fb07", "the message: not valid protobuf"),
    ("5208" + "08ffffffffffffff", "created_at: not valid protobuf"),
  ])
  func malformedBytesAreToldWithTheirPlace(hex: String, sentence: String) {
    let error = #expect(throws: MessageJSONError.self) { try Sample.json(hex) }
    #expect(error?.description == sentence)
  }

  @Test(
    arguments: [
      (UInt64(0), UInt64(999_999_999), nil),
      (
        0, 1_000_000_000,
        "createdAt: expected a time such as \"2026-01-31T12:00:00Z\", "
          + "found 0 seconds and 1000000000 nanoseconds"
      ),
      (253_402_300_799, 0, nil),
      (
        253_402_300_800, 0,
        "createdAt: expected a time such as \"2026-01-31T12:00:00Z\", "
          + "found 253402300800 seconds and 0 nanoseconds"
      ),
    ] as [(UInt64, UInt64, String?)]
  )
  func aTimeThatIsNoneIsAnError(seconds: UInt64, nanoseconds: UInt64, sentence: String?) {
    let node = Sample.message { node in
      node.part(10) { time in
        time.number(1, seconds)
        time.number(2, nanoseconds)
      }
    }
    var thrown: String?
    do { _ = try Sample.json(node.hex) } catch { thrown = "\(error)" }
    #expect(thrown == sentence)
  }

  @Test func messagesMayLieInEachOtherUpToTheLimit() throws {
    func json(_ depth: Int) -> String {
      String(repeating: #"{"children":["#, count: depth - 1) + "{}"
        + String(repeating: "]}", count: depth - 1)
    }
    let deepest = json(Limits.messageDepth)
    let wire = try Sample.wire(deepest)
    #expect(try Sample.json(wire) == deepest)
    let path = Array(repeating: "children[0]", count: Limits.messageDepth).joined(separator: ".")
    #expect(throws: MessageJSONError.tooDeep(path: path, limit: Limits.messageDepth)) {
      try Sample.wire(json(Limits.messageDepth + 1))
    }
    let inner = Bytes(hex: wire)
    let outer = Sample.message { $0.append(.bytes(inner), number: 2) }
    #expect(throws: MessageJSONError.self) { try Sample.json(outer.hex) }
  }

  @Test func textsMayBeNestedUpToTheLimit() {
    func json(_ depth: Int) -> Bytes {
      Bytes((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    #expect(throws: Never.self) { try JSONParser.parse(json(Limits.jsonDepth)) }
    #expect(throws: MessageJSONError.textTooDeep(limit: Limits.jsonDepth)) {
      try JSONParser.parse(json(Limits.jsonDepth + 1))
    }
  }

  @Test func textsMayBeAsLongAsTheLimit() {
    func spaces(_ count: Int) -> Bytes {
      Bytes(byteCount: count) { memory in
        memory.initializeMemory(as: UInt8.self, repeating: 0x20)
        memory[0] = UInt8(ascii: "1")
      }
    }
    #expect(throws: Never.self) { try JSONParser.parse(spaces(Limits.jsonByteCount)) }
    #expect(throws: MessageJSONError.textTooLong(limitBytes: Limits.jsonByteCount)) {
      try JSONParser.parse(spaces(Limits.jsonByteCount + 1))
    }
  }

  @Test func keysThatOnlyLookEqualAreDifferent() throws {
    let json = "{\"names\":{\"e\u{301}\":2,\"\u{E9}\":1}}"
    let text = try Sample.json(Sample.wire(json))
    #expect(Array(text.utf8) == Array(json.utf8))
  }

  @Test func anUnknownAnyIsShownAsItsBytes() throws {
    let mapping = try Sample.mapping()
    #expect(
      mapping.jsonText(ofAny: "type.googleapis.com/other.Type", [1, 2])
        == #"{"@type":"type.googleapis.com/other.Type","value":"AQI="}"#
    )
    #expect(
      mapping.jsonText(ofAny: "type.googleapis.com/sample.Node", [0x08])
        == #"{"@type":"type.googleapis.com/sample.Node","value":"CA=="}"#
    )
    #expect(
      mapping.jsonText(ofAny: "type.googleapis.com/sample.Node", [0x08, 5])
        == #"{"@type":"type.googleapis.com/sample.Node","likeCount":"5"}"#
    )
  }
}
