import CommandLineKit
import FeedMessages
import LoadTest

/// What the pictures of a load are like.
enum PictureOptions {
  enum Format: String, CaseIterable, Sendable { case jpeg, png, webp, rgba8 }

  static let width = Option(
    "width",
    short: "w",
    .integer(in: LoadLimits.side),
    default: 320,
    help: "Pixels."
  )
  static let height = Option("height", .integer(in: LoadLimits.side), default: 320, help: "Pixels.")
  static let format = Option(
    "format",
    .choice(of: Format.self),
    default: .jpeg,
    help: "What to make."
  )
}

extension PictureOptions.Format {
  var message: ImageFormat {
    switch self {
    case .jpeg: .jpeg
    case .png: .png
    case .webp: .webp
    case .rgba8: .rgba8
    }
  }
}

extension LoadImagesCommand {
  enum Delivery: String, CaseIterable, Sendable {
    case chunks
    case memoryFile = "memory-file"
    case file

    var message: ImageDelivery {
      switch self {
      case .chunks: .chunks
      case .memoryFile: .memoryFile
      case .file: .file
      }
    }
  }
}

extension ValueFormat where Value == [ImageWorkload.Size] {
  /// Sizes in pixels with commas between.
  static let sizes = ValueFormat(
    placeholder: "WxH",
    parse: { (text) throws(InvalidValue) in
      let sizes = text.split(separator: ",", omittingEmptySubsequences: false).map(size)
      let known = sizes.compactMap { $0 }
      guard known.count == sizes.count, sizes.count <= LoadLimits.turnCount else {
        throw .notLike(example: "320x320 or 320x320,1080x1350")
      }
      return known
    },
    describe: { $0.map { "\($0.width)x\($0.height)" }.joined(separator: ",") }
  )

  private static func size(_ text: Substring) -> ImageWorkload.Size? {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { side in
      side.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(side) : nil
    }
    guard sides.count == 2, let width = sides[0], let height = sides[1],
      LoadLimits.side.contains(width), LoadLimits.side.contains(height)
    else { return nil }
    return ImageWorkload.Size(width: width, height: height)
  }
}

extension ValueFormat where Value == [PictureOptions.Format] {
  /// Formats with commas between.
  static let formats: ValueFormat = {
    let one = ValueFormat<PictureOptions.Format>.choice()
    return ValueFormat(
      placeholder: one.placeholder,
      parse: { (text) throws(InvalidValue) in
        var formats: [PictureOptions.Format] = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
          formats.append(try one.parse(String(word)))
        }
        guard formats.count <= LoadLimits.turnCount else { throw .notLike(example: "jpeg,webp") }
        return formats
      },
      describe: { $0.map(\.rawValue).joined(separator: ",") }
    )
  }()
}

extension ValueFormat where Value == Double {
  /// A part of all, as `0.2` or `20%`.
  static let share = ValueFormat(
    placeholder: "SHARE",
    parse: { (text) throws(InvalidValue) in
      let isPercent = text.hasSuffix("%")
      let digits = isPercent ? text.dropLast() : text[...]
      let isNumber = digits.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
      guard isNumber, let number = Double(digits),
        LoadLimits.share.contains(isPercent ? number / 100 : number)
      else { throw .notLike(example: "0.2 or 20%") }
      return isPercent ? number / 100 : number
    },
    describe: { $0 == 0 ? "0" : String($0) }
  )
}
