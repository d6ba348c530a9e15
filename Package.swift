// swift-tools-version: 6.2
import PackageDescription

/// What every Swift target of ours is compiled with.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]

/// A library target of ours with its tests beside it, which may need more.
func library(
  _ name: String,
  _ dependencies: [Target.Dependency] = [],
  tests more: [Target.Dependency] = []
) -> [Target] {
  [
    .target(name: name, dependencies: dependencies, swiftSettings: strict),
    .testTarget(
      name: "\(name)Tests",
      dependencies: [.target(name: name)] + dependencies + more,
      swiftSettings: strict
    ),
  ]
}

func executable(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

/// A module map over a library that Debian provides.
func system(_ name: String, package: String) -> Target {
  .systemLibrary(name: name, path: "Sources/\(name)", pkgConfig: package)
}

// Level by level: a target imports only from the levels above it in this list. Tests/TidyTests
// holds the same table and fails where an import breaks it.
let level0: [Target] =
  [
    .target(
      name: "CProtobuf",
      path: "CProtobuf",
      publicHeadersPath: "include",
      linkerSettings: [.linkedLibrary("protobuf-c")]
    ),
    .target(name: "CBase", cSettings: [.treatAllWarnings(as: .error)]),
    .target(name: "CLinux", cSettings: [.treatAllWarnings(as: .error)]),
    .target(name: "CChafa", cSettings: [.treatAllWarnings(as: .error)]),
    .target(name: "CPostgres", cSettings: [.treatAllWarnings(as: .error)]),
    system("CNghttp2", package: "libnghttp2"),
    system("CSQLite", package: "sqlite3"),
    system("CSeccomp", package: "libseccomp"),
    system("CSodium", package: "libsodium"),
    system("CYAJL", package: "yajl"),
    system("CZlib", package: "zlib"),
    .target(
      name: "CVips",
      dependencies: ["CVipsLibrary"],
      cSettings: [.treatAllWarnings(as: .error)]
    ),
    system("CVipsLibrary", package: "vips"),
  ]

let level1: [Target] = library("Base", ["CBase"]) + library("FeedModel")

let level2: [Target] =
  library("RPC", ["Base"])
  + library("Files", ["Base", "CLinux"])
  + library("Hashing", ["Base", "CSodium"])
  + library("MemoryFiles", ["Base", "CLinux"])
  + library(
    "ProtobufRuntime",
    ["Base", "CBase", "CProtobuf"],
    tests: ["CTestProtobuf", "ProtobufTesting"]
  )
  + library("Sandbox", ["CSeccomp"], tests: ["sandbox-probe", "Waiting"])
  + library("Threads", ["Base", "CLinux"], tests: ["Waiting"])

let level3: [Target] =
  library("EventLoop", ["Base", "CLinux", "Threads"])
  + library("NativeWire", ["Base", "RPC"])
  + library("HTTP2Wire", ["Base", "RPC", "CNghttp2", "CZlib"], tests: ["HTTP2Testing"])
  + library("MessageJSON", ["Base", "CYAJL"], tests: ["Waiting"])
  + library(
    "FeedStore",
    ["Base", "FeedModel", "CSodium", "Threads"],
    tests: ["FeedStoreConformance"]
  )
  + library(
    "FeedMessages",
    ["Base", "RPC", "ProtobufRuntime", "CProtobuf"],
    tests: ["ProtobufTesting"]
  )
  + library(
    "Rendering",
    ["Base", "Files", "MemoryFiles", "Threads", "CSodium"],
    tests: ["ForgetfulDisk", "Waiting"]
  )
  + library("CommandLineKit", ["Base"])

let level4: [Target] =
  library(
    "FeedServices",
    [
      "Base", "RPC", "Files", "ProtobufRuntime", "FeedModel", "FeedMessages", "FeedStore",
      "MemoryFiles", "Rendering",
    ],
    tests: ["Waiting"]
  )
  + library(
    "Transport",
    ["Base", "Files", "MemoryFiles", "RPC", "EventLoop", "CLinux", "Threads"],
    tests: ["Waiting"]
  )
  + library(
    "SQLiteStore",
    ["Base", "FeedModel", "FeedStore", "Threads", "CSQLite"],
    tests: ["FeedStoreConformance", "Waiting", "CPowerCut"]
  )
  + library(
    "PostgresStore",
    ["Base", "FeedModel", "FeedStore", "Threads", "CPostgres"],
    tests: ["FeedStoreConformance", "PostgresServer", "Waiting"]
  )
  + library(
    "PhotoFiles",
    ["Base", "Files", "Hashing", "Rendering", "Threads"],
    tests: ["ForgetfulDisk"]
  )
  + library(
    "CodecPool",
    ["Base", "CLinux", "Files", "Rendering", "Threads"],
    tests: ["feedrpc-codec", "fake-codec", "Waiting"]
  )

let level5: [Target] =
  library(
    "FeedClient",
    [
      "Base", "RPC", "ProtobufRuntime", "EventLoop", "FeedMessages", "MemoryFiles", "NativeWire",
      "Transport",
    ],
    tests: ["CLinux", "Waiting"]
  )
  + library(
    "LoadTest",
    [
      "Base", "RPC", "CommandLineKit", "CZlib", "EventLoop", "FeedMessages", "MemoryFiles",
      "MessageJSON", "NativeWire", "Transport",
    ],
    tests: ["ProtobufRuntime", "Waiting"]
  )

let level6: [Target] = [
  executable(
    "feedrpcd",
    [
      "Base", "CLinux", "RPC", "EventLoop", "Files", "NativeWire", "HTTP2Wire", "FeedModel",
      "FeedMessages", "FeedStore", "Rendering", "CommandLineKit", "FeedServices", "Transport",
      "SQLiteStore", "PostgresStore", "PhotoFiles", "CodecPool", "Threads",
    ]
  ),
  executable(
    "feedrpc",
    [
      "Base", "FeedModel", "CChafa", "Files", "Hashing", "RPC", "ProtobufRuntime", "EventLoop",
      "FeedMessages", "MessageJSON", "CommandLineKit", "FeedClient", "HTTP2Wire", "LoadTest",
      "NativeWire", "Transport",
    ]
  ),
  executable(
    "feedrpc-codec",
    ["Base", "CLinux", "CVips", "Files", "Sandbox", "CodecPool", "Rendering"]
  ),
  executable("protoc-gen-feedrpc", ["Base", "ProtobufRuntime", "CProtobuf"]),
  executable("feedbench", ["Base", "Files", "Rendering", "FeedClient", "LoadTest"]),
]

let acrossTargets: [Target] = [
  .testTarget(
    name: "feedrpc-codecTests",
    dependencies: ["Base", "feedrpc-codec", "CodecPool", "Rendering"],
    swiftSettings: strict
  ),
  .executableTarget(
    name: "fake-codec",
    dependencies: ["CLinux", "CodecPool", "Rendering"],
    path: "Tests/fake-codec",
    swiftSettings: strict
  ),
  .executableTarget(
    name: "sandbox-probe",
    dependencies: ["CLinux", "Sandbox"],
    path: "Tests/sandbox-probe",
    swiftSettings: strict
  ),
  // C structs of Tests/Protos, in which every kind of field occurs.
  .target(
    name: "CTestProtobuf",
    path: "Tests/CTestProtobuf/Generated",
    publicHeadersPath: "include",
    linkerSettings: [.linkedLibrary("protobuf-c")]
  ),
  // The messages of gRPC's interop tests, and a server that does as they ask.
  .target(
    name: "InteropMessages",
    dependencies: ["Base", "RPC", "ProtobufRuntime", "CTestProtobuf"],
    path: "Tests/InteropMessages",
    swiftSettings: strict
  ),
  .executableTarget(
    name: "interop-server",
    dependencies: [
      "Base", "RPC", "EventLoop", "NativeWire", "HTTP2Wire", "Transport", "InteropMessages",
    ],
    path: "Tests/interop-server",
    swiftSettings: strict
  ),
  // Bytes of messages, made by hand and at random.
  .target(
    name: "ProtobufTesting",
    dependencies: ["Base", "ProtobufRuntime", "CProtobuf"],
    path: "Tests/ProtobufTesting",
    swiftSettings: strict
  ),
  // Frames of HTTP/2, made by hand, and what an attacker makes of them.
  .target(name: "HTTP2Testing", path: "Tests/HTTP2Testing", swiftSettings: strict),
  .testTarget(
    name: "protoc-gen-feedrpcTests",
    dependencies: [
      "protoc-gen-feedrpc", "Base", "ProtobufRuntime", "ProtobufTesting", "CProtobuf",
    ],
    swiftSettings: strict
  ),
  // How tests wait.
  .target(name: "Waiting", dependencies: ["Base"], path: "Tests/Waiting", swiftSettings: strict),
  // What a power cut leaves of files.
  .target(
    name: "ForgetfulDisk",
    dependencies: ["Base", "Files", "Waiting"],
    path: "Tests/ForgetfulDisk",
    swiftSettings: strict
  ),
  // What every store engine must do, for the tests of each.
  .target(
    name: "FeedStoreConformance",
    dependencies: ["Base", "FeedModel", "FeedStore"],
    path: "Tests/FeedStoreConformance",
    swiftSettings: strict
  ),
  // A PostgreSQL server of the tests' own.
  .target(
    name: "PostgresServer",
    dependencies: ["Base", "Waiting"],
    path: "Tests/PostgresServer",
    swiftSettings: strict
  ),
  // A disk for SQLite whose power can be cut.
  .target(
    name: "CPowerCut",
    path: "Tests/CPowerCut",
    cSettings: [.treatAllWarnings(as: .error)],
    linkerSettings: [.linkedLibrary("sqlite3")]
  ),
  .testTarget(name: "TidyTests", dependencies: ["Waiting"], swiftSettings: strict),
  .testTarget(
    name: "feedrpcTests",
    dependencies: [
      "Base", "Files", "RPC", "ProtobufRuntime", "FeedMessages", "CommandLineKit", "LoadTest",
      "MessageJSON", "Waiting", "feedrpc",
    ],
    swiftSettings: strict
  ),
  .testTarget(
    name: "feedrpcdTests",
    dependencies: [
      "Base", "EventLoop", "RPC", "Files", "FeedModel", "FeedStore", "Rendering", "CommandLineKit",
      "FeedServices", "PhotoFiles", "Transport", "SQLiteStore", "PostgresStore", "PostgresServer",
      "CodecPool", "Waiting", "feedrpcd",
    ],
    swiftSettings: strict
  ),
  .testTarget(
    name: "EndToEndTests",
    dependencies: [
      "Base", "RPC", "EventLoop", "HTTP2Wire", "Transport", "FeedClient", "FeedMessages", "CLinux",
      "HTTP2Testing", "InteropMessages", "PostgresServer", "Waiting", "feedrpcd", "feedrpc",
      "feedrpc-codec", "interop-server",
    ],
    exclude: ["cpp", "go", "grpc", "terminal"],
    swiftSettings: strict
  ),
]

let package = Package(
  name: "feedrpc",
  products: [
    .library(name: "FeedClient", targets: ["FeedClient"]),
    .executable(name: "feedrpcd", targets: ["feedrpcd"]),
    .executable(name: "feedrpc", targets: ["feedrpc"]),
    .executable(name: "feedrpc-codec", targets: ["feedrpc-codec"]),
  ],
  targets: level0 + level1 + level2 + level3 + level4 + level5 + level6 + acrossTargets
)
