import FeedClient
import Glibc

/// Times `vipsthumbnail`, which photos are compared with.
struct Thumbnailer {
  /// Where its pictures go.
  let folder: String

  /// How long it takes to shrink a photo to `side` pixels, its start included.
  func time(_ photo: String, side: Int32) throws -> Duration {
    let words = ["vipsthumbnail", photo, "--size", "\(side)", "--output", "\(folder)/out.jpg"]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    arguments.append(nil)
    let began = Instant.now()
    var process: pid_t = 0
    var status: CInt = 0
    guard posix_spawnp(&process, words[0], nil, nil, arguments, environ) == 0,
      waitpid(process, &status, 0) == process, status == 0
    else { throw RPCError(.internal, "vipsthumbnail failed") }
    return .now() - began
  }
}
