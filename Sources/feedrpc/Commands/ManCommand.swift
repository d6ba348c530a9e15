import Base
import CommandLineKit
import Files

/// `feedrpc man`: the manual.
enum ManCommand: FeedCommand {
  static let command = Argument(
    repeating: "COMMAND",
    .text,
    help: "The page of this command, as in 'feedrpc man post create'. Left out: the first page."
  )
  static let output = Option(
    "output",
    short: "o",
    .path.named("DIR"),
    help: "Write all pages into this folder instead."
  )

  static let declaration = Command(
    "man",
    overview: """
      Prints a page of the manual, as man reads it.
      To read one: feedrpc man call | man -l -
      """,
    arguments: [command],
    options: [output]
  )

  static func run(_ context: CommandContext) async throws -> ExitCode {
    let pages = ManPage.all(FeedProgram.root, sections: sections)
    if let folder = context.arguments[output] {
      do { try FileSystem().makeDirectory(folder) } catch {
        throw CommandFailure("can't make \(folder): \(error)")
      }
      for page in pages { try write(page, into: folder) }
      return .done
    }
    let name = (["feedrpc"] + context.arguments[command]).joined(separator: "-")
    guard let page = pages.first(where: { $0.fileName == "\(name).1" }) else {
      throw CommandFailure("there is no page \(name)(1); see 'feedrpc help'", exitCode: .wrongUsage)
    }
    try context.console.output.write(page.text)
    return .done
  }

  private static func write(_ page: ManPage, into folder: String) throws(CommandFailure) {
    let path = "\(folder)/\(page.fileName)"
    do {
      var file = try OutputFile(path)
      try file.write(Bytes(page.text.utf8))
      try file.finish()
    } catch { throw CommandFailure("can't write \(path): \(error)") }
  }

  private static let sections = [
    (
      "EXIT STATUS",
      """
      0: done. 1: failed. 2: the command line can't be understood. 3: a load was slower or less \
      reliable than was asked for. 64 and the number of a status code: a call ended with it, as 69 \
      for NOT_FOUND.
      """
    ),
    (
      "FILES",
      """
      $XDG_RUNTIME_DIR/feedrpc/feedrpc.sock: the socket of the user's daemon, which goes before \
      the system's.
      /run/feedrpc/feedrpc.sock: the socket of the system's daemon.
      """
    ),
  ]
}
