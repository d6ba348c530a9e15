import FeedClient

// The example of README.md, which READMETests compares with this file.

func showNewestPosts(socket: String? = nil) async throws {
  let client = try FeedClient(FeedClientConfiguration(socket: socket))
  let page = try await client.feed.fetchFeedPage(FetchFeedPageRequest(pageSize: 5))
  for post in page.posts {
    print(post.likeCount, post.author?.username ?? "", post.text)
  }
  guard let post = page.posts.first(where: { $0.image != nil }), let image = post.image else {
    return
  }

  let like = ToggleLikeRequest(postID: post.id, intent: .like)
  print("likes:", try await client.feed.toggleLike(like).likeCount)

  let variant = ImageVariant(imageID: image.id, width: 320, format: .jpeg)
  var byteCount = 0
  for try await part in try await client.images.streamImage(StreamImageRequest(variant: variant)) {
    byteCount += part.chunk.count
  }
  print("bytes:", byteCount)
}
