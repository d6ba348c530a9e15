import CommandLineKit

/// What all list commands understand.
enum ListOptions {
  static let quiet = Option(flag: "quiet", short: "q", help: "Print ids only, one a line.")
  static let format = Option(
    "format",
    .choice(of: Listing.Format.self),
    default: .table,
    help: "How to print."
  )
  /// As many posts as FetchFeedPage gives at once.
  static let postPageSize = pageSize(atMost: 100)
  /// As many comments as FetchComments gives at once.
  static let commentPageSize = pageSize(atMost: 200)
  static let pageToken = Option(
    "page-token",
    .text.named("TOKEN"),
    help: "Begin at the page that this token of an earlier answer names."
  )
  static let absolute = Option(
    flag: "absolute",
    help: "Show when things were, in local time, instead of how long ago."
  )
  static let all = Option(flag: "all", help: "Go on to the last page.")

  private static func pageSize(atMost most: Int) -> Option<Int> {
    Option(
      "page-size",
      short: "n",
      .integer(in: 1...most),
      default: 20,
      help: "How many to ask for at once, \(most) at most."
    )
  }
}

extension CommandContext {
  /// Writes a list as the options of list commands ask.
  func write(_ listing: Listing) throws(OutputError) {
    try console.output.write(
      listing.text(
        arguments[ListOptions.format],
        quiet: arguments[ListOptions.quiet],
        terminal: console.terminal
      )
    )
  }

  /// Tells people that a list has nothing in it.
  func tellNothing(_ sentence: String) throws(OutputError) {
    guard arguments[ListOptions.format] == .table, !arguments[ListOptions.quiet] else { return }
    try console.errors.write(sentence + "\n")
  }

  /// Tells people how to get the next page, where there is one that is not asked for.
  func tellNextPage(_ token: String) throws(OutputError) {
    guard console.terminal.isInteractive, !arguments[ListOptions.quiet], !token.isEmpty else {
      return
    }
    try console.errors.write("More: --page-token \(token)\n")
  }
}
