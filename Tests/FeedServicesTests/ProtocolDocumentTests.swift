import Foundation
import Testing

@testable import FeedServices

/// PROTOCOL.md keeps its word.
@Suite struct ProtocolDocumentTests {
  private static let document: String = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return (try? String(contentsOf: root.appending(path: "PROTOCOL.md"), encoding: .utf8)) ?? ""
  }()

  /// What stands between backticks and looks like a reason.
  private static let documented: Set<String> = Set(
    document.matches(of: /`([A-Z]+(?:_[A-Z]+)+)`/).map { String($0.output.1) }
  )

  @Test(arguments: ErrorReason.allCases)
  func everyReasonIsExplained(_ reason: ErrorReason) {
    #expect(Self.documented.contains(reason.rawValue), "PROTOCOL.md has no `\(reason.rawValue)`")
  }

  @Test func everyReasonThatIsExplainedExists() {
    let known = Set(ErrorReason.allCases.map(\.rawValue))
    #expect(Self.documented.subtracting(known) == [])
  }

  /// A reason that no table gives a code for helps nobody.
  @Test(arguments: ErrorReason.allCases)
  func everyReasonHasARowWithItsCode(_ reason: ErrorReason) {
    let rows = Self.document.split(separator: "\n").filter {
      $0.hasPrefix("| ")
        && $0.split(separator: "|").dropFirst().first?.contains("`\(reason.rawValue)`") == true
    }
    #expect(!rows.isEmpty, "no table of PROTOCOL.md has a row for `\(reason.rawValue)`")
  }
}
