/// The architecture as a table: which module may be imported where.
enum Layers {
  /// The targets, level by level; a target imports only from lower levels.
  ///
  /// Package.swift lists the same, and a test compares the two.
  static let levels: [Set<String>] = [
    [
      "CBase", "CChafa", "CLinux", "CNghttp2", "CPostgres", "CProtobuf", "CSQLite", "CSeccomp",
      "CSodium", "CVips", "CVipsLibrary", "CYAJL", "CZlib",
    ],
    ["Base", "FeedModel"],
    ["Files", "Hashing", "MemoryFiles", "RPC", "ProtobufRuntime", "Sandbox", "Threads"],
    [
      "EventLoop", "NativeWire", "HTTP2Wire", "FeedMessages", "MessageJSON", "FeedStore",
      "Rendering", "CommandLineKit",
    ],
    ["FeedServices", "Transport", "SQLiteStore", "PostgresStore", "CodecPool", "PhotoFiles"],
    ["FeedClient", "LoadTest"],
    ["feedrpcd", "feedrpc", "feedrpc-codec", "protoc-gen-feedrpc", "feedbench"],
  ]

  /// Modules that only their owners may import, whatever the level.
  ///
  /// A C library has one target that knows it, or a few that share its types; an engine is named
  /// by the program that chooses it.
  static let owners: [String: Set<String>] = [
    "CBase": ["Base", "ProtobufRuntime"],
    "CLinux": [
      "EventLoop", "Files", "MemoryFiles", "Threads", "Transport", "CodecPool", "feedrpc-codec",
      "feedrpcd",
    ],
    "CChafa": ["feedrpc"],
    "CNghttp2": ["HTTP2Wire"],
    "CPostgres": ["PostgresStore"],
    "CProtobuf": ["ProtobufRuntime", "FeedMessages", "protoc-gen-feedrpc"],
    "CSQLite": ["SQLiteStore"],
    "CSeccomp": ["Sandbox"],
    "CSodium": ["FeedStore", "Hashing", "Rendering", "FeedServices", "SQLiteStore"],
    "CVips": ["feedrpc-codec"],
    "CVipsLibrary": [],
    "CYAJL": ["MessageJSON"],
    "CZlib": ["HTTP2Wire", "LoadTest"],
    "PostgresStore": ["feedrpcd"],
    "SQLiteStore": ["feedrpcd"],
    "PhotoFiles": ["feedrpcd"],
    "LoadTest": ["feedbench", "feedrpc"],
    "Sandbox": ["feedrpc-codec"],
  ]

  /// Modules of the toolchain that no target imports, and what to use instead.
  static let banned: [String: String] = [
    "Dispatch": "work runs on loops, named threads and tasks",
    "Foundation": "it costs 50 MB; FoundationEssentials or Glibc will do",
    "Synchronization": "its Mutex makes false race reports; use Base.Lock",
    "XCTest": "tests use Swift Testing",
  ]

  /// Those of them that tests may import all the same.
  static let allowedInTests: Set<String> = ["Dispatch", "Foundation"]

  /// The top level, as modules are called.
  static let programs = Set(levels[6].map { String($0.map { $0 == "-" ? "_" : $0 }) })

  /// Modules of the toolchain that any target may import.
  static let free: Set<String> = ["FoundationEssentials", "Swift"]

  /// The files that may import Glibc, in targets that are otherwise pure: no clock, no socket, no
  /// memory by hand.
  ///
  /// A target without a row may import it anywhere.
  static let glibcFiles: [String: Set<String>] = [
    "Base": [
      "ByteChunk.swift", "BytesBuilder.swift", "EventLog.swift", "Instant.swift", "Lock.swift",
      "OpenFile.swift", "RawBuffer+Equality.swift",
    ],
    "CommandLineKit": ["Program.swift", "Terminal.swift", "TextSink.swift"],
    "FeedMessages": [],
    "FeedModel": [],
    "FeedServices": [],
    "FeedStore": ["Timestamp+Now.swift"],
    "HTTP2Wire": [],
    "NativeWire": [],
    "RPC": [],
    "Rendering": [],
  ]

  static func level(of target: String) -> Int? { levels.firstIndex { $0.contains(target) } }
}
