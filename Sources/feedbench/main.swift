import Base
import Glibc
import Rendering

let args = CommandLine.arguments
if args.count > 1, args[1] == "sheet" {
  let side = Int(args[3]) ?? 100
  let height = side * 5 / 4
  let columns = 10, rows = 6
  let first = Int(args[2]) ?? 0
  var sheet = [UInt8](repeating: 255, count: columns * rows * side * height * 4)
  for i in 0..<columns * rows {
    let key = try RenderKey(ImageVariant(imageID: "pattern:\(args.count > 5 ? args[5] : "")\(first + i).1080x1350", width: side, height: height, format: .rgba8))
    guard let p = PatternScene(key).draw(key, until: StopFlag()) else { continue }
    for y in 0..<height { for x in 0..<side * 4 {
      sheet[((i / columns * height + y) * columns * side + i % columns * side) * 4 + x] = p.bytes[y * side * 4 + x]
    } }
  }
  let f = fopen(args[4], "w")
  fwrite(sheet, 1, sheet.count, f)
  fclose(f)
} else {
  for i in 0..<30 {
    let scene = PatternScene(seed: "\(i)", naturalWidth: 1, naturalHeight: 1)
    var best = Int64.max
    for _ in 0..<5 {
      let t = Instant.now()
      _ = scene.draw(width: 1080, height: 1080, until: StopFlag())
      best = min(best, (Instant.now() - t).nanoseconds)
    }
    print(scene.family, Double(best) / 1e6)
  }
}
