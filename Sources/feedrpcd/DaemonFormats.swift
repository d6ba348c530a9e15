import CommandLineKit
import FeedServices
import RPC

extension ValueFormat where Value == Int {
  /// The permissions of a file in octal, as `0660`.
  static let permissions = ValueFormat(
    placeholder: "MODE",
    parse: { (text) throws(InvalidValue) in
      guard text.utf8.allSatisfy({ (0x30...0x37).contains($0) }), let mode = Int(text, radix: 8),
        mode <= 0o777
      else { throw .notLike(example: "0660") }
      return mode
    },
    describe: { mode in
      let digits = String(mode, radix: 8)
      return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    }
  )
}

extension ValueFormat where Value == String {
  /// A name of 1 to 64 of `A-Z a-z 0-9 . _ -`.
  static let machineID = ValueFormat(
    placeholder: "ID",
    parse: { (text) throws(InvalidValue) in
      let others = "._-".unicodeScalars
      let isAllowed = text.unicodeScalars.allSatisfy { scalar in
        others.contains(scalar) || scalar.isASCII && scalar.properties.isAlphabetic
          || ("0"..."9").contains(scalar)
      }
      guard isAllowed, 1...64 ~= text.utf8.count else { throw .notLike(example: "kiosk-7") }
      return text
    },
    describe: { $0 }
  )
}

extension ValueFormat where Value == UInt32 {
  /// The number of a user or group; the highest one stands for none (chown(2)).
  static let userID = ValueFormat(
    placeholder: "ID",
    parse: { (text) throws(InvalidValue) in
      UInt32(try ValueFormat<Int>.integer(in: 0...Int(UInt32.max) - 1).parse(text))
    },
    describe: { String($0) }
  )
}

extension ValueFormat where Value == FaultPlan.Latency {
  /// `[METHOD=]DURATION[..DURATION]`.
  static let latency = ValueFormat(
    placeholder: "[METHOD=]FROM..TO",
    parse: { (text) throws(InvalidValue) in
      let (method, range) = try Fault.parts(text, example: "StreamImage=1s")
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
      let (method, what) = try Fault.parts(text, example: "FetchFeedPage=UNAVAILABLE:0.1")
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
  static func parts(
    _ text: String,
    example: String
  ) throws(InvalidValue) -> (method: String?, rest: String) {
    guard let equals = text.firstIndex(of: "=") else { return (nil, text) }
    guard equals > text.startIndex else { throw .notLike(example: example) }
    return (String(text[..<equals]), String(text[text.index(after: equals)...]))
  }

  /// What stands around the first `separator`, or the whole text.
  static func split(_ text: String, at separator: String) -> [String] {
    guard let range = text.firstRange(of: separator) else { return [text] }
    return [String(text[..<range.lowerBound]), String(text[range.upperBound...])]
  }
}
