import Base
import CVips
import CodecPool
import Glibc
import Rendering

/// Starts libvips, and has it write and read a tiny picture in each format.
///
/// So the first real one pays nothing extra, and whatever is opened or loaded at first use is there
/// before the worker gives up opening files.
enum WarmUp {
  /// - Throws: `WorkerFailure.library`.
  static func run() throws(WorkerFailure) {
    // The time of profiles is that of a zone, which is read from a file.
    setenv("TZ", "UTC0", 1)
    tzset()
    guard cvips_start(WorkerExecutable.name) == 0, cvips_warm_up_colours() == 0 else {
      throw .library(Picture.Refusal().text)
    }
    do throws(Picture.Refusal) {
      for file in try written() + embedded { try read(file) }
    } catch { throw .library(error.text) }
  }

  /// A picture with transparent parts, in all formats.
  private static func written() throws(Picture.Refusal) -> [Bytes] {
    let pixels = [UInt8](repeating: 128, count: 4 * 16 * 16)
    var files: [Bytes] = []
    for format in EncodedFormat.allCases {
      let file = pixels.withUnsafeBytes { pixels -> Result<Bytes, Picture.Refusal> in
        do throws(Picture.Refusal) {
          let picture = try Picture(pixels: pixels, width: 16, height: 16)
          return .success(try picture.write(as: format, quality: 80) { Bytes(copying: $0) })
        } catch { return .failure(error) }
      }
      files.append(try file.get())
    }
    return files
  }

  /// Reads a file as a photo is read, at a size that takes resizing in both directions.
  private static func read(_ file: Bytes) throws(Picture.Refusal) {
    let photo = file.withUnsafeBytes { bytes -> Result<PreparedPhoto, PhotoFlaw> in
      do throws(PhotoFlaw) {
        let reader = try PhotoReader(bytes)
        let picture = try reader.picture(width: 7, height: 5)
        do throws(Picture.Refusal) {
          _ = try picture.write(as: nil, quality: 100) { _ in }
        } catch { throw .damaged }
        return .success(try reader.prepare())
      } catch { return .failure(error) }
    }
    if case .failure = photo { throw Picture.Refusal() }
  }

  /// What libvips writes slowly or not at all: GIF, HEIC and AVIF.
  private static var embedded: [Bytes] {
    [gif, heic, avif].map { Bytes(Base64.decode($0) ?? []) }
  }

  /// 8 x 8, grey.
  private static let gif = """
    R0lGODdhCAAIAIEAAICAgAAAAAAAAAAAACwAAAAACAAIAAAIDwABCBxIsKDBgwgTKkwYEAA7
    """

  /// 24 x 16: red, green, blue and white quarters.
  private static let heic = """
    AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAa5tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAA\
    AAAAAAAAAA5waXRtAAAAAAACAAAAEGlkYXQAAAAAABgAEAAAADhpbG9jAQAAAERAAAIAAQAAAAAAAAHSAAEAAAAAAAAA\
    7QACAAEAAAAAAAAAAQAAAAAAAAAIAAAAOGlpbmYAAAAAAAIAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQIAAAAA\
    AgAAZ3JpZAAAAADZaXBycAAAALdpcGNvAAAAd2h2Y0MBBAgAAAAAAAAAAAAe8AD8//j4AAAPAyAAAQAXQAEMAf//BAgA\
    AAMAnjgAAAMAAB66AkAhAAEAKkIBAQQIAAADAJ44AAADAAAekAQQILLdVdNc3AgIGBAAAAMAEAAAAwAQgCIAAQAIRAHB\
    cxgwGJAAAAAUaXNwZQAAAAAAAABAAAAAQAAAABRpc3BlAAAAAAAAABgAAAAQAAAAEHBpeGkAAAAAAwgICAAAABppcG1h\
    AAAAAAAAAAIAAQKBAgACAgOEAAAAGmlyZWYAAAAAAAAADmRpbWcAAgABAAEAAAD1bWRhdAAAAOkoAa8GMh9qlJDwmFB+\
    T29XP//6F30PnWJTA3ktSQAShYnYNjbrG92S//zUv/4cIYULyI5+4Mu7tvWM6N2Pn/+lO0SYe12qABlIPhEhOHTDn8Un\
    P9Ql1Hb/rwARL3PaPuAFoHaGOH/OCJb+x+en8ubutQEfLbGOgKYTIHpXGObLx18o2FxrZnlHLMLNMDjT8vY3wSY+4UPv\
    eIT1wzj2YpZRSNYS5iiMr6bB5LGbnxx5wxwANZwvKbIYQcX7kivHMCrTEB1eaNCh784b6ozbz5cUVlTaAqhrw07Kjbve\
    bi79RFnDrm77gfu7YA==
    """

  /// The same.
  private static let avif = """
    AAAAHGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZgAAAOptZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAA\
    AAAAAAAAAA5waXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAEOAAEAAAAAAAAAKwAAACNpaW5mAAAAAAABAAAA\
    FWluZmUCAAAAAAEAAGF2MDEAAAAAamlwcnAAAABLaXBjbwAAABNjb2xybmNseAACAAIABoAAAAAMYXYxQ4EgAgAAAAAU\
    aXNwZQAAAAAAAAAYAAAAEAAAABBwaXhpAAAAAAMICAgAAAAXaXBtYQAAAAAAAAABAAEEgYIDhAAAADNtZGF0EgAKCDgQ\
    7+wgQEDSMh1EYAAAFNpxNk/3aJXKgWuWjJAmA/9dp6sgpx6coA==
    """
}
