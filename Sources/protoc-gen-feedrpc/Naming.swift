/// How names of .proto files look in Swift and in the C of protoc-c.
enum Naming {
  /// Words that API guidelines write in one case, and units, which they spell out.
  private static let words = [
    "id": "ID", "ids": "IDs", "url": "URL", "urls": "URLs", "rpc": "RPC", "us": "Microseconds",
    "ms": "Milliseconds", "ns": "Nanoseconds",
  ]

  /// Words that Swift does not take as names without backticks.
  private static let swiftKeywords: Set<String> = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
    "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
    "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return",
    "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where", "while",
  ]

  /// Words that protoc-c puts an underscore behind: those of C++ that a field may be named.
  private static let cKeywords: Set<String> = [
    "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break", "case", "catch", "char",
    "class", "compl", "const", "const_cast", "continue", "default", "delete", "do", "double",
    "dynamic_cast", "else", "enum", "explicit", "extern", "false", "float", "for", "friend",
    "goto", "if", "inline", "int", "long", "mutable", "namespace", "new", "not", "not_eq",
    "operator", "or", "or_eq", "private", "protected", "public", "register", "reinterpret_cast",
    "return", "short", "signed", "sizeof", "static", "static_cast", "struct", "switch", "template",
    "this", "throw", "true", "try", "typedef", "typeid", "typename", "union", "unsigned", "using",
    "virtual", "void", "volatile", "wchar_t", "while", "xor", "xor_eq",
  ]

  /// `share_url` as `shareURL`, `id` as `id`, without backticks.
  static func lowerCamel(_ snake: String) -> String {
    let parts = snake.split(separator: "_").map(String.init)
    guard let first = parts.first else { return snake }
    return first.lowercased() + parts.dropFirst().map(word).joined()
  }

  /// `post_created` as `PostCreated`.
  static func upperCamel(_ snake: String) -> String {
    snake.split(separator: "_").map { word(String($0)) }.joined()
  }

  private static func word(_ part: String) -> String {
    let lower = part.lowercased()
    return words[lower] ?? lower.prefix(1).uppercased() + lower.dropFirst()
  }

  /// A name as code declares it.
  static func escaped(_ name: String) -> String {
    swiftKeywords.contains(name) ? "`\(name)`" : name
  }

  /// `ToggleLike` as `toggleLike`.
  static func methodName(_ name: String) -> String {
    escaped(name.prefix(1).lowercased() + name.dropFirst())
  }

  /// `LIKE_INTENT_UNLIKE` of `LikeIntent` as `unlike`.
  static func caseName(_ value: String, of enumeration: String) -> String {
    let prefix = snake(enumeration).uppercased() + "_"
    let rest = value.hasPrefix(prefix) ? String(value.dropFirst(prefix.count)) : value
    let name = lowerCamel(rest)
    return name.first.map { $0.isNumber } == true ? "value\(name)" : name
  }

  /// `feedrpc.v1.LikeIntent` as `Feedrpc__V1__LikeIntent`: the C type.
  static func cType(_ proto: String) -> String {
    proto.split(separator: ".").map { part in
      part.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }.joined(separator: "__")
  }

  /// `feedrpc.v1.LikeIntent` as `feedrpc__v1__like_intent`: the start of C functions.
  static func cFunctionPrefix(_ proto: String) -> String {
    proto.split(separator: ".").map { snake(String($0)) }.joined(separator: "__")
  }

  /// The member of a C struct.
  static func cField(_ name: String) -> String {
    let lower = name.lowercased()
    return cKeywords.contains(lower) ? lower + "_" : lower
  }

  /// `LikeIntent` as `like_intent`, `RPCStatus` as `rpcstatus`: protoc-c's way.
  private static func snake(_ camel: String) -> String {
    var result = ""
    var wasUpper = true
    for character in camel {
      if character.isUppercase, !wasUpper { result += "_" }
      wasUpper = character.isUppercase
      result += character.lowercased()
    }
    return result
  }
}
