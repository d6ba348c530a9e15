import Base
import RPC
import Testing

@Suite struct StatusTests {
  @Test(arguments: StatusCode.allCases)
  func aCodeComesBackFromItsNumber(code: StatusCode) {
    #expect(StatusCode(wireValue: code.rawValue) == code)
    #expect(code.name == code.name.uppercased())
  }

  @Test(arguments: [-1, 17, Int32.max, .min])
  func otherNumbersAreUnknown(number: Int32) { #expect(StatusCode(wireValue: number) == .unknown) }

  @Test func theNumbersAreThoseOfTheDocuments() {
    #expect(StatusCode.allCases.map(\.rawValue) == Array(0...16))
    #expect(StatusCode.resourceExhausted.name == "RESOURCE_EXHAUSTED")
    #expect(Set(StatusCode.allCases.map(\.name)).count == 17)
  }

  @Test func anErrorSaysItsCodeAndText() {
    #expect(RPCError(.notFound, "no post").description == "NOT_FOUND: no post")
    #expect(RPCError(.aborted, "").description == "ABORTED")
  }

  @Test func aCopyOfAnErrorChangesAlone() {
    let original = RPCError(.notFound, "no post")
    var copy = original
    #expect(copy == original && copy.hashValue == original.hashValue)
    copy.message = "no comment"
    #expect(original.message == "no post" && copy.message == "no comment")
    #expect(copy.code == .notFound && copy.wasSent)
    copy = original
    copy.code = .internal
    #expect(copy != original && original.code == .notFound)
    let advised = original.retryable(after: .seconds(1))
    #expect(original.details.isEmpty && advised.details.count == 1 && advised != original)
    copy = original
    copy.wasSent = false
    #expect(copy != original && original.wasSent)
    copy.message = "no user"
    #expect(!copy.wasSent)
  }

  @Test func equalPartsAreEqualErrors() {
    #expect(RPCError(.aborted, "late") == RPCError(.aborted, "late"))
    #expect(RPCError(.aborted, "late").hashValue == RPCError(.aborted, "late").hashValue)
  }

  @Test(arguments: [
    (MalformedMessage.Reason.malformed, "posts[3].id is not valid protobuf"),
    (.invalidUTF8, "posts[3].id is not valid UTF-8"),
    (.containsNUL, "posts[3].id contains a NUL character"),
    (.tooDeep(limit: 64), "posts[3].id lies deeper than 64 messages"),
    (.tooManyFields(limit: 9), "posts[3].id has more than 9 fields"),
    (.tooLarge(limitBytes: 8), "posts[3].id takes more than 8 bytes to decode"),
  ])
  func aMalformedMessageIsInvalidArgument(reason: MalformedMessage.Reason, text: String) {
    let error = RPCError(MalformedMessage(path: "posts[3].id", reason: reason))
    #expect(error.code == .invalidArgument)
    #expect(error.message == text)
  }

  @Test func theMessageItselfHasNoPath() {
    let error = RPCError(MalformedMessage(path: "", reason: .malformed))
    #expect(error.message == "the message is not valid protobuf")
  }

  @Test(arguments: [
    (CallKind.unary, false, false), (.clientStreaming, true, false),
    (.serverStreaming, false, true), (.bidirectional, true, true),
  ])
  func aKindSaysWhichSideStreams(kind: CallKind, requests: Bool, responses: Bool) {
    #expect(kind.streamsRequests == requests)
    #expect(kind.streamsResponses == responses)
    #expect(MethodDescriptor(service: "p.S", method: "M", kind: kind).path == "p.S/M")
  }
}
