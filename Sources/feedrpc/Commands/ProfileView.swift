import CommandLineKit
import FeedMessages
import MessageJSON
import RPC

/// Shows a profile and its posts: on a terminal each as it arrives, else the profile first.
struct ProfileView {
  enum Part: String, CaseIterable, Sendable { case profile, posts }

  /// A part as it arrived.
  private enum Arrival: Sendable {
    case profile(FetchProfileResponse)
    case posts(FetchFeedPageResponse)
    case failed(Part, CommandFailure)

    var part: Part {
      switch self {
      case .profile: .profile
      case .posts: .posts
      case .failed(let part, _): part
      }
    }
  }

  private let context: CommandContext
  private let lines: LoadingLines
  private let parts: [Part]
  private var shown: [Arrival] = []
  private var held: [Arrival] = []

  init(_ context: CommandContext) {
    self.context = context
    parts = context.arguments[ListOptions.quiet] ? [.profile] : Part.allCases
    lines = LoadingLines(context.console, parts)
  }

  /// Fetches both and shows them; the exit code is that of the first part that failed.
  mutating func show(_ fetch: ProfileFetch) async throws -> ExitCode {
    lines.begin()
    defer { lines.clear() }
    try await withThrowingTaskGroup(of: Arrival.self) { [parts, lines] group in
      for part in parts {
        // A task that begins at once has sent its request when the next begins.
        group.addImmediateTask { try await Self.arrival(of: part, fetch, lines) }
      }
      for try await arrival in group { try take(arrival) }
    }
    if format == .json { try writeJSON() }
    for part in Part.allCases {
      for case .failed(part, let failure) in shown { return failure.exitCode }
    }
    return .done
  }

  private static func arrival(
    of part: Part,
    _ fetch: ProfileFetch,
    _ lines: LoadingLines
  ) async throws -> Arrival {
    do {
      switch part {
      case .profile: return .profile(try await fetch.profile(lines))
      case .posts: return .posts(try await fetch.posts(lines))
      }
    } catch let error as RPCError {
      let timeout = fetch.context.arguments[GlobalOptions.timeout]
      return .failed(part, CommandFailure(status: error, timeout: timeout))
    }
  }

  private var format: Listing.Format { context.arguments[ListOptions.format] }

  private var hasShownSome: Bool {
    shown.contains { arrival in
      if case .failed = arrival { false } else { true }
    }
  }

  /// Shows what has arrived and what waited for it.
  private mutating func take(_ arrival: Arrival) throws {
    held.append(arrival)
    let mayOvertake = format == .table && context.console.terminal.isInteractive
    if !mayOvertake { held.sort { $0.part == .profile && $1.part != .profile } }
    while let next = held.first, mayOvertake || next.part == parts[shown.count] {
      held.removeFirst()
      lines.clear(next.part)
      try write(next)
      shown.append(next)
    }
  }
}

// MARK: - Writing

extension ProfileView {
  private func write(_ arrival: Arrival) throws {
    switch arrival {
    case .failed(let part, let failure): try tell(part, failure)
    case .profile(let profile): try write(profile)
    case .posts(let page):
      try write(try listing(page))
      if page.posts.isEmpty { try context.tellNothing("There are no posts.") }
    }
    lines.begin()
  }

  private func write(_ profile: FetchProfileResponse) throws {
    let row = Self.row(profile)
    let table = Table(columns: Self.columns, rows: [row.cells])
    let terminal = context.console.terminal
    let isNarrow = terminal.isInteractive && table.width > terminal.width
    guard format == .table, isNarrow, !context.arguments[ListOptions.quiet] else {
      return try write(try context.listing(profile, of: [profile], Self.columns) { _ in row })
    }
    if hasShownSome { try context.console.output.write("\n") }
    try context.console.output.write(ProfileText(profile, terminal).text)
  }

  private func write(_ listing: Listing) throws {
    guard format != .json || context.arguments[ListOptions.quiet] else { return }
    if format == .table, hasShownSome { try context.console.output.write("\n") }
    try context.write(listing)
  }

  /// Tells an error, unless it is the other part's too.
  private func tell(_ part: Part, _ failure: CommandFailure) throws {
    for case .failed(_, failure) in shown { return }
    let sentence = "feedrpc: \(part.rawValue): \(failure.message.printableLines)\n"
    try context.console.errors.write(sentence)
  }

  private func writeJSON() throws {
    guard !context.arguments[ListOptions.quiet] else { return }
    var members: [JSONValue.Member] = []
    for part in Part.allCases {
      for arrival in shown where arrival.part == part {
        switch arrival {
        case .profile(let profile):
          members.append(.init(key: part.rawValue, value: try context.jsonValue(profile)))
        case .posts(let page):
          members.append(.init(key: part.rawValue, value: try context.jsonValue(page)))
        case .failed: break
        }
      }
    }
    guard !members.isEmpty else { return }
    let text = JSONWriter.text(of: .object(members), layout: .pretty)
    try context.console.output.write(text + "\n")
  }

  private func listing(_ page: FetchFeedPageResponse) throws -> Listing {
    try context.listing(page, of: page.posts, PostRows.columns(context)) {
      PostRows.row($0, context)
    }
  }

  private static func row(_ profile: FetchProfileResponse) -> Listing.Row {
    let user = profile.user ?? User()
    let counts = [profile.postCount, profile.followerCount, profile.followingCount]
    let cells =
      [user.id, user.username, user.displayName] + counts.map { "\($0)" }
      + [profile.isFollowed ? "yes" : "", profile.bio]
    return Listing.Row(id: user.id, cells: cells)
  }

  private static let columns: [Table.Column] = [
    .init("ID"), .init("USERNAME"), .init("NAME", smallestWidth: 8),
    .init("POSTS", .right), .init("FOLLOWERS", .right), .init("FOLLOWING", .right),
    .init("FOLLOWED"), .init("BIO", smallestWidth: 16),
  ]
}

/// A profile for a terminal on which its table has no room.
struct ProfileText {
  private let profile: FetchProfileResponse
  private let terminal: Terminal

  init(_ profile: FetchProfileResponse, _ terminal: Terminal) {
    self.profile = profile
    self.terminal = terminal
  }

  var text: String {
    let user = profile.user ?? User()
    let name = terminal.styled(user.displayName.printable, .bold)
    let counts = [
      Plural.text(Int(profile.postCount), "post"),
      Plural.text(Int(profile.followerCount), "follower"), "\(profile.followingCount) following",
    ]
    let followed = profile.isFollowed ? ["followed"] : []
    var lines = ["\(name)  @\(user.username.printable)"]
    if !profile.bio.isEmpty { lines += TextLayout.lines(profile.bio, width: terminal.width) }
    lines += TextLayout.lines(
      "\(user.id) " + (counts + followed).joined(separator: ", "),
      width: terminal.width
    )
    return lines.map { $0 + "\n" }.joined()
  }
}
