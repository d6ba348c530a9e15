import FeedClient
import Glibc

/// Uploads photos and keeps their renderings, for who compares them.
struct PhotoRenders {
  let client: FeedClient
  let folder: String
  /// Pixels a side, at most.
  let side: Int32

  init(socket: String, folder: String, side: Int32) throws {
    client = try FeedClient(FeedClientConfiguration(socket: socket, patience: .seconds(10)))
    self.folder = folder
    self.side = side
  }

  /// Takes the paths from standard input, a line each.
  ///
  /// The n-th photo becomes the file n.png. A line for each says what became of it: "n WIDTH
  /// HEIGHT" or "n" and the status.
  func run() async {
    var index = 0
    while let path = readLine() {
      do {
        let header = try await render(path, to: "\(folder)/\(index).png")
        print(index, header.width, header.height)
      } catch { print(index, error) }
      index += 1
    }
  }

  private func render(_ path: String, to target: String) async throws -> ImageHeader {
    let id = try await client.upload(path)
    let variant = ImageVariant(imageID: id, width: side, height: side, fit: .contain, format: .png)
    let picture = try await client.picture(variant, joined: true)
    guard let file = fopen(target, "w") else {
      throw RPCError(.internal, "\(target) can't be written")
    }
    defer { fclose(file) }
    let written = picture.bytes.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
    guard written == picture.bytes.count else {
      throw RPCError(.internal, "\(target) can't be written")
    }
    return picture.header
  }
}
