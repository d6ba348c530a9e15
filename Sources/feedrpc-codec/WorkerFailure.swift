/// Why a worker ends before its daemon wants it to.
enum WorkerFailure: Error {
  /// The kernel refused a limit.
  case notConfined(String, errno: CInt)
  /// libvips does not start or can not encode; its own words.
  case library(String)
  /// The socket failed.
  case socket(errno: CInt)
  /// What came is no request, or not with the memory that it needs.
  case badRequest

  /// The fields of a log line.
  var fields: KeyValuePairs<String, String> {
    switch self {
    case .notConfined(let what, let errno): ["operation": what, "errno": "\(errno)"]
    case .library(let text): ["operation": "libvips", "reason": text]
    case .socket(let errno): ["operation": "socket", "errno": "\(errno)"]
    case .badRequest: ["operation": "request"]
    }
  }
}
