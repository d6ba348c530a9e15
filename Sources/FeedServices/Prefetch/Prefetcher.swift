import Base
import FeedMessages
import RPC
import Rendering

/// Asks the renderer for what a PrefetchImages call wants.
///
/// The decisions are `PrefetchList`'s. What is given up here is only this call's own request: a
/// render that a StreamImage call waits for goes on.
actor Prefetcher {
  private let renderer: ImageRenderer
  private let photos: PhotoDirectory
  private let client: RenderClient
  private let deadline: Instant?
  private var list = PrefetchList()
  private var tasks: [PrefetchList.Request: Task<Void, Never>] = [:]
  private let bell: AsyncStream<Void>.Continuation

  /// An element where `takeState` may have something; it ends with the wishes.
  nonisolated let news: AsyncStream<Void>

  init(_ renderer: ImageRenderer, photos: PhotoDirectory, for call: any ServerCall) {
    self.renderer = renderer
    self.photos = photos
    client = RenderClient(call)
    deadline = call.deadline
    (news, bell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  /// Wants this from here on, nearest first, and nothing else.
  ///
  /// - Throws: the call's status, where the list can't be one or too few states are read.
  func want(_ items: [PrefetchItem]) throws(RPCError) {
    let (renderer, photos) = (renderer, photos)
    let givenUp = try list.replace(with: items) { key in
      // What a cache holds of a photo is nobody's before the photo is known to be there.
      guard key.kind != .photo || photos.isKnown(key) else { return false }
      return renderer.cachedImage(for: key) != nil
    }
    for request in givenUp { tasks[request]?.cancel() }
    goOn()
  }

  /// Wants nothing any more; what has not been told can still be taken.
  func end() {
    _ = list.dropAll()
    for task in tasks.values { task.cancel() }
    bell.yield()
    bell.finish()
  }

  /// The next state to tell; nil where there is none now.
  func takeState() -> PrefetchImagesResponse? { list.takeState() }

  private func goOn() {
    while let (request, key) = list.next() {
      tasks[request] = Task { await self.ask(for: key, request) }
    }
    bell.yield()
  }

  private func ask(for key: RenderKey, _ request: PrefetchList.Request) async {
    let wish = RenderRequest(key: key, client: client, priority: .prefetch, deadline: deadline)
    let result: Result<Void, RenderError>
    do {
      try await photos.require(key)
      _ = try await renderer.image(wish)
      result = .success(())
    } catch { result = .failure(error) }
    tasks[request] = nil
    list.finish(request, result)
    goOn()
  }
}
