import Base
import Rendering

// Times the pattern rasteriser on one thread: a gradient and 14 translucent discs and rings on 1080
// x 1080 pixels, as rich a scene as the one that Bench/cairo_scene.c draws with cairo.
//
//     feedbench [rounds]
//
// It prints the nanoseconds of each round, one a line, as the other does: run them in turn.

let rounds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 20
let scene = PatternScene(seed: "3", naturalWidth: 1, naturalHeight: 1)
precondition(scene.family == .discs, "the scene is what it is compared with")
let stop = StopFlag()
for _ in 0..<rounds {
  let began = Instant.now()
  guard scene.draw(width: 1080, height: 1080, until: stop) != nil else { break }
  print((Instant.now() - began).nanoseconds)
}
