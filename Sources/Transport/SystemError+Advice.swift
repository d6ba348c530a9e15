import EventLoop
import Glibc

extension SystemError {
  /// What went wrong when connecting, and what to do about it.
  var connectionAdvice: String {
    let cause = String(cString: strerror(code))
    switch code {
    case ENOENT: return "\(cause); is the server running, and is this its socket?"
    case ECONNREFUSED: return "\(cause); the server that made the socket no longer runs"
    case EACCES, EPERM: return "\(cause); the server lets in its owner only unless told otherwise"
    case ENOTSOCK, EPROTOTYPE: return "\(cause); this is not a stream socket"
    default: return cause
    }
  }
}
