import Base
import FeedMessages
import ProtobufRuntime
import RPC
import Testing

@testable import FeedServices

@Suite struct ReflectionTests {
  typealias Answer = ServerReflectionResponse.MessageResponse

  static let served = [
    "feedrpc.v1.FeedService", "feedrpc.v1.ImageService", "feedrpc.v1.AdminService",
    "grpc.health.v1.Health", "grpc.reflection.v1.ServerReflection",
    "grpc.reflection.v1alpha.ServerReflection",
  ]
  private let handler = ReflectionHandler(services: served)

  private func answer(_ question: ServerReflectionRequest.MessageRequest?) -> Answer {
    handler.answer(to: ServerReflectionRequest(messageRequest: question))
  }

  /// The paths of the files of an answer.
  private func paths(_ question: ServerReflectionRequest.MessageRequest) throws -> [String] {
    guard case .fileDescriptorResponse(let response) = answer(question) else { return [] }
    return try response.fileDescriptorProto.map { try ProtoFileOutline($0).path }
  }

  private func code(_ question: ServerReflectionRequest.MessageRequest?) -> Int32? {
    guard case .errorResponse(let error) = answer(question) else { return nil }
    #expect(!error.errorMessage.isEmpty)
    return error.errorCode
  }

  @Test func theServicesThatAreServedAreListed() {
    guard case .listServicesResponse(let list) = answer(.listServices("*")) else {
      Issue.record("an answer of its kind")
      return
    }
    #expect(list.service.map(\.name) == Self.served.sorted())
  }

  @Test(arguments: [
    ("feedrpc.v1.FeedService", "feedrpc/v1/feed.proto"),
    ("feedrpc.v1.FeedService.ToggleLike", "feedrpc/v1/feed.proto"),
    ("feedrpc.v1.Post", "feedrpc/v1/feed.proto"),
    ("feedrpc.v1.Post.share_url", "feedrpc/v1/feed.proto"),
    ("feedrpc.v1.WatchFeedResponse.event", "feedrpc/v1/feed.proto"),
    ("feedrpc.v1.LikeIntent", "feedrpc/v1/feed.proto"),
    ("feedrpc.v1.LIKE_INTENT_UNLIKE", "feedrpc/v1/feed.proto"),
    ("google.rpc.BadRequest.FieldViolation", "google/rpc/error_details.proto"),
    ("google.rpc.ErrorInfo.MetadataEntry", "google/rpc/error_details.proto"),
    ("grpc.health.v1.HealthCheckResponse.NOT_SERVING", "grpc/health/v1/health.proto"),
    ("grpc.reflection.v1.ServerReflection", "grpc/reflection/v1/reflection.proto"),
    ("grpc.reflection.v1alpha.ErrorResponse", "grpc/reflection/v1alpha/reflection.proto"),
  ])
  func whatDeclaresASymbolComesFirst(name: String, path: String) throws {
    #expect(try paths(.fileContainingSymbol(name)).first == path)
    #expect(try paths(.fileByFilename(path)) == paths(.fileContainingSymbol(name)))
  }

  @Test func everyFileComesWithAllThatItImportsAndNothingTwice() throws {
    for file in ProtoFiles.all where !file.path.hasPrefix("feedrpc/bench/") {
      let found = try paths(.fileByFilename(file.path))
      #expect(found.first == file.path && Set(found).count == found.count)
      guard case .fileDescriptorResponse(let response) = answer(.fileByFilename(file.path)) else {
        continue
      }
      for descriptor in response.fileDescriptorProto {
        #expect(Set(try ProtoFileOutline(descriptor).imports).isSubset(of: found))
      }
    }
    #expect(
      try paths(.fileContainingSymbol("feedrpc.v1.FeedService")).contains(
        "google/protobuf/timestamp.proto"
      )
    )
  }

  /// So that a client can read the details of any status.
  @Test func filesWithoutServicesAreThereToo() throws {
    #expect(try paths(.fileContainingSymbol("google.rpc.RetryInfo")).count == 2)
  }

  @Test func whatIsNotServedIsNotTold() throws {
    #expect(code(.fileContainingSymbol("feedrpc.bench.v1.EchoService")) == 5)
    #expect(code(.fileByFilename("feedrpc/bench/v1/echo.proto")) == 5)
    let all = ReflectionHandler(services: Self.served + ["feedrpc.bench.v1.EchoService"])
    let request = ServerReflectionRequest(
      messageRequest: .fileContainingSymbol("feedrpc.bench.v1.EchoService")
    )
    guard case .fileDescriptorResponse = all.answer(to: request) else {
      Issue.record("what is served is told")
      return
    }
  }

  @Test(
    arguments: [
      .fileByFilename(""), .fileByFilename("feed.proto"), .fileContainingSymbol(""),
      .fileContainingSymbol("feedrpc.v1"), .fileContainingSymbol("feedrpc.v1.feedservice"),
      .fileContainingExtension(ReflectionExtensionRequest(containingType: "feedrpc.v1.Post")),
      .allExtensionNumbersOfType("no.Message"),
      .allExtensionNumbersOfType("feedrpc.v1.FeedService"),
    ] as [ServerReflectionRequest.MessageRequest]
  )
  func whatIsNotThereIsNotFound(question: ServerReflectionRequest.MessageRequest) {
    #expect(code(question) == 5)
  }

  @Test func aMessageHasNoExtensions() {
    let expected = ExtensionNumberResponse(baseTypeName: "feedrpc.v1.Post")
    #expect(
      answer(.allExtensionNumbersOfType("feedrpc.v1.Post"))
        == .allExtensionNumbersResponse(expected)
    )
  }

  @Test func aRequestForNothingIsTold() { #expect(code(nil) == 3) }

  // MARK: The stream

  @Test(arguments: [0, 1])
  func eachRequestHasItsAnswerUnderBothNames(index: Int) async throws {
    let method = handler.allMethods[index]
    #expect(method.descriptor == ReflectionHandler.descriptors[index])
    let requests = [
      ServerReflectionRequest(host: "h", messageRequest: .fileContainingSymbol("no.Thing")),
      ServerReflectionRequest(messageRequest: .listServices("")),
      ServerReflectionRequest(),
    ]
    // A peer that no user stands for.
    let call = FakeCall(
      method.descriptor,
      uid: Authority.unmappedUserID,
      messages: requests.map { $0.encodedBytes() }
    )
    try await method.run(call)
    let responses = try call.responses(as: ServerReflectionResponse.self)
    #expect(responses.map(\.originalRequest) == requests)
    #expect(responses.map(\.validHost) == ["h", "", ""])
    #expect(responses.map(\.messageResponse) == requests.map { handler.answer(to: $0) })
  }

  @Test(
    arguments: [
      { .listServices($0) }, { .fileByFilename($0) }, { .fileContainingSymbol($0) },
      { .allExtensionNumbersOfType($0) },
      { .fileContainingExtension(ReflectionExtensionRequest(containingType: $0)) },
    ] as [@Sendable (String) -> ServerReflectionRequest.MessageRequest]
  )
  func whatIsTooLongToBeToldAgainEndsTheStream(
    question: @Sendable (String) -> ServerReflectionRequest.MessageRequest
  ) async throws {
    func ask(_ byteCount: Int) async throws(RPCError) -> FakeCall {
      let name = String(repeating: "n", count: byteCount - 96)
      let request = ServerReflectionRequest(
        host: String(repeating: "h", count: 96),
        messageRequest: question(name)
      )
      let method = handler.allMethods[0]
      let call = FakeCall(method.descriptor, messages: [request.encodedBytes()])
      try await method.run(call)
      return call
    }
    #expect(try await ask(4_096).sentCount == 1)
    await expectRefusal(.invalidArgument, .invalidValue) { () async throws(RPCError) in
      try await ask(4_097)
    }
  }

  @Test func theSameMessagesHaveBothNames() throws {
    func shape(_ version: String) throws -> [String] {
      let path = "grpc/reflection/\(version)/reflection.proto"
      let file = try #require(ProtoFiles.all.first { $0.path == path })
      let outline = try ProtoFileOutline(Bytes(file.bytes))
      return (outline.messages + outline.services + outline.others).map {
        String($0.dropFirst("grpc.reflection.\(version)".count))
      }
    }
    #expect(try shape("v1") == shape("v1alpha"))
  }
}
