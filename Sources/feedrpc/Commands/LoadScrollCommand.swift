import Base
import CommandLineKit
import FeedMessages
import LoadTest
import MessageJSON
import RPC

/// `feedrpc load scroll`: users who fling through the feed.
enum LoadScrollCommand: FeedCommand {
  static let users = Option(
    "users",
    .integer(in: LoadLimits.userCount),
    default: 2,
    help: "Users who scroll at the same time, each on another part of the feed."
  )
  static let pace = Option(
    "rows-per-second",
    .integer(in: LoadLimits.rowsPerSecond),
    default: 10,
    help: "Rows that come into view a second."
  )
  static let rows = Option(
    "rows",
    .integer(in: LoadLimits.rowCount),
    default: 80,
    help: "Rows that each user passes."
  )
  static let onScreen = Option(
    "on-screen",
    .integer(in: LoadLimits.rowsOnScreen),
    default: 5,
    help: "Rows that are seen at the same time; the picture of one that has gone is given up."
  )
  static let ahead = Option(
    "ahead",
    .integer(in: LoadLimits.rowsAhead),
    default: 10,
    help: "Rows below the screen whose pictures are prefetched."
  )

  static let declaration = Command(
    "scroll",
    overview: """
      Scrolls through the feed and counts the pictures that come late.
      A picture is late where it is not there in the frame in which its row appears, on a screen \
      that draws 60 or 120 frames a second; --fail-if 'late60>0' and 'late120>1%' speak of that. \
      What a busy server refuses is late, and no failure; a prefetch is dropped where its row \
      appears first. Ctrl-C ends the load and prints its report.
      """,
    options: [
      users, pace, rows, onScreen, ahead, PictureOptions.width, PictureOptions.height,
      PictureOptions.format, LoadOptions.failIf, LoadOptions.json, LoadOptions.html,
      WireOption.wire,
    ]
  )

  static func run(_ context: CommandContext) async throws -> ExitCode {
    let arguments = context.arguments
    let course = ScrollCourse(
      rowsPerSecond: arguments[pace],
      rowCount: arguments[rows],
      rowsOnScreen: arguments[onScreen],
      rowsAhead: arguments[ahead]
    )
    let files = try LoadFiles(context)
    let pictures = try await pictures(context)
    var users: [ScrollLoad.User] = []
    for user in 0..<arguments[Self.users] {
      let first = user * course.rowCount
      let own = (first..<first + course.rowCount).map { pictures[$0 % pictures.count] }
      let transport = try await context.transport(over: arguments[WireOption.wire])
      users.append(ScrollLoad.User(own, through: transport))
    }
    let liveLine = LiveLine(context.console)
    defer { liveLine.clear() }
    let report = try await ScrollLoad(course, options: context.callOptions()).run(
      users,
      interruption: context.surroundings.interruption,
      progress: { liveLine.show($0) }
    )
    liveLine.clear()
    return try tell(report, files, context)
  }

  /// What the rows show: the pictures of the newest posts.
  private static func pictures(_ context: CommandContext) async throws -> [ImageVariant] {
    let arguments = context.arguments
    let count = arguments[users] * arguments[rows]
    let posts = try await NewestPosts.fetch(count, for: "scrolling", context)
    let ids = posts.compactMap { $0.image?.id }
    guard !ids.isEmpty else { throw CommandFailure("no post of the feed has a picture") }
    return ids.map {
      ImageVariant(
        imageID: $0,
        width: Int32(arguments[PictureOptions.width]),
        height: Int32(arguments[PictureOptions.height]),
        fit: .cover,
        format: arguments[PictureOptions.format].message
      )
    }
  }

  private static func late(_ key: String, _ when: String, _ count: Int) -> LoadDocument.Fact {
    LoadDocument.Fact(key, "\(count == 1 ? "picture" : "pictures") \(when)", count)
  }

  private static func tell(
    _ report: ScrollReport,
    _ files: consuming LoadFiles,
    _ context: CommandContext
  ) throws -> ExitCode {
    let arguments = context.arguments
    let document = LoadDocument(
      title: "scroll",
      shape: "\(Plural.text(arguments[users], "user")), \(arguments[pace]) rows/s, "
        + "\(arguments[ahead]) ahead",
      unit: .stream,
      report: report.calls,
      facts: [
        .init("rows", "rows", report.rowCount),
        .init("rowsGone", "gone without their picture", report.goneCount),
        .init("rowsRefused", "refused by a busy server", report.refusedCount),
        late("picturesLateAt60Hertz", "late at 60 Hz", report.lateCount(.hertz60)),
        late("picturesLateAt120Hertz", "late at 120 Hz", report.lateCount(.hertz120)),
        .init("prefetchesReady", "prefetches ready", report.wishes[.ready] ?? 0),
        .init("prefetchesDropped", "dropped", report.wishes[.dropped] ?? 0),
        .init("prefetchesRefused", "refused", report.wishes[.refused] ?? 0),
        .init("prefetchesFailed", "failed", report.wishes[.failed] ?? 0),
      ]
    )
    return try context.tell(document, rows: report, files)
  }
}
