import Base
import Rendering

extension EventLog {
  /// Prints what became of the disk cache.
  func note(_ event: DiskCacheEvent) {
    switch event {
    case .paused(let error): note(.warning, "disk_cache_paused", ["reason": "\(error)"])
    case .resumed: note(.info, "disk_cache_resumed")
    case .damaged(let path): note(.warning, "disk_cache_file_damaged", ["path": path])
    }
  }
}
