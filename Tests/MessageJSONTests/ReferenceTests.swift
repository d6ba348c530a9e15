import Base
import Testing

@testable import MessageJSON

/// Comparisons with Google's own implementation.
@Suite struct ReferenceTests {
  static let seed = Int.random(in: 0..<1_000_000)

  static let typesWithMaps: Set<String> = [
    "google.rpc.ErrorInfo", "google.rpc.Status", "test.Maps", "test.Known",
  ]

  @Test func everyTypeIsWrittenAndReadAsGoogleDoes() throws {
    let (schema, cases) = try Reference.cases(seed: Self.seed, count: 50)
    let mapping = JSONMapping(schema, layout: .compact)
    #expect(cases.count > 2_000)
    for example in cases {
      let type = try #require(schema.message(named: example.type))
      let hint: Comment = "seed \(Self.seed) \(example.type) \(example.wire) \(example.json)"
      do {
        let ours = try mapping.jsonText(from: Bytes(hex: example.wire), type: type)
        let expected = try JSONParser.parse(Bytes(example.json.utf8))
        #expect(try comparable(JSONParser.parse(Bytes(ours.utf8))) == comparable(expected), hint)
        for text in [ours, example.json] {
          let wire = try mapping.wireBytes(fromJSON: Bytes(text.utf8), type: type)
          if Self.typesWithMaps.contains(example.type) {
            // Google writes the entries in an order of its own.
            let canonical = Bytes(hex: example.canonical)
            #expect(wire.count == canonical.count, hint)
            #expect(try mapping.jsonText(from: canonical, type: type) == ours, hint)
          } else {
            #expect(wire.hex == example.canonical, hint)
          }
        }
      } catch {
        Issue.record(error, hint)
      }
    }
  }

  /// The value with its numbers in one spelling (1e+16 and 1e16 are the same) and in one order,
  /// since Google's maps have none.
  private func comparable(_ value: JSONValue) -> JSONValue {
    switch value {
    case .number(let text): .number(Double(text)?.description ?? text)
    case .array(let elements): .array(elements.map(comparable))
    case .object(let members):
      .object(
        members.map { JSONValue.Member(key: $0.key, value: comparable($0.value)) }
          .sorted { $0.key < $1.key }
      )
    case .null, .bool, .string: value
    }
  }

  /// Texts that both take or both refuse.
  static let scalars: [String] = [
    #"{"int32Value": 1e3}"#, #"{"int32Value": 1.0}"#, #"{"int32Value": 1.5}"#,
    #"{"int32Value": "12"}"#, #"{"int32Value": 2147483647}"#, #"{"int32Value": 2147483648}"#,
    #"{"int32Value": -2147483648}"#, #"{"int32Value": -2147483649}"#, #"{"int32Value": true}"#,
    #"{"int64Value": "9223372036854775807"}"#, #"{"int64Value": "9223372036854775808"}"#,
    #"{"int64Value": 9007199254740993}"#, #"{"uint64Value": "18446744073709551615"}"#,
    #"{"uint64Value": -1}"#, #"{"uint32Value": 4294967296}"#, #"{"int32Value": null}"#,
    #"{"int32_value": 5}"#, #"{"unknown": 5}"#, #"{"int32Value": 1, "int32Value": 1}"#,
    #"{"int32Value": ""}"#, #"{"int32Value": " 1"}"#, #"{"int32Value": []}"#,
    #"{"doubleValue": "NaN"}"#, #"{"doubleValue": "-Infinity"}"#, #"{"doubleValue": "1.5"}"#,
    #"{"doubleValue": "abc"}"#, #"{"floatValue": 3.5e38}"#,
    #"{"floatValue": 0.1}"#, #"{"doubleValue": -0.0}"#, #"{"doubleValue": 1}"#,
    #"{"boolValue": true}"#, #"{"boolValue": "true"}"#, #"{"boolValue": 1}"#,
    #"{"stringValue": 1}"#, #"{"stringValue": "\ud83d\ude00"}"#, #"{"stringValue": "\ud83d"}"#,
    #"{"stringValue": "a\u0000b"}"#, #"{"bytesValue": "AQI="}"#, #"{"bytesValue": "AQI"}"#,
    #"{"bytesValue": "-_8="}"#, #"{"bytesValue": "+/8="}"#, #"{"bytesValue": 1}"#,
    #"{"color": "RED"}"#, #"{"color": 1}"#, #"{"color": -5}"#, #"{"color": 99}"#,
    #"{"color": "BLUE"}"#, #"{"optionalInt": 0}"#,
    #"{"optionalInt": null}"#, #"{"otherName": "x"}"#, #"{"renamed": "x"}"#,
    #"{"underScoreName2x3y": "x"}"#, #"1"#, #"null"#, #"{"#, #"{"int32Value": 01}"#,
    #"{} x"#, #""#, #"{"stringValue": "a"#, #"{'stringValue': "a"}"#,
  ]
  static let others: [(type: String, json: String)] = [
    ("test.Choice", #"{"text": "", "number": "1"}"#), ("test.Choice", #"{"text": ""}"#),
    ("test.Choice", #"{"text": null, "number": "1"}"#), ("test.Choice", #"{"empty": {}}"#),
    ("test.Lists", #"{"int32s": [1, null]}"#), ("test.Lists", #"{"int32s": 1}"#),
    ("test.Lists", #"{"int32s": null}"#), ("test.Lists", #"{"messages": [{}, {"int32Value": 1}]}"#),
    ("test.Lists", #"{"messages": [null]}"#), ("test.Lists", #"{"loose": [1, "2"]}"#),
    ("test.Maps", #"{"byString": {"a": "b"}}"#), ("test.Maps", #"{"byString": {"a": null}}"#),
    ("test.Maps", #"{"byBool": {"true": "RED"}}"#), ("test.Maps", #"{"byBool": {"1": "RED"}}"#),
    ("test.Maps", #"{"byInt64": {"-5": {}}}"#), ("test.Maps", #"{"byInt64": {"x": {}}}"#),
    ("test.Maps", #"{"byString": []}"#), ("test.Maps", #"{"byString": {"a": "1", "a": "2"}}"#),
    ("test.Known", #"{"time": "2026-01-31T12:00:00Z"}"#),
    ("test.Known", #"{"time": "2026-01-31T12:00:00.5+01:30"}"#),
    ("test.Known", #"{"time": "2026-02-29T12:00:00Z"}"#),
    ("test.Known", #"{"time": "2024-02-29T12:00:00Z"}"#),
    ("test.Known", #"{"time": "2026-01-31 12:00:00Z"}"#),
    ("test.Known", #"{"time": "2026-01-31T12:00:00"}"#), ("test.Known", #"{"time": "x"}"#),
    ("test.Known", #"{"time": "0001-01-01T00:00:00Z"}"#),
    ("test.Known", #"{"time": "9999-12-31T23:59:59.999999999Z"}"#),
    ("test.Known", #"{"time": "2026-01-31T12:00:00.1234567890Z"}"#),
    ("test.Known", #"{"time": 5}"#), ("test.Known", #"{"duration": "1.5s"}"#),
    ("test.Known", #"{"duration": "-0.5s"}"#), ("test.Known", #"{"duration": "1.5"}"#),
    ("test.Known", #"{"duration": "315576000001s"}"#), ("test.Known", #"{"duration": "1m"}"#),
    ("test.Known", #"{"duration": "-315576000000s"}"#), ("test.Known", #"{"value": null}"#),
    ("test.Known", #"{"struct": {"a": [1, "x", null, {"b": true}]}}"#),
    ("test.Known", #"{"list": [null, 1]}"#), ("test.Known", #"{"struct": []}"#),
    ("test.Known", #"{"mask": "a,fooBar.bazQux"}"#), ("test.Known", #"{"int64Value": "5"}"#),
    ("test.Known", #"{"int64Value": null}"#), ("test.Known", #"{"stringValue": 5}"#),
    ("test.Known", #"{"any": {"@type": "type.googleapis.com/test.Scalars", "int32Value": 5}}"#),
    ("test.Known", #"{"any": {"@type": "x/google.protobuf.Duration", "value": "5s"}}"#),
    ("test.Known", #"{"any": {"int32Value": 5}}"#), ("test.Known", #"{"any": {}}"#),
    ("test.Known", #"{"any": {"@type": "x/test.Nothing", "a": 5}}"#),
  ]

  @Test func textsAreTakenAndRefusedAsGoogleDoes() throws {
    let texts = Self.scalars.map { (type: "test.Scalars", json: $0) } + Self.others
    let (schema, verdicts) = try Reference.verdicts(on: texts)
    #expect(verdicts.count == texts.count)
    for (text, verdict) in zip(texts, verdicts) {
      let type = try #require(schema.message(named: text.type))
      let wire = try? JSONMapping(schema).wireBytes(fromJSON: Bytes(text.json.utf8), type: type)
      #expect(wire?.hex == verdict.wire, "\(text.type) \(text.json): \(verdict.error ?? "taken")")
    }
  }

  /// Google's parser is laxer here: it takes what Python takes.
  @Test(arguments: [
    #"{"doubleValue": true}"#, #"{"color": true}"#, #"{"color": 1.5}"#, #"[]"#,
  ])
  func someTextsThatGoogleTakesAreRefused(text: String) throws {
    let (schema, verdicts) = try Reference.verdicts(on: [("test.Scalars", text)])
    let type = try #require(schema.message(named: "test.Scalars"))
    #expect(verdicts[0].wire != nil)
    #expect(throws: MessageJSONError.self) {
      try JSONMapping(schema).wireBytes(fromJSON: Bytes(text.utf8), type: type)
    }
  }
}
