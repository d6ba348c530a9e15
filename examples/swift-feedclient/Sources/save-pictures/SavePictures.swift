// Prints the newest posts, likes the first, and saves the pictures of all at the same time.
// Run: save-pictures FOLDER, built as examples/README.md shows, with FEEDRPC_SOCKET or without.
import FeedClient
import Foundation

@main
struct SavePictures {
  let client: FeedClient
  let folder: URL

  static func main() async {
    do {
      let folder = URL(filePath: CommandLine.arguments.dropFirst().first ?? ".")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      // Finds the socket as `feedrpc` does: in FEEDRPC_SOCKET, else where the daemon puts it.
      try await SavePictures(client: FeedClient(), folder: folder).run()
    } catch {
      FileHandle.standardError.write(Data("save-pictures: \(error)\n".utf8))
      exit(1)
    }
  }

  func run() async throws {
    let page = try await client.feed.fetchFeedPage(FetchFeedPageRequest(pageSize: 10))
    for post in page.posts {
      print(post.id, "by", post.author?.username ?? "nobody", "has", post.likeCount)
    }
    if let post = page.posts.first { try await like(post) }

    // Where one fails the group cancels the others, and so their calls.
    try await withThrowingTaskGroup(of: Void.self) { group in
      for post in page.posts {
        guard let image = post.image else { continue }
        group.addTask { try await save(image, of: post) }
      }
      try await group.waitForAll()
    }
  }

  func like(_ post: Post) async throws {
    do {
      let request = ToggleLikeRequest(postID: post.id, intent: .like)
      let answer = try await client.feed.toggleLike(request)
      print("liked", post.id, "which has", answer.likeCount)
    } catch let error where error.code == .notFound {
      print(post.id, "was deleted meanwhile")
    }
  }

  func save(_ image: ImageToken, of post: Post) async throws {
    let variant = ImageVariant(imageID: image.id, width: 320, format: .jpeg)
    let parts = try await client.images.streamImage(StreamImageRequest(variant: variant))
    var data = Data()
    for try await part in parts {
      data.append(contentsOf: part.chunk)
    }
    let file = folder.appending(path: "\(post.id.replacing(":", with: "-")).jpeg")
    try data.write(to: file, options: .atomic)
    print("saved", file.path)
  }
}
