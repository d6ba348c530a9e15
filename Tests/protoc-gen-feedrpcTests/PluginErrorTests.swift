import Base
import ProtobufRuntime
import ProtobufTesting
import Testing

@testable import protoc_gen_feedrpc

/// What can't be generated for is said to whoever ran protoc.
@Suite struct PluginErrorTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var file: [UInt8]
    var error: String
  }

  static let cases: [Case] = [
    Case(
      testDescription: "proto2",
      file: Descriptor.file(syntax: "proto2"),
      error: "a/b.proto: only proto3 files can be generated from"
    ),
    Case(
      testDescription: "extensions",
      file: Descriptor.file(Wire.field(7, [])),
      error: "a/b.proto: extensions are not supported"
    ),
    Case(
      testDescription: "a group",
      file: Descriptor.file(Descriptor.message("M", Descriptor.field("f", 1, type: 10))),
      error: "a.v1.M.f: groups are not supported"
    ),
    Case(
      testDescription: "optional",
      file: Descriptor.file(
        Descriptor.message("M", Descriptor.field("f", 1, type: 5, oneof: 0, isOptional: true))
      ),
      error: "a.v1.M.f: fields declared `optional` are not supported;"
        + " use a oneof with one member"
    ),
    Case(
      testDescription: "a map of numbers",
      file: Descriptor.file(
        Descriptor.message(
          "M",
          Descriptor.field("f", 1, type: 11, typeName: ".a.v1.M.FEntry", isRepeated: true),
          Descriptor.mapEntry("FEntry", key: 9, value: 5)
        )
      ),
      error: "a.v1.M.f: only maps from strings to strings or messages are supported"
    ),
    Case(
      testDescription: "a message in itself",
      file: Descriptor.file(
        Descriptor.message("A", Descriptor.field("b", 1, type: 11, typeName: ".a.v1.B")),
        Descriptor.message("B", Descriptor.field("a", 1, type: 11, typeName: ".a.v1.A"))
      ),
      error: "a.v1.A contains itself; let it do so in a repeated field"
    ),
    Case(
      testDescription: "a type that is nowhere",
      file: Descriptor.file(
        Descriptor.message("A", Descriptor.field("b", 1, type: 11, typeName: ".a.v1.X"))
      ),
      error: "a.v1.A.b: nothing is known of its type .a.v1.X"
    ),
    Case(
      testDescription: "a name that generated code uses",
      file: Descriptor.file(Descriptor.message("A", Descriptor.field("arena", 1, type: 5))),
      error: "a.v1.A: generated code uses the name arena itself"
    ),
    Case(
      testDescription: "a message and an enum of one name",
      file: Descriptor.file(
        Descriptor.message("A"),
        Descriptor.enumeration("A", [("A_UNSPECIFIED", 0)])
      ),
      error: "two types would be named A; give one a name with rename="
    ),
  ]

  @Test(arguments: cases)
  func theErrorNamesThePlace(fault: Case) throws {
    let answer = try PluginAnswer([fault.file])
    #expect(answer.error == fault.error)
    #expect(answer.files.isEmpty)
  }

  @Test(arguments: [
    "rename", "embed", "rename=", "rename=a", "rename=a:", "rename=:b", "rename=a:b:c", "x=y",
  ])
  func aParameterThatIsNoneIsRefused(parameter: String) throws {
    let answer = try PluginAnswer([Descriptor.file()], parameter: parameter)
    #expect(
      answer.error
        == "\(parameter): not a parameter; give rename=PROTO_NAME:SWIFT_NAME, embed=FILE or "
        + "c_module=NAME"
    )
  }

  @Test func aRepeatedFieldMayHoldItsOwnMessage() throws {
    let file = Descriptor.file(
      Descriptor.message(
        "A",
        Descriptor.field("more", 1, type: 11, typeName: ".a.v1.A", isRepeated: true)
      )
    )
    #expect(try PluginAnswer([file]).error.isEmpty)
  }

  @Test func proto2FilesMayBeImported() throws {
    let imported = Descriptor.file(path: "c.proto", package: "c", syntax: "proto2")
    #expect(try PluginAnswer([imported, Descriptor.file()]).error.isEmpty)
  }

  @Test func bytesThatAreNoRequestAreRefused() {
    #expect(throws: MalformedMessage.self) { try Plugin.respond(to: [0xFF]) }
  }
}
