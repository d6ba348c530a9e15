import Base
import MemoryFiles

/// The memory cache as all threads see it.
final class SharedMemoryCache: Sendable {
  private struct State {
    var cache: MemoryCache
    var hits = 0
  }

  private let state: Lock<State>

  init(capacityByteCount: Int, fileLimit: Int = RenderLimits.memoryFiles) {
    let cache = MemoryCache(capacityByteCount: capacityByteCount, fileLimit: fileLimit)
    state = Lock(State(cache: cache))
  }

  /// The picture, where it is here and that codec made it; counted as a hit.
  func image(for key: RenderKey, madeBy codec: String) -> RenderedImage? {
    state.withLock { state in
      guard let image = state.cache.image(for: key, madeBy: codec) else { return nil }
      state.hits += 1
      return image
    }
  }

  func insert(_ image: RenderedImage, for key: RenderKey) {
    state.withLock { _ = $0.cache.insert(image, for: key) }
  }

  /// The memory file of a picture, which is no hit.
  func file(for key: RenderKey, madeBy codec: String?) -> SealedFile? {
    state.withLock { $0.cache.file(for: key, madeBy: codec) }
  }

  func attach(_ file: SealedFile, to key: RenderKey, madeBy codec: String?) {
    state.withLock { $0.cache.attach(file, to: key, madeBy: codec) }
  }

  /// Gives half of the descriptors of memory files back.
  func closeFiles() { state.withLock { $0.cache.closeFiles() } }

  func remove(where isUnwanted: (RenderKey) -> Bool) {
    state.withLock { $0.cache.remove(where: isUnwanted) }
  }

  /// Gives half of what is in use back, pixels first: they are the largest and soonest made again.
  func relieve() {
    state.withLock { $0.cache.shrink(to: $0.cache.byteCount / 2, first: .rgba8) }
  }

  var counts: (hits: Int, byteCount: Int) {
    state.withLock { ($0.hits, $0.cache.byteCount) }
  }
}
