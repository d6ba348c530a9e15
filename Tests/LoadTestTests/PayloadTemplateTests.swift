import Testing

@testable import LoadTest

@Suite struct PayloadTemplateTests {
  static let posts = ["p:a", "p:b", "p:c"]

  @Test(arguments: ["", "{}", #"{"a":{"b":{"c":1}}}"#, "}} {"])
  func aTextWithoutPlacesStaysAsItIs(text: String) throws {
    let template = try PayloadTemplate(text)
    #expect(template.isConstant && !template.needsPosts)
    #expect(template.text(ofCall: 7, seed: 1, posts: []) == text)
  }

  @Test func placesAreFilled() throws {
    let template = try PayloadTemplate("<{{counter}}|{{counter}}|{{random_post}}>")
    #expect(!template.isConstant && template.needsPosts)
    let parts = template.text(ofCall: 41, seed: 1, posts: Self.posts).dropFirst().dropLast()
      .split(separator: "|").map(String.init)
    #expect(parts.prefix(2) == ["41", "41"] && Self.posts.contains(parts[2]))
  }

  @Test func aSeedMakesTheSameTextsAndAnotherOneOthers() throws {
    let template = try PayloadTemplate("{{random_post}} {{uuid}} {{uuid}}")
    func texts(_ seed: Int) -> [String] {
      (0..<100).map { template.text(ofCall: $0, seed: seed, posts: Self.posts) }
    }
    #expect(texts(1) == texts(1))
    let ids = (texts(1) + texts(2)).flatMap { $0.split(separator: " ").dropFirst() }
    #expect(Set(ids).count == 400)
    let chosen = Set(texts(1).map { $0.prefix(3) })
    #expect(chosen.count == 3)
  }

  @Test func aUUIDHasItsVersionAndVariant() throws {
    let template = try PayloadTemplate("{{uuid}}")
    for number in 0..<200 {
      let text = template.text(ofCall: number, seed: 3, posts: [])
      let pattern = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/
      #expect(text.wholeMatch(of: pattern) != nil, "\(text)")
    }
  }

  @Test(
    arguments: [
      ("{{", .endless), ("a{{counter", .endless), ("{{counter}} {{uuid", .endless),
      ("{{post}}", .unknownPlace("post")), ("{{}}", .unknownPlace("")),
      ("{{ counter }}", .unknownPlace(" counter ")),
    ] as [(String, PayloadTemplate.Flaw)]
  )
  func whatIsNoTemplateIsRefused(text: String, flaw: PayloadTemplate.Flaw) {
    #expect(throws: flaw) { try PayloadTemplate(text) }
  }
}
