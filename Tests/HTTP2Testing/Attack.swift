/// What a hostile client sends behind its preface, and what has to become of its connection.
package struct Attack: Sendable, CustomStringConvertible {
  package enum Outcome: Sendable {
    /// The connection ends.
    case closed
    /// Calls on it are still served.
    case served
    /// Nothing is wrong, and no new calls are taken.
    case ending
  }

  package var name: String
  package var bytes: @Sendable () -> [UInt8]
  package var outcome: Outcome
  package var description: String { name }

  init(_ name: String, _ outcome: Outcome, _ bytes: @escaping @Sendable () -> [UInt8]) {
    self.name = name
    self.outcome = outcome
    self.bytes = bytes
  }

  /// Each class that is known, in which `service` and `method` name a bidirectional method.
  package static func all(service: String, method: String) -> [Attack] {
    let target = Target(path: "/\(service)/\(method)")
    return floods(target) + resets(target) + headers(target) + streams(target) + messages(target)
  }
}

/// The call that attacks are made with.
struct Target: Sendable {
  var path: String

  var fields: [(String, String)] {
    [
      (":method", "POST"), (":scheme", "http"), (":path", path), (":authority", "localhost"),
      ("te", "trailers"), ("content-type", "application/grpc"),
    ]
  }

  func open(_ stream: UInt32, isEnd: Bool = false) -> [UInt8] {
    Raw.headers(stream, fields, isEnd: isEnd)
  }
}

extension Attack {
  /// So many of the same.
  private static func repeated(_ count: Int, _ bytes: [UInt8]) -> [UInt8] {
    var all: [UInt8] = []
    all.reserveCapacity(count * bytes.count)
    for _ in 0..<count { all += bytes }
    return all
  }

  /// The ids of `count` streams.
  private static func ids(_ count: Int) -> [UInt32] { (0..<UInt32(count)).map { 2 * $0 + 1 } }

  private static func floods(_ target: Target) -> [Attack] {
    [
      Attack("pings", .closed) { repeated(20_000, Raw.ping()) },
      Attack("answers to pings that nobody sent", .closed) {
        repeated(20_000, Raw.ping(flags: 1))
      },
      Attack("settings", .closed) { repeated(20_000, Raw.settings()) },
      Attack("settings of 33 pairs", .closed) {
        Raw.settings((0..<33).map { (UInt16(0x1000 + $0), 1) })
      },
      Attack("window updates", .closed) { repeated(100_000, Raw.window(0, 1)) },
      Attack("priorities", .closed) { repeated(20_000, Raw.priority(1)) },
      Attack("unknown frames", .closed) { repeated(20_000, Raw.frame(0x77, 0)) },
      Attack("unknown frames with a payload", .closed) {
        repeated(11_000, Raw.frame(0x77, 0, [UInt8](repeating: 0, count: 100)))
      },
      Attack("empty data", .closed) { target.open(1) + repeated(100_000, Raw.data(1, [])) },
      Attack("padding", .closed) {
        target.open(1) + repeated(11_000, Raw.frame(0, 1, flags: 8, [9] + repeated(9, [0])))
      },
      Attack("data of one byte", .closed) {
        target.open(1) + repeated(4, Raw.data(1, [0])) + Raw.data(1, [0xFF])
          + repeated(11_000, Raw.data(1, [7]))
      },
    ]
  }

  private static func resets(_ target: Target) -> [Attack] {
    [
      Attack("rapid reset", .closed) {
        ids(3_000).flatMap { target.open($0) + Raw.reset($0) }
      },
      Attack("rapid reset of whole requests", .closed) {
        ids(3_000).flatMap { target.open($0, isEnd: true) + Raw.reset($0) }
      },
      Attack("resets made by an overflowing window", .closed) {
        ids(3_000).flatMap { target.open($0) + Raw.window($0, 0x7FFF_FFFF) }
      },
      Attack("a window update of nothing", .closed) { target.open(1) + Raw.window(1, 0) },
      Attack("requests that are malformed", .closed) {
        ids(3_000).flatMap { Raw.headers($0, [(":method", "GET")], isEnd: true) }
      },
      Attack("some resets", .served) { ids(500).flatMap { target.open($0) + Raw.reset($0) } },
    ]
  }

  private static func headers(_ target: Target) -> [Attack] {
    [
      Attack("continuations", .closed) {
        Raw.frame(1, 1, Raw.block(target.fields)) + repeated(1_000, Raw.frame(9, 1, [0, 1, 97, 0]))
      },
      Attack("empty continuations", .closed) {
        Raw.frame(1, 1, Raw.block(target.fields)) + repeated(1_000, Raw.frame(9, 1))
      },
      Attack("headers that inflate", .closed) {
        Raw.frame(1, 1, flags: 5, Raw.block(target.fields) + bomb)
      },
      Attack("trailers that inflate", .closed) {
        target.open(1) + repeated(200, Raw.frame(1, 1, flags: 4, bomb))
      },
      Attack("trailers that end nothing", .closed) {
        ids(3_000).flatMap { target.open($0) + Raw.headers($0, [("x", "y")]) }
      },
      Attack("headers that inflate for a stream that is gone", .closed) {
        target.open(5) + repeated(200, Raw.frame(1, 3, flags: 4, bomb))
      },
      Attack("some trailers", .served) {
        ids(200).flatMap { target.open($0) + Raw.headers($0, [("x", "y")], isEnd: true) }
      },
      Attack("headers above the limit", .served) {
        let more = [("x", String(repeating: "y", count: 16_000))]
        return Raw.frame(1, 1, flags: 1, Raw.block(target.fields + more))
          + Raw.frame(9, 1, flags: 4, Raw.block(more))
      },
      Attack("a block that can't be decoded", .closed) { Raw.frame(1, 1, flags: 5, [0xFF, 0xFF]) },
      Attack("a table that is too large", .closed) {
        Raw.frame(1, 1, flags: 5, [0x3F, 0xE1, 0xFF, 0x03] + Raw.block(target.fields))
      },
    ]
  }

  /// An entry of 4,000 bytes that is remembered, then named again and again (RFC 7541 6.1).
  private static var bomb: [UInt8] {
    [0x40] + text("a") + text(String(repeating: "b", count: 3_900)) + repeated(12_000, [0xBE])
  }

  private static func text(_ text: String) -> [UInt8] {
    Raw.integer(text.utf8.count, prefixBits: 7) + Array(text.utf8)
  }

  private static func streams(_ target: Target) -> [Attack] {
    [
      Attack("more streams than there may be", .closed) { ids(1_100).flatMap { target.open($0) } },
      Attack("a stream with an even id", .closed) { target.open(2) },
      Attack("an id that is lower than the last", .served) {
        target.open(5) + target.open(3)
      },
      Attack("data on a stream that was never opened", .closed) { Raw.data(9, [1]) },
      Attack("data behind the end", .closed) {
        target.open(1, isEnd: true) + Raw.data(1, [0, 0, 0, 0, 0])
      },
      Attack("headers in the middle of headers", .closed) {
        Raw.frame(1, 1, Raw.block(target.fields)) + target.open(3)
      },
      Attack("a frame that is too long", .closed) {
        Raw.frame(0, 1, [UInt8](repeating: 0, count: 16_385))
      },
      Attack("a ping of seven bytes", .closed) { Raw.frame(6, 0, [1, 2, 3, 4, 5, 6, 7]) },
      Attack("a promise", .closed) { Raw.frame(5, 1, flags: 4, [0, 0, 0, 2]) },
      Attack("more data than the window", .served) {
        target.open(1) + repeated(40, Raw.data(1, [UInt8](repeating: 0, count: 16_384)))
      },
      Attack("goodbyes", .ending) {
        Raw.goAway(last: 0x7FFF_FFFE) + target.open(1) + Raw.goAway() + Raw.reset(1) + Raw.goAway()
          + Raw.goAway(code: 2)
      },
      Attack("goodbyes that take back what they said", .closed) {
        Raw.goAway() + Raw.goAway(last: 0x7FFF_FFFE)
      },
    ]
  }

  private static func messages(_ target: Target) -> [Attack] {
    [
      Attack("a message that announces 4 GB", .served) {
        target.open(1) + Raw.data(1, [0, 0xFF, 0xFF, 0xFF, 0xFF])
      },
      Attack("empty messages in one frame", .served) {
        target.open(1) + Raw.data(1, repeated(3_000, [0, 0, 0, 0, 0]), isEnd: true)
      },
      Attack("messages that are not compressed as they say", .served) {
        ids(200).flatMap { target.open($0) + Raw.data($0, Raw.message([1, 2, 3], flag: 1)) }
      },
      Attack("calls of nothing that is there", .served) {
        ids(900).flatMap { Raw.headers($0, Target(path: "/a/b").fields, isEnd: true) }
      },
    ]
  }
}
