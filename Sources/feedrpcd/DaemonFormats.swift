import CommandLineKit
import FeedServices
import RPC

extension ValueFormat where Value == Int {
  /// The permissions of a file in octal, as `0660`.
  static let permissions = ValueFormat(
    placeholder: "MODE",
    parse: { (text) throws(InvalidValue) in
      guard let mode = Int(text, radix: 8), (0...0o777).contains(mode), !text.hasPrefix("+") else {
        throw .notLike(example: "0660")
      }
      return mode
    },
    describe: { "0" + String($0, radix: 8) }
  )
}

extension ValueFormat where Value == UInt32 {
  /// The number of a user or group.
  static let userID = ValueFormat(
    placeholder: "ID",
    parse: { (text) throws(InvalidValue) in
      guard let number = UInt32(text) else { throw .integerOutOfRange(0...Int(UInt32.max)) }
      return number
    },
    describe: { String($0) }
  )
}

extension ValueFormat where Value == StoreChoice {
  /// The name of an engine.
  static let storeURL = ValueFormat.choice(of: StoreChoice.self)
}

extension ValueFormat where Value == FaultPlan.Latency {
  /// `[METHOD=]DURATION[..DURATION]`.
  static let latency = ValueFormat(
    placeholder: "[METHOD=]FROM..TO",
    parse: { (text) throws(InvalidValue) in
      let (method, range) = Fault.parts(text)
      let texts = Fault.split(range, at: "..")
      let format = ValueFormat<Duration>.duration(allowsZero: true)
      let lower = try format.parse(texts[0])
      let upper = texts.count == 2 ? try format.parse(texts[1]) : lower
      guard lower <= upper else { throw .notLike(example: "200ms..900ms") }
      return FaultPlan.Latency(method: method, range: lower...upper)
    },
    describe: { latency in
      let format = ValueFormat<Duration>.duration(allowsZero: true)
      let range =
        format.describe(latency.range.lowerBound) + ".."
        + format.describe(latency.range.upperBound)
      return latency.method.map { "\($0)=\(range)" } ?? range
    }
  )
}

extension ValueFormat where Value == FaultPlan.Failure {
  /// `[METHOD=]CODE[:PROBABILITY]`.
  static let failure = ValueFormat(
    placeholder: "[METHOD=]CODE:P",
    parse: { (text) throws(InvalidValue) in
      let (method, what) = Fault.parts(text)
      let texts = Fault.split(what, at: ":")
      guard let name = texts.first,
        let code = StatusCode.allCases.first(where: { $0.name == name.uppercased() }),
        code != .ok, texts.count <= 2
      else { throw .notLike(example: "FetchFeedPage=UNAVAILABLE:0.1") }
      guard texts.count == 2 else {
        return FaultPlan.Failure(method: method, code: code, probability: 1)
      }
      guard let probability = Double(texts[1]), (0...1).contains(probability) else {
        throw .notLike(example: "FetchFeedPage=UNAVAILABLE:0.1")
      }
      return FaultPlan.Failure(method: method, code: code, probability: probability)
    },
    describe: { failure in
      (failure.method.map { "\($0)=" } ?? "") + "\(failure.code.name):\(failure.probability)"
    }
  )
}

/// The parts that descriptions of faults share.
private enum Fault {
  /// The method before the first `=`, if there is one, and the rest.
  static func parts(_ text: String) -> (method: String?, rest: String) {
    guard let equals = text.firstIndex(of: "=") else { return (nil, text) }
    return (String(text[..<equals]), String(text[text.index(after: equals)...]))
  }

  /// What stands around the first `separator`, or the whole text.
  static func split(_ text: String, at separator: String) -> [String] {
    guard let range = text.firstRange(of: separator) else { return [text] }
    return [String(text[..<range.lowerBound]), String(text[range.upperBound...])]
  }
}
