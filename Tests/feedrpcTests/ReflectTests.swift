import Base
import FeedMessages
import Foundation
import ProtobufRuntime
import RPC
import Testing

@testable import feedrpc

/// `--reflect` and `--descriptor-set`, for a server in memory that this program does not know.
@Suite struct ReflectTests {
  /// The descriptors of two files that nobody was compiled with; `Call` takes a Timestamp.
  ///
  /// One of the services that they declare is not what the server has.
  private static let files: [String: Bytes] = [
    "other.proto": file(
      "other.proto",
      package: "other.v1",
      imports: ["google/protobuf/timestamp.proto", "parts.proto"],
      message: "Question",
      field: ("asked_at", ".google.protobuf.Timestamp"),
      services: ["Oracle", "Unserved"]
    ),
    "parts.proto": file("parts.proto", package: "other.v1", message: "Answer"),
  ]

  private static func text(_ number: UInt8, _ text: String) -> [UInt8] {
    part(number, Array(text.utf8))
  }

  private static func part(_ number: UInt8, _ bytes: [UInt8]) -> [UInt8] {
    [number << 3 | 2, UInt8(bytes.count)] + bytes
  }

  private static func file(
    _ path: String,
    package: String,
    imports: [String] = [],
    message: String,
    field: (String, String)? = nil,
    services: [String] = []
  ) -> Bytes {
    var bytes = text(1, path) + text(2, package) + imports.flatMap { text(3, $0) }
    // Number 1, optional, a message.
    let fields = field.map { name, type in
      part(2, text(1, name) + text(6, type) + [3 << 3, 1, 4 << 3, 1, 5 << 3, 11])
    }
    bytes += part(4, text(1, message) + (fields ?? []))
    for service in services {
      let method = text(1, "Call") + text(2, ".other.v1.Question") + text(3, ".other.v1.Answer")
      bytes += part(6, text(1, service) + part(2, method))
    }
    // "proto3", in a field whose number needs no second byte.
    return Bytes(bytes + [12 << 3 | 2, 6] + Array("proto3".utf8))
  }

  private static func response(_ answer: ServerReflectionResponse.MessageResponse) -> Bytes {
    ServerReflectionResponse(messageResponse: answer).encodedBytes()
  }

  private static func found(_ paths: String...) -> Result<[Bytes], RPCError> {
    let descriptors = paths.compactMap { files[$0] }
    return .success([
      response(.fileDescriptorResponse(FileDescriptorResponse(fileDescriptorProto: descriptors)))
    ])
  }

  private static let services = Result<[Bytes], RPCError>.success([
    response(
      .listServicesResponse(
        ListServiceResponse(service: [ReflectionServiceResponse(name: "other.v1.Oracle")])
      )
    )
  ])

  /// A server that gives each file alone, and none that everybody has.
  private static let answers = [services, found("other.proto"), found("parts.proto")]

  private static let paths = Array(
    repeating: "grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
    count: 3
  )

  private func questions(
    _ outcome: Harness.Outcome
  ) throws -> [[ServerReflectionRequest.MessageRequest?]] {
    try outcome.calls.map { call in
      try call.messages.map { try ServerReflectionRequest(wireBytes: $0).messageRequest }
    }
  }

  @Test func aForeignServerIsListed() async throws {
    let outcome = await Harness(answers: Self.answers).run(["list", "--reflect"])
    #expect(outcome.errors.isEmpty && outcome.code == 0)
    #expect(
      outcome.output == """
        METHOD                TAKES     GIVES
        other.v1.Oracle/Call  Question  Answer

        """
    )
    #expect(outcome.calls.map(\.path) == Self.paths)
    #expect(
      try questions(outcome) == [
        [.listServices("")], [.fileContainingSymbol("other.v1.Oracle")],
        [.fileByFilename("parts.proto")],
      ]
    )
  }

  @Test func whatComesAlongIsNotAskedForAgain() async throws {
    let answers = [Self.services, Self.found("other.proto", "parts.proto")]
    let outcome = await Harness(answers: answers).run(["list", "-r", "-q"])
    #expect(outcome.output == "other.v1.Oracle/Call\n" && outcome.calls.count == 2)
  }

  @Test func aForeignMethodIsDescribed() async {
    let outcome = await Harness(answers: Self.answers)
      .run(["describe", "Oracle/Call", "--reflect"])
    #expect(
      outcome.output == """
        rpc Call(other.v1.Question) returns (other.v1.Answer);

        message other.v1.Question {
          google.protobuf.Timestamp asked_at = 1;
        }

        message other.v1.Answer {}

        """
    )
  }

  @Test func aForeignMethodIsCalled() async throws {
    let answers = Self.answers + [Harness.answer(Progress())]
    let outcome = await Harness(answers: answers).run([
      "call", "--reflect", "Oracle/Call", #"{"askedAt": "1970-01-01T00:00:07Z"}"#,
    ])
    #expect(outcome.code == 0 && outcome.output == "{}\n")
    let call = try #require(outcome.calls.last)
    #expect(call.path == "other.v1.Oracle/Call" && call.messages == [[10, 2, 8, 7]])
  }

  @Test func olderServersHaveTheOtherName() async {
    let answers = [.failure(RPCError(.unimplemented, "service"))] + Self.answers
    let outcome = await Harness(answers: answers).run(["list", "--reflect", "-q"])
    #expect(outcome.output == "other.v1.Oracle/Call\n")
    #expect(outcome.calls.map(\.path).filter { $0.contains("v1alpha") }.count == 3)
  }

  // MARK: From a file

  /// A file with the descriptors and all that they import.
  private static func descriptorSet(_ folder: TemporaryFolder) throws -> String {
    let timestamp = ProtoFiles.all.first { $0.path == "google/protobuf/timestamp.proto" }
    let all = [Bytes(try #require(timestamp).bytes)] + files.values
    let set = all.flatMap { file in
      var (length, digits) = (file.count, [UInt8]())
      while length >= 0x80 {
        digits.append(UInt8(length & 0x7F) | 0x80)
        length >>= 7
      }
      return [0x0A] + digits + [UInt8(length)] + Array(file)
    }
    let path = folder.path("set")
    try Data(set).write(to: URL(filePath: path))
    return path
  }

  @Test func aFileSaysWhatTheServerServes() async throws {
    let folder = try TemporaryFolder()
    let set = try Self.descriptorSet(folder)
    let list = await Harness().run(["list", "-q", "--descriptor-set", set])
    #expect(list.output == "other.v1.Oracle/Call\nother.v1.Unserved/Call\n" && list.calls.isEmpty)
    let outcome = await Harness(answers: [Harness.answer(Progress())]).run([
      "call", "--descriptor-set", set, "Oracle/Call", #"{"askedAt": "1970-01-01T00:00:07Z"}"#,
    ])
    #expect(outcome.code == 0 && outcome.output == "{}\n")
    #expect(outcome.calls.map(\.messages) == [[[10, 2, 8, 7]]])
  }

  @Test func aFileThatIsNoneIsExplained() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("set")
    let missing = await Harness().run(["list", "--descriptor-set", path])
    #expect(missing.code == 1)
    #expect(missing.errors == "feedrpc: can't read \(path): No such file or directory\n")
    try Data([0xFF]).write(to: URL(filePath: path))
    let other = await Harness().run(["list", "--descriptor-set", path])
    #expect(other.code == 2 && other.errors.hasPrefix("feedrpc: \(path) is no descriptor set: "))
    #expect(
      other.errors.hasSuffix(": make one with protoc --include_imports --descriptor_set_out\n")
    )
  }

  @Test(arguments: [["list"], ["describe"], ["call", "Call"], ["load", "call", "Call"]])
  func oneOfThemSaysIt(words: [String]) async {
    let outcome = await Harness().run(words + ["--reflect", "--descriptor-set", "set"])
    #expect(outcome.code == 2 && outcome.calls.isEmpty)
    #expect(outcome.errors.contains("--reflect and --descriptor-set exclude each other"))
  }

  // MARK: What goes wrong

  @Test func aServerWithoutReflectionIsTold() async {
    let answers = [Result<[Bytes], RPCError>](
      repeating: .failure(RPCError(.unimplemented, "no")),
      count: 2
    )
    let outcome = await Harness(answers: answers).run(["list", "--reflect"])
    #expect(outcome.code == 76 && outcome.errors == "feedrpc: UNIMPLEMENTED: no\n")
  }

  @Test func anErrorResponseIsAStatus() async {
    let error = ReflectionErrorResponse(errorCode: 5, errorMessage: "no such symbol")
    let answers = [Self.services, .success([Self.response(.errorResponse(error))])]
    let outcome = await Harness(answers: answers).run(["describe", "--reflect"])
    #expect(outcome.code == 69 && outcome.errors == "feedrpc: NOT_FOUND: no such symbol\n")
  }

  @Test func aFileThatNobodyGivesIsNamed() async {
    let answers = [Self.services, Self.found("other.proto"), Self.found()]
    let outcome = await Harness(answers: answers).run(["list", "--reflect"])
    #expect(outcome.code == 1)
    #expect(
      outcome.errors == "feedrpc: what the server says of its services can't be used: it did not "
        + "give parts.proto\n"
    )
  }

  @Test func answersThatNobodyAskedForAreRefused() async throws {
    let answers = [
      Self.services,
      .success(
        [Bytes]((0..<2).map { _ in Self.response(.listServicesResponse(ListServiceResponse())) })
      ),
    ]
    let outcome = await Harness(answers: answers).run(["list", "--reflect"])
    #expect(outcome.code == 1 && outcome.errors.contains("it answers what was not asked"))
  }

  @Test func bytesThatAreNoDescriptorAreRefused() async {
    let file = FileDescriptorResponse(fileDescriptorProto: [[0xFF]])
    let answers = [Self.services, .success([Self.response(.fileDescriptorResponse(file))])]
    let outcome = await Harness(answers: answers).run(["list", "--reflect"])
    #expect(outcome.code == 1 && outcome.errors.contains("can't be used"))
  }

  @Test func whatTheServerDoesNotHaveIsNotThere() async {
    let outcome = await Harness(answers: Self.answers).run(["call", "--reflect", "ToggleLike"])
    #expect(outcome.code == 2)
    #expect(
      outcome.errors
        == "feedrpc: no method is called 'ToggleLike'; see 'feedrpc list --reflect'\n"
    )
  }
}
