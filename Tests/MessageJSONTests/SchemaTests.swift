import Base
import Testing

@testable import MessageJSON

@Suite struct SchemaTests {
  @Test func definitionsReadLikeTheFile() throws {
    let schema = try Sample.schema()
    #expect(
      schema.definition(of: "sample.Node") == """
        message sample.Node {
          int64 like_count = 1;
          repeated sample.Node children = 2;
          oneof body {
            string text = 3;
            bool flag = 4;
          }
          bytes data = 5;
          sample.Color color = 6;
          double ratio = 7;
          repeated uint32 sizes = 8;
          map<string, int32> names = 9;
          google.protobuf.Timestamp created_at = 10;
        }

        """
    )
    #expect(
      schema.definition(of: "sample.Color") == """
        enum sample.Color {
          NONE = 0;
          RED = 1;
        }

        """
    )
    #expect(
      schema.definition(of: "sample.Trees") == """
        service sample.Trees {
          rpc Grow(sample.Node) returns (stream sample.Node);
        }

        """
    )
    let method = "rpc Grow(sample.Node) returns (stream sample.Node);\n"
    #expect(schema.definition(of: "sample.Trees/Grow") == method)
    #expect(schema.definition(of: "sample.Trees.Grow") == method)
    #expect(schema.definition(of: "sample.Nothing") == nil)
  }

  @Test func typesAreListedByName() throws {
    #expect(
      try Sample.schema().typeNames == ["google.protobuf.Timestamp", "sample.Color", "sample.Node"]
    )
  }

  @Test func aMissingFileIsNamedByTheTypeItDefines() {
    #expect(
      throws: MessageJSONError.undefinedType(
        name: "google.protobuf.Timestamp",
        usedBy: "sample.Node.created_at"
      )
    ) { try Schema(files: [Sample.file]) }
  }

  @Test func aSetIsItsFiles() throws {
    let set = Sample.message { set in
      for file in [Sample.file, Sample.timestampFile] { set.append(.bytes(file), number: 1) }
    }
    #expect(try Schema(fileSet: set).services == Sample.schema().services)
    #expect(throws: MessageJSONError.self) { try Schema(fileSet: [0x0A]) }
    #expect(throws: MessageJSONError.self) { try Schema(files: [[0x22, 1, 0x0A]]) }
  }

  @Test func groupsAreRefusedByName() {
    let file = Sample.message { file in
      file.text(2, "old")
      file.part(4) { message in
        message.text(1, "Message")
        Sample.field(&message, "part", 1, .group, type: ".old.Message.Part")
      }
    }
    let error = #expect(throws: MessageJSONError.self) { try Schema(files: [file]) }
    #expect(error?.description == "old.Message.part: groups have no JSON form")
  }

  @Test(arguments: [
    (Sample.Kind.string, UInt64(2), UInt64(1), true), (.message, 2, 1, false),
    (.double, 2, 1, false), (.string, 3, 1, false), (.string, 2, 0, false),
    (.string, 2, 0x2000_0000, false),
  ])
  func entriesOfMapsAndNumbersAreChecked(
    key: Sample.Kind,
    valueNumber: UInt64,
    keyNumber: UInt64,
    isAccepted: Bool
  ) {
    let file = Sample.message { file in
      file.part(4) { entry in
        entry.text(1, "Entry")
        Sample.field(&entry, "key", keyNumber, key, type: key == .message ? ".Entry" : nil)
        Sample.field(&entry, "value", valueNumber, .int32)
        entry.part(7) { $0.number(7, 1) }
      }
    }
    #expect(((try? Schema(files: [file])) != nil) == isAccepted)
  }

  /// One number of two fields could be read as the one and written as the other.
  @Test(arguments: [(UInt64(2), true), (1, false)])
  func aNumberIsThatOfOneField(number: UInt64, isAccepted: Bool) {
    let file = Sample.message { file in
      file.part(4) { message in
        message.text(1, "Message")
        Sample.field(&message, "a", 1, .int32)
        Sample.field(&message, "b", number, .int64)
      }
    }
    #expect(((try? Schema(files: [file])) != nil) == isAccepted)
  }

  @Test(arguments: [(UInt64(0), true), (1, false)])
  func aOneofMustBeThere(oneof: UInt64, isAccepted: Bool) {
    let file = Sample.message { file in
      file.part(4) { message in
        message.text(1, "Message")
        Sample.field(&message, "a", 1, .string, oneof: oneof)
        message.part(8) { $0.text(1, "body") }
      }
    }
    #expect(((try? Schema(files: [file])) != nil) == isAccepted)
  }

  @Test(arguments: [0, 1])
  func definitionsMayLieInEachOtherUpToTheLimit(excess: Int) {
    func nested(_ depth: Int) -> Bytes {
      Sample.message { message in
        message.text(1, "M")
        if depth > 1 { message.append(.bytes(nested(depth - 1)), number: 3) }
      }
    }
    let file = Sample.message { $0.append(.bytes(nested(Limits.messageDepth + excess)), number: 4) }
    let isAccepted = (try? Schema(files: [file])) != nil
    #expect(isAccepted == (excess == 0))
  }

  @Test(arguments: [
    ("like_count", "likeCount"), ("a__b", "aB"), ("x2_3y", "x23y"), ("_a", "A"), ("plain", "plain"),
  ])
  func namesInJSONAreMadeAsTheCompilerMakesThem(name: String, jsonName: String) {
    #expect(DescriptorReader.jsonName(of: name) == jsonName)
  }
}
