import Testing

@testable import protoc_gen_feedrpc

@Suite struct NamingTests {
  @Test(arguments: [
    ("id", "id"), ("post_id", "postID"), ("post_ids", "postIDs"), ("share_url", "shareURL"),
    ("url", "url"), ("is_liked", "isLiked"), ("waited_us", "waitedMicroseconds"),
    ("latency_p50_us", "latencyP50Microseconds"), ("sha256", "sha256"), ("a_b_c", "aBC"),
  ])
  func propertiesFollowTheGuidelines(proto: String, swift: String) {
    #expect(Naming.lowerCamel(proto) == swift)
  }

  @Test(arguments: [
    ("LIKE_INTENT_UNLIKE", "LikeIntent", "unlike"), ("IMAGE_FORMAT_RGBA8", "ImageFormat", "rgba8"),
    ("COMMENT_ORDER_OLDEST_FIRST", "CommentOrder", "oldestFirst"), ("RED", "Colour", "red"),
    ("KIND_2D", "Kind", "value2d"),
  ])
  func casesLeaveThePrefixOut(value: String, enumeration: String, swift: String) {
    #expect(Naming.caseName(value, of: enumeration) == swift)
  }

  @Test(arguments: [
    ("feedrpc.v1.Post", "Feedrpc__V1__Post", "feedrpc__v1__post"),
    ("a_b.MyType", "AB__MyType", "a_b__my_type"),
    (
      "google.rpc.BadRequest.FieldViolation", "Google__Rpc__BadRequest__FieldViolation",
      "google__rpc__bad_request__field_violation"
    ),
    ("x.RPCStatus", "X__RPCStatus", "x__rpcstatus"),
  ])
  func cNamesAreThoseOfProtocC(proto: String, type: String, function: String) {
    #expect(Naming.cType(proto) == type)
    #expect(Naming.cFunctionPrefix(proto) == function)
  }

  @Test func keywordsAreEscapedInTheirLanguage() {
    #expect(Naming.escaped("default") == "`default`")
    #expect(Naming.escaped("state") == "state")
    #expect(Naming.cField("default") == "default_")
    #expect(Naming.cField("State") == "state")
    #expect(Naming.methodName("Return") == "`return`")
  }
}

@Suite struct DocCommentTests {
  @Test(arguments: [
    ("", []),
    (" One line\n", ["One line."]),
    (" One sentence. And another.\n", ["One sentence.", "And another."]),
    (
      " First line\n goes on.\n\n Second\n paragraph.\n",
      ["First line goes on.", "Second paragraph."]
    ),
    (" Is it?\n", ["Is it?"]),
    (" Version 1.2 of it. see below.\n", ["Version 1.2 of it. see below."]),
  ])
  func theFirstParagraphIsOneSentence(comment: String, paragraphs: [String]) {
    #expect(DocComment.paragraphs(of: comment) == paragraphs)
  }

  @Test func linesAreAsLongAsTheyMayBe() {
    #expect(DocComment.wrap("ab cd ef", columnCount: 5) == ["ab cd", "ef"])
    #expect(DocComment.wrap("ab cd ef", columnCount: 4) == ["ab", "cd", "ef"])
    #expect(DocComment.wrap("longer than that", columnCount: 3) == ["longer", "than", "that"])
    #expect(DocComment.wrap("", columnCount: 3) == [])
  }
}
