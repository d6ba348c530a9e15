import RPC

/// The headers and trailers of answers (grpc.io, PROTOCOL-HTTP2, Responses).
enum AnswerHeaders {
  private static let plain = initialList([:], deflates: false)
  private static let success = statusList(nil, [:])

  /// What precedes the first message.
  static func initial(_ metadata: Metadata, deflates: Bool) -> HeaderList {
    metadata.isEmpty && !deflates ? plain : initialList(metadata, deflates: deflates)
  }

  /// What follows the last message.
  ///
  /// What is too large for the peer goes without metadata, then without details, then without text.
  static func trailers(_ error: RPCError?, _ metadata: Metadata, limit: Int) -> HeaderList {
    if error == nil, metadata.isEmpty { return success }
    return fit(error, metadata, limit: limit) { statusList($0, $1) }
  }

  /// Both at once, where there is no message.
  static func trailersOnly(_ error: RPCError?, _ metadata: Metadata, limit: Int) -> HeaderList {
    fit(error, metadata, limit: limit) { error, metadata in
      var list = initialList([:], deflates: false)
      addStatus(error, metadata, to: &list)
      return list
    }
  }

  private static func fit(
    _ error: RPCError?,
    _ metadata: Metadata,
    limit: Int,
    _ make: (RPCError?, Metadata) -> HeaderList
  ) -> HeaderList {
    let whole = make(error, metadata)
    guard whole.size > limit else { return whole }
    guard let error else { return make(ServerText.metadataTooLarge(limit: limit), [:]) }
    let bare = make(error, [:])
    guard bare.size > limit else { return bare }
    let plain = make(RPCError(error.code, error.message), [:])
    return plain.size > limit ? make(RPCError(error.code, ""), [:]) : plain
  }

  private static func initialList(_ metadata: Metadata, deflates: Bool) -> HeaderList {
    var list = HeaderList()
    list.add(":status", "200")
    list.add("content-type", "application/grpc")
    if deflates { list.add("grpc-encoding", "gzip") }
    list.add("grpc-accept-encoding", "identity,gzip")
    list.add(metadata)
    return list
  }

  private static func statusList(_ error: RPCError?, _ metadata: Metadata) -> HeaderList {
    var list = HeaderList()
    addStatus(error, metadata, to: &list)
    return list
  }

  private static func addStatus(
    _ error: RPCError?,
    _ metadata: Metadata,
    to list: inout HeaderList
  ) {
    list.add("grpc-status", "\(error?.code.rawValue ?? 0)")
    if let error {
      if !error.message.isEmpty { list.add("grpc-message", PercentCoding.encode(error.message)) }
      if !error.details.isEmpty {
        list.add("grpc-status-details-bin", StatusDetails.encode(error))
      }
    }
    list.add(metadata)
  }
}
