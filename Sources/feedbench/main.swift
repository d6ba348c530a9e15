import Base
import Glibc
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
//
//     feedbench shared SECONDS SOCKET...
//
// Pages and likes of several on one feed, so many seconds each, and how long after a like to the
// first the last one's watchers hear of it.
//
//     feedbench photos SOCKET FOLDER SIDE < PATHS
//
// Uploads photos to a running feedrpcd and writes FOLDER/n.png of the n-th, a line for each.
//
//     feedbench images SOCKET PHOTOS [ROUNDS]
//
// Everything about pictures, with the photos in the folder that Bench/photos.py makes. Exit 3 where
// a goal is missed.
//
//     feedbench churn SOCKET PHOTOS COUNT
//
// Has so many pictures rendered, of every kind and format.
//
//     feedbench echo --socket PATH --seconds S --connections N --in-flight N --payload-bytes N
//                    [--client-thread]
//
// Calls EchoService/Echo with FeedClient and prints what Bench/load_client prints. With
// --client-thread callers run on the threads of their clients.

let words = Array(CommandLine.arguments.dropFirst())
if words.first == "feed", words.count >= 2 {
  try await FeedTimes(
    sockets: [words[1]],
    secondCount: words.dropFirst(2).first.flatMap { Int($0) } ?? 1
  )
  .run()
} else if words.first == "shared", words.count >= 3, let seconds = Int(words[1]) {
  try await FeedTimes(sockets: Array(words.dropFirst(2)), secondCount: seconds).runShared()
} else if words.first == "photos", words.count == 4, let side = Int32(words[3]) {
  try await PhotoRenders(socket: words[1], folder: words[2], side: side).run()
} else if words.first == "images", words.count >= 3 {
  var report = GoalReport()
  let rounds = words.dropFirst(3).first.flatMap { Int($0) } ?? 7
  try await ImageTimes(socket: words[1], photos: words[2], roundCount: rounds).run(&report)
  for rehearsal in [ScrollRehearsal.onOwnPhotos, .onOneFeed] {
    try await rehearsal.run(socket: words[1], photos: words[2], &report)
  }
  exit(report.isMet ? 0 : 3)
} else if words.first == "churn", words.count == 4, let count = Int(words[3]) {
  try await RenderChurn(socket: words[1], photos: words[2]).run(count: count)
} else if words.first == "echo" {
  try await EchoLoad(words).run()
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
