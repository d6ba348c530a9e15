// swift-tools-version: 6.2
// A package of its own that uses FeedClient from a checkout of feedrpc, here the one it is in.
// Run: as examples/README.md shows; in a package elsewhere the path is that of your checkout.
import PackageDescription

let package = Package(
  name: "save-pictures",
  dependencies: [.package(name: "feedrpc", path: "../..")],
  targets: [
    .executableTarget(
      name: "save-pictures",
      dependencies: [.product(name: "FeedClient", package: "feedrpc")]
    )
  ]
)
