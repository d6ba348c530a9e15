import Base
import CChafa
import CommandLineKit
import Glibc

/// Pixels as they are painted: rows of 8-bit R, G, B, A, straight alpha.
struct Picture: Sendable {
  let width: Int
  let height: Int
  let pixels: Bytes
}

/// Makes texts that show pictures in a terminal, by libchafa.
///
/// The library is loaded when the first picture is to be shown; without it all else works.
final class PicturePainter: @unchecked Sendable {
  /// What a terminal shows pictures as.
  enum Way: Hashable, Sendable { case characters, pixels }

  static let libraryName = "libchafa.so.0"

  // Written by `init` alone; the library's functions may be called from any thread.
  private let library: OpaquePointer
  private let environment: [String]
  private let terminal: Terminal

  /// Loads the library.
  ///
  /// - Throws: What to install, where it is not there.
  init(_ surroundings: Surroundings) throws(CommandFailure) {
    guard let library = cchafa_open(surroundings.painterLibrary) else {
      throw CommandFailure(
        "\(surroundings.painterLibrary) is needed to show pictures and can't be loaded: install "
          + "libchafa0, version 1.12 or newer"
      )
    }
    self.library = library
    environment = Self.telling(surroundings.console.environment).map { "\($0.key)=\($0.value)" }
    terminal = surroundings.console.terminal
  }

  /// What tells of the terminal: within tmux or screen, not what is around those, which pass
  /// characters on and no pixels.
  private static func telling(_ environment: [String: String]) -> [String: String] {
    let name = environment["TERM"] ?? ""
    guard name.hasPrefix("tmux") || name.hasPrefix("screen") else { return environment }
    return environment.filter { !["LC_TERMINAL", "TERM_PROGRAM"].contains($0.key) }
  }

  deinit { free(UnsafeMutableRawPointer(library)) }

  /// The best that the terminal can; characters where it wants no colours.
  var way: Way {
    guard terminal.hasColour else { return .characters }
    let best = withEnvironment { cchafa_best_way(library, $0) }
    return best == cchafa_characters ? .characters : .pixels
  }

  /// The text that shows a picture in its place, with the line break behind it.
  func paint(_ picture: Picture, in place: PicturePlace) -> Bytes {
    precondition(
      picture.pixels.count == picture.width * picture.height * 4,
      "four bytes are a pixel"
    )
    let (columns, rows) = place.cells(width: picture.width, height: picture.height)
    var count = 0
    let text = picture.pixels.withUnsafeBytes { pixels in
      withEnvironment { environment in
        cchafa_text(
          library,
          environment,
          terminal.hasColour ? 1 : 0,
          cchafa_picture(
            pixels: pixels.baseAddress?.assumingMemoryBound(to: UInt8.self),
            width: Int32(picture.width),
            height: Int32(picture.height)
          ),
          cchafa_place(
            columns: Int32(columns),
            rows: Int32(rows),
            cell_width: Int32(place.cell.width),
            cell_height: Int32(place.cell.height)
          ),
          &count
        )
      }
    }
    guard let text else { preconditionFailure("there is memory for a text") }
    defer { free(text) }
    return Bytes(Array(UnsafeRawBufferPointer(start: text, count: count)) + [0x0A])
  }

  private func withEnvironment<Value>(
    _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Value
  ) -> Value {
    var texts = environment.map { strdup($0) } + [nil]
    defer { for text in texts { free(text) } }
    return texts.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { preconditionFailure("it is not empty") }
      return body(base)
    }
  }
}
