import FeedMessages
import RPC
import Rendering

/// What one PrefetchImages call wants, what has been asked for, and what is to be told.
///
/// A tag of the newest list *waits*, is *asked for*, or is *settled*: ready, failed or refused. It
/// is asked for in the order of the list, a few at a time: so what is nearest comes first also
/// after the list has changed, and one client does not fill the renderer's queue. While a tag
/// stays listed with the same variant, ready and failed are final; refused is tried again with the
/// next list, and so is an image id that is too long to be any, as it is not kept. A tag with
/// another variant is a new wish, and nothing more is told of the old one.
///
/// Every wish is told one final state, unless the next one for its tag comes first.
struct PrefetchList: Sendable {
  /// Streams of one connection at a time, each with a list of its own; one more is refused.
  static let streamsOfConnection = 16
  /// Pictures of a list.
  static let itemCount = 1_000
  /// Requests at the renderer at once, those included that were given up and have not returned.
  static let openRequests = 8
  /// States that may wait for the client to read them: those of a full list, and of what it
  /// replaced, twice over.
  static let untoldStates = 4_000
  /// Bytes of an image id that is kept to see whether it is listed again; those there are, are
  /// shorter.
  static let keptIDByteCount = 128

  /// Names one request to the renderer.
  struct Request: Hashable, Sendable {
    let number: UInt64
  }

  private enum Progress: Equatable {
    case waiting(RenderKey)
    case open(Request)
    /// Its state has been noted; unless that is final, the next list tries again.
    case settled(isFinal: Bool)
  }

  private struct Wish {
    /// Nil also for one that is too long to be kept.
    let variant: FeedMessages.ImageVariant?
    var progress: Progress

    var isSettled: Bool {
      switch progress {
      case .settled: true
      case .waiting, .open: false
      }
    }
  }

  private var wishes: [UInt64: Wish] = [:]
  /// Nearest first.
  private var order: [UInt64] = []
  /// Of `order`; before it nothing waits.
  private var nextPlace = 0
  /// Whose request it is; nil where nobody wants it any more.
  private var requests: [Request: UInt64?] = [:]
  private var lastRequest: UInt64 = 0
  private var untold = UntoldStates()

  /// Puts a list in the place of the one before.
  ///
  /// - Parameters:
  ///   - wanted: Nearest first.
  ///   - isAtHand: True where a picture is ready without being asked for.
  /// - Returns: The requests to give up; `finish` follows for each.
  /// - Throws: INVALID_ARGUMENT, and nothing has changed; RESOURCE_EXHAUSTED where the client
  ///   reads too few states, and the call is over.
  mutating func replace(
    with wanted: [PrefetchItem],
    isAtHand: (RenderKey) -> Bool
  ) throws(RPCError) -> [Request] {
    try Self.check(wanted)
    let givenUp = exchange(for: wanted, isAtHand)
    guard untold.count <= Self.untoldStates else { throw Self.statesUnread }
    return givenUp
  }

  /// Drops all that is not settled.
  ///
  /// - Returns: The requests to give up; `finish` follows for each.
  mutating func dropAll() -> [Request] { exchange(for: []) { _ in false } }

  /// The next picture to ask for; nil where none waits, or enough have been asked for.
  mutating func next() -> (request: Request, key: RenderKey)? {
    guard requests.count < Self.openRequests else { return nil }
    while nextPlace < order.count {
      let tag = order[nextPlace]
      nextPlace += 1
      guard case .waiting(let key) = wishes[tag]?.progress else { continue }
      lastRequest += 1
      let request = Request(number: lastRequest)
      requests[request] = tag
      wishes[tag]?.progress = .open(request)
      return (request, key)
    }
    return nil
  }

  /// Notes how a request ended, also one that was given up.
  mutating func finish(_ request: Request, _ result: Result<Void, RenderError>) {
    guard let wanted = requests.removeValue(forKey: request) else {
      preconditionFailure("a request ends once")
    }
    guard let tag = wanted else { return }
    switch result {
    case .success: settle(tag, .ready)
    case .failure(let error) where error.isPassing: settle(tag, .refused, isFinal: false)
    case .failure(let error): settle(tag, .failed, RPCError(error))
    }
  }

  /// The next state to tell, in the order in which they came about.
  mutating func takeState() -> PrefetchImagesResponse? { untold.popFirst() }

  /// Requests that have not ended.
  var openCount: Int { requests.count }
}

extension PrefetchList {
  private static func check(_ wanted: [PrefetchItem]) throws(RPCError) {
    guard wanted.count <= itemCount else {
      throw .refused(
        .invalidArgument,
        .invalidValue,
        "wanted has \(wanted.count) items; give the nearest \(itemCount)"
      )
    }
    var tags: Set<UInt64> = []
    for item in wanted where !tags.insert(item.tag).inserted {
      throw .refused(.invalidArgument, .invalidValue, "wanted has the tag \(item.tag) twice")
    }
  }

  /// The same for every photo, there or not, whosever it is.
  private static var originalsUncached: RPCError {
    .refused(.invalidArgument, .noOriginal, "no cache keeps originals; ask StreamImage for them")
  }

  private static var statesUnread: RPCError {
    .refused(
      .resourceExhausted,
      .statesUnread,
      "more than \(untoldStates) states wait to be read; read them while sending lists"
    )
  }

  private mutating func exchange(
    for wanted: [PrefetchItem],
    _ isAtHand: (RenderKey) -> Bool
  ) -> [Request] {
    var gone = wishes
    wishes.removeAll(keepingCapacity: true)
    var givenUp: [Request] = []
    for item in wanted {
      if let old = gone.removeValue(forKey: item.tag) {
        guard old.variant != item.variant || old.progress == .settled(isFinal: false) else {
          wishes[item.tag] = old
          continue
        }
        untold.forget(item.tag)
        if let request = forgetRequest(of: old) { givenUp.append(request) }
      }
      consider(item, isAtHand)
    }
    for tag in order {
      guard let wish = gone[tag] else { continue }
      if let request = forgetRequest(of: wish) { givenUp.append(request) }
      if !wish.isSettled { untold.append(PrefetchImagesResponse(tag: tag, state: .dropped)) }
    }
    order = wanted.map(\.tag)
    nextPlace = 0
    return givenUp
  }

  private mutating func consider(_ item: PrefetchItem, _ isAtHand: (RenderKey) -> Bool) {
    do throws(RPCError) {
      let key = try RenderKey(item.variant)
      guard key.format != .original else { throw Self.originalsUncached }
      wishes[item.tag] = Wish(variant: item.variant, progress: .waiting(key))
      if isAtHand(key) { settle(item.tag, .ready) }
    } catch {
      // A stream may hold a thousand wishes for as long as it likes.
      let isKept = item.variant.map { $0.imageID.utf8.count <= Self.keptIDByteCount } ?? true
      let progress = Progress.settled(isFinal: isKept)
      wishes[item.tag] = Wish(variant: isKept ? item.variant : nil, progress: progress)
      settle(item.tag, .failed, error, isFinal: isKept)
    }
  }

  private mutating func settle(
    _ tag: UInt64,
    _ state: PrefetchState,
    _ error: RPCError? = nil,
    isFinal: Bool = true
  ) {
    wishes[tag]?.progress = .settled(isFinal: isFinal)
    untold.append(
      PrefetchImagesResponse(
        tag: tag,
        state: state,
        code: error?.code.rawValue ?? 0,
        message: error?.message ?? ""
      )
    )
  }

  /// The request of a wish that is wanted no more; it stays open until it ends.
  private mutating func forgetRequest(of wish: Wish) -> Request? {
    guard case .open(let request) = wish.progress else { return nil }
    requests[request] = .some(nil)
    return request
  }
}

extension RenderError {
  /// True where it is the server's want of something, and the next list finds it mended.
  fileprivate var isPassing: Bool {
    switch self {
    case .overloaded, .exhausted, .libraryFailed(.busy), .libraryFailed(.failed),
      .storeFailed(.busy), .storeFailed(.failed):
      true
    case .malformedImageID, .unknownImage, .sizeOutOfRange, .qualityOutOfRange, .noOriginal,
      .cancelled, .deadlineExceeded, .libraryFailed, .storeFailed, .encoderUnavailable,
      .encodingFailed, .timedOut, .sourceDamaged, .sourceRefused, .shutDown:
      false
    }
  }
}

/// States in the order in which they came about; of each tag the newest.
private struct UntoldStates: Sendable {
  private var states: [UInt64: PrefetchImagesResponse] = [:]
  /// May name tags that have no state any more.
  private var order: [UInt64] = []
  private var first = 0

  /// Those that were forgotten included, until their turn comes.
  var count: Int { order.count - first }

  /// Adds a state; where the tag has one, it takes its place.
  mutating func append(_ state: PrefetchImagesResponse) {
    guard states.updateValue(state, forKey: state.tag) == nil else { return }
    compact()
    order.append(state.tag)
  }

  mutating func forget(_ tag: UInt64) { states[tag] = nil }

  mutating func popFirst() -> PrefetchImagesResponse? {
    while first < order.count {
      let tag = order[first]
      first += 1
      if let state = states.removeValue(forKey: tag) { return state }
    }
    return nil
  }

  /// Gives back what lies before `first`, now and then.
  private mutating func compact() {
    guard 2 * first > order.count else { return }
    order.removeFirst(first)
    first = 0
  }
}
