package import Base
import MessageJSON

/// The figures of a load that two of them are compared by, read back from its JSON.
package struct LoadFigures: Hashable, Sendable {
  /// Why a text is no report of a load.
  package enum Flaw: Error, Hashable, Sendable {
    case notJSON(String)
    /// It is JSON of something else, or of another version.
    case notReport
  }

  /// One of them.
  package struct Figure: Hashable, Sendable {
    package let name: String
    package let value: Double
    /// Digits behind the point that it is told with.
    package let fractionDigits: Int
  }

  package let title: String
  package let shape: String
  package let figures: [Figure]

  /// Reads what `LoadDocument.json` wrote.
  package init(_ text: Bytes) throws(Flaw) {
    let root: JSONValue
    do { root = try JSONParser.parse(text) } catch { throw .notJSON("\(error)") }
    guard root["kind"]?.string == LoadDocument.kind, let title = root["title"]?.string,
      let shape = root["shape"]?.string
    else { throw .notReport }
    self.title = title
    self.shape = shape
    let unit = root["unit"]?.string.flatMap { LoadUnit(rawValue: $0) } ?? .call
    var figures: [Figure] = []
    func add(_ name: String, _ value: JSONValue?, _ fractionDigits: Int = 0) {
      guard let number = value?.number, abs(number) < Decimal.limit else { return }
      figures.append(Figure(name: name, value: number, fractionDigits: fractionDigits))
    }
    add("\(unit.rawValue)s/s", root["callsPerSecond"], 1)
    add("bytes/s", root["bytesPerSecond"])
    for key in ["failed", "delayed", "dropped"] { add(key, root[key]) }
    add("processor seconds", root["processorSeconds"], 2)
    for times in LoadTimes.allCases {
      guard let object = root["times"]?[times.rawValue] else { continue }
      let title = times.title(of: unit)
      add("\(title) mean", object["meanMilliseconds"], 3)
      for (name, _) in LoadDocument.percentiles {
        add("\(title) \(name)", object["milliseconds"]?[name], 3)
      }
      add("\(title) max", object["maxMilliseconds"], 3)
    }
    self.figures = figures
  }
}

/// Two loads side by side.
package struct LoadComparison: Hashable, Sendable {
  /// A figure that at least one of them has.
  package struct Row: Hashable, Sendable {
    package let name: String
    package let first: String
    package let second: String
    /// How the second differs from the first in percent; empty where that says nothing.
    package let change: String
  }

  package let rows: [Row]

  package init(_ first: LoadFigures, _ second: LoadFigures) {
    let others = Dictionary(second.figures.map { ($0.name, $0) }) { kept, _ in kept }
    let known = Set(first.figures.map(\.name))
    rows =
      first.figures.map { Self.row($0, others[$0.name]) }
      + second.figures.filter { !known.contains($0.name) }.map { Self.row(nil, $0) }
  }

  private static func row(_ first: LoadFigures.Figure?, _ second: LoadFigures.Figure?) -> Row {
    Row(
      name: (first ?? second)?.name ?? "",
      first: text(first),
      second: text(second),
      change: change(first?.value, second?.value)
    )
  }

  private static func text(_ figure: LoadFigures.Figure?) -> String {
    figure.map { Decimal.text($0.value, fractionDigits: $0.fractionDigits) } ?? "-"
  }

  private static func change(_ first: Double?, _ second: Double?) -> String {
    guard let first, let second, first != 0 else { return "" }
    let percent = (second - first) / first * 100
    guard abs(percent) < Decimal.limit else { return "" }
    return "\(percent < 0 ? "" : "+")\(Decimal.text(percent, fractionDigits: 1))%"
  }
}

extension JSONValue {
  /// The first member of that name.
  fileprivate subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  fileprivate var string: String? { if case .string(let text) = self { text } else { nil } }

  fileprivate var number: Double? {
    if case .number(let digits) = self { Double(digits) } else { nil }
  }
}
