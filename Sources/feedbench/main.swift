import Base
import Rendering

// Times parts of feedrpc, for scripts/bench.
//
//     feedbench [ROUNDS]
//
// The pattern rasteriser on one thread: a gradient and 14 translucent discs and rings on 1080 x
// 1080 pixels, as rich a scene as the one that Bench/cairo_scene.c draws with cairo. It prints the
// nanoseconds of each round, one a line, as the other does: run them in turn.
//
//     feedbench feed SOCKET [SECONDS]
//
// Pages, likes and comments of a running feedrpcd, so many seconds each, a line for each.

let words = Array(CommandLine.arguments.dropFirst())
if words.first == "feed", words.count >= 2 {
  try await FeedTimes(
    socket: words[1],
    secondCount: words.dropFirst(2).first.flatMap { Int($0) } ?? 1
  )
  .run()
} else {
  let rounds = words.first.flatMap { Int($0) } ?? 20
  let scene = PatternScene(seed: "3", naturalWidth: 1, naturalHeight: 1)
  precondition(scene.family == .discs, "the scene is what it is compared with")
  let stop = StopFlag()
  for _ in 0..<rounds {
    let began = Instant.now()
    guard scene.draw(width: 1080, height: 1080, until: stop) != nil else { break }
    print((Instant.now() - began).nanoseconds)
  }
}
