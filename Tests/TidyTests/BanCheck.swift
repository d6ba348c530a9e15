/// A word that is not to be used, and what to do instead.
struct Ban: Sendable {
  /// Where a ban holds.
  enum Scope: Equatable, Sendable {
    case everywhere
    case sources
    case targets(Set<String>)
  }

  var word: String
  var scope: Scope
  /// Targets and files, from the root, where the word is what the job takes.
  var exempt: Set<String> = []
  var reason: String

  /// Targets whose types are told the time.
  static let timeless: Set<String> = [
    "Base", "FeedMessages", "FeedModel", "FeedStore", "HTTP2Wire", "MessageJSON", "NativeWire",
    "ProtobufRuntime", "RPC",
  ]

  /// Targets that speak to people.
  static let speakers: Set<String> = [
    "CommandLineKit", "feedbench", "feedrpc", "feedrpc-codec", "feedrpcd", "protoc-gen-feedrpc",
  ]

  static let ofCode: [Ban] = [
    Ban(
      word: "Task.detached",
      scope: .everywhere,
      reason: "nobody owns such a task; use a group or a stored handle"
    ),
    Ban(
      word: "print(",
      scope: .sources,
      exempt: speakers,
      reason: "libraries say nothing; hand the fact to the caller"
    ),
    Ban(word: "debugPrint(", scope: .everywhere, reason: "left over from debugging"),
    Ban(word: "dump(", scope: .everywhere, reason: "left over from debugging"),
    Ban(word: "try!", scope: .everywhere, reason: "throw, or say with precondition what must hold"),
    Ban(word: "as!", scope: .everywhere, reason: "make the type say it, or handle the other case"),
    Ban(
      word: "sleep(",
      scope: .everywhere,
      exempt: [
        // Its job is to hold answers back.
        "Sources/FeedServices/FaultInjection.swift",
        // The time between attempts is what it is about.
        "Sources/FeedClient/RetryingTransport.swift",
        "Sources/feedrpc/Transfer/PatientCalls.swift",
        // What the rest of the program is handed instead.
        "Sources/feedrpc/main.swift",
        // Nothing tells that a time has come but the clock.
        "Sources/Rendering/ImageRenderer+Tick.swift",
        "Sources/FeedServices/Pause.swift",
        // A request says how long it takes.
        "Tests/interop-server/Pause.swift",
        "Sources/LoadTest/Instant+Wait.swift",
        // For what tells nobody that it has changed.
        "Tests/Waiting/WaitUntil.swift",
      ],
      reason: "wait for an event, not for time"
    ),
    Ban(word: "usleep(", scope: .everywhere, reason: "wait for an event, not for time"),
    Ban(word: "nanosleep(", scope: .everywhere, reason: "wait for an event, not for time"),
    Ban(
      word: "Instant.now()",
      scope: .targets(timeless),
      reason: "this target is pure; take the time as an argument"
    ),
  ]

  /// Of text, comments included; the words are put together so that this file is clean.
  static let ofText: [Ban] = [
    Ban(word: "TO" + "DO", scope: .everywhere, reason: "do it, or leave it out"),
    Ban(word: "FIX" + "ME", scope: .everywhere, reason: "fix it, or leave it out"),
    Ban(word: "XX" + "X", scope: .everywhere, reason: "fix it, or leave it out"),
    Ban(word: "/wo" + "rk/", scope: .everywhere, reason: "a path of one machine"),
    Ban(word: "/t" + "mp/", scope: .sources, reason: "ask for the temporary folder"),
    Ban(word: "/ho" + "me/", scope: .sources, reason: "a path of one machine"),
  ]

  func holds(for file: SourceFile) -> Bool {
    if exempt.contains(file.path) || exempt.contains(file.target ?? "") { return false }
    switch scope {
    case .everywhere: return true
    case .sources: return file.path.hasPrefix("Sources/")
    case .targets(let targets):
      return file.path.hasPrefix("Sources/") && targets.contains(file.target ?? "")
    }
  }
}

/// Nothing banned is used.
enum BanCheck {
  static func findings(in file: SourceFile) -> [Finding] {
    guard !file.isGenerated else { return [] }
    var findings = textFindings(in: file)
    if file.isSwift {
      findings += codeFindings(in: file) + ignoreFindings(in: file)
    }
    return findings
  }

  private static func codeFindings(in file: SourceFile) -> [Finding] {
    Ban.ofCode.filter { $0.holds(for: file) }.flatMap { ban in
      file.positions(ofWord: ban.word).map { finding(ban, at: $0, in: file) }
    }
  }

  private static func textFindings(in file: SourceFile) -> [Finding] {
    Ban.ofText.filter { $0.holds(for: file) }.flatMap { ban in
      file.positions(of: ban.word, in: file.bytes)
        .filter { isWhole(ban.word, at: $0, in: file.bytes) }
        .map { finding(ban, at: $0, in: file) }
    }
  }

  /// True unless the match is part of a longer word, as in `mktemp XXXXXX` or `homework/`.
  private static func isWhole(_ word: String, at position: Int, in bytes: [UInt8]) -> Bool {
    let end = position + word.utf8.count
    let joinsBefore = position > 0 && bytes[position - 1].isWordByte
    let joinsAfter = end < bytes.count && bytes[end - 1].isWordByte && bytes[end].isWordByte
    return !joinsBefore && !joinsAfter
  }

  /// A rule of the formatter is switched off only with a reason in the comment above.
  private static func ignoreFindings(in file: SourceFile) -> [Finding] {
    file.positions(of: "// swift-format-" + "ignore", in: file.bytes).compactMap { position in
      let number = file.lineNumber(at: position)
      let start = file.lineStarts[number - 1]
      // After other text it is in a string: code that makes code.
      guard file.bytes[start..<position].allSatisfy({ $0 == UInt8(ascii: " ") }) else { return nil }
      if number > 1 {
        let above = String(decoding: file.line(number - 2, of: file.bytes), as: UTF8.self)
        if above.drop(while: { $0 == " " }).hasPrefix("//") { return nil }
      }
      let advice = "a rule is switched off; say why in the comment above"
      return Finding(path: file.path, line: number, advice: advice)
    }
  }

  private static func finding(_ ban: Ban, at position: Int, in file: SourceFile) -> Finding {
    Finding(
      path: file.path,
      line: file.lineNumber(at: position),
      advice: "\(ban.word) is banned: \(ban.reason)"
    )
  }
}
