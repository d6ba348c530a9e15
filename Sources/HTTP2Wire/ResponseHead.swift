import Base
import RPC

/// The headers or trailers of an answer, as a client reads them.
///
/// What a server says too much is counted and not kept.
struct ResponseHead {
  private let limits: HTTP2Limits
  /// Names, values and 32 bytes for each pair.
  private var size = 0
  /// The status of HTTP; nil in trailers.
  private(set) var httpStatus: Int?
  /// The content-type is one of gRPC.
  private(set) var isGRPC = false
  private(set) var isGzip = false
  private(set) var metadata = Metadata()
  private var code: StatusCode?
  private var message = ""
  private var details: [RPCError.Detail] = []

  init(_ limits: HTTP2Limits) { self.limits = limits }

  /// True where the list takes more than it may.
  var isTooLarge: Bool { size > limits.headerListByteCount }

  /// True where the call's status is among these.
  var hasStatus: Bool { code != nil }

  /// The status of the call; nil is OK.
  ///
  /// - Precondition: `hasStatus`.
  var error: RPCError? {
    guard let code, code != .ok else { return nil }
    return RPCError(code, message, details: details)
  }

  /// Takes a header.
  ///
  /// - Returns: false where the list is beyond all measure.
  mutating func add(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool {
    size += name.count + value.count + HeaderList.pairByteCount
    guard size <= limits.headerListByteCount else {
      metadata = Metadata()
      return size <= limits.headerListAbuseByteCount
    }
    if name.equals(":status") {
      httpStatus = Int(String(decoding: value, as: UTF8.self))
    } else if name.equals("content-type") {
      isGRPC = RequestHead.isGRPC(value)
    } else if MetadataHeaders.isReserved(name) {
      addReserved(name, value)
    } else if MetadataHeaders.isName(name) {
      // What is not base64 says nothing.
      _ = MetadataHeaders.read(name, value, into: &metadata)
    }
    return true
  }

  private mutating func addReserved(
    _ name: UnsafeRawBufferPointer,
    _ value: UnsafeRawBufferPointer
  ) {
    if name.equals("grpc-status") {
      let number = Int32(String(decoding: value, as: UTF8.self))
      code = number.map(StatusCode.init(wireValue:)) ?? .unknown
    } else if name.equals("grpc-message") {
      message = PercentCoding.decode(value)
    } else if name.equals("grpc-status-details-bin") {
      details = StatusDetails.decode(String(decoding: value, as: UTF8.self))
    } else if name.equals("grpc-encoding") {
      isGzip = value.equals("gzip")
    }
  }
}
