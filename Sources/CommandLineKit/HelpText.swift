/// The explanation of a command, to be laid out for a width.
package struct HelpText: Sendable {
  /// Where explanations begin; labels that reach it have a line of their own.
  static let textColumn = 26
  /// The fewest columns that explanations get, however narrow the terminal is.
  static let smallestTextWidth = 24

  private let path: Command.Path

  init(_ path: Command.Path) { self.path = path }

  /// The whole text for lines of up to `width` columns.
  package func text(width: Int) -> String {
    let command = path.command
    var sections = [
      Self.paragraph("OVERVIEW: \(command.overview)", width),
      Self.paragraph(usage, width),
    ]
    let arguments = command.arguments.map { ($0.name, $0.help) }
    let subcommands = command.subcommands.map { command in
      (command.name, String(command.overview.prefix { $0 != "\n" }))
    }
    for (title, entries) in [
      ("ARGUMENTS", arguments), ("OPTIONS", options), ("SUBCOMMANDS", subcommands),
    ] where !entries.isEmpty {
      sections.append(
        "\(title):\n" + entries.map { Self.entry($0, $1, width) }.joined()
      )
    }
    if !subcommands.isEmpty {
      sections.append("See '\(path.words) help SUBCOMMAND' for one of them.\n")
    }
    return sections.joined(separator: "\n")
  }

  private var usage: String {
    let arguments = path.command.arguments.map { argument in
      let name = argument.name + (argument.arity == .repeated ? " ..." : "")
      return argument.fallback == nil ? name : "[\(name)]"
    }
    var endings = path.command.runsAlone ? [arguments] : []
    if !path.command.subcommands.isEmpty { endings.append(["SUBCOMMAND"]) }
    return endings.map { "USAGE: " + ([path.words, "[OPTIONS]"] + $0).joined(separator: " ") }
      .joined(separator: "\n")
  }

  private var options: [(label: String, help: String)] {
    var entries = path.options.map { option, _ in
      (Self.label(option), option.helpWithFacts)
    }
    if path.commands.count == 1, path.command.version != nil {
      entries.append(("--version", "Print the version."))
    }
    entries.append(("-h, --help", "Print this help."))
    return entries
  }

  private static func label(_ option: Parameter) -> String {
    let short = option.short.map { "-\($0), " } ?? ""
    let value = option.arity == .flag ? "" : " \(option.placeholder)"
    return "\(short)--\(option.name)\(value)"
  }

  private static func paragraph(_ text: String, _ width: Int) -> String {
    text.wrapped(to: width).map { $0 + "\n" }.joined()
  }

  private static func entry(_ label: String, _ help: String, _ width: Int) -> String {
    let indent = String(repeating: " ", count: textColumn)
    let lines = help.wrapped(to: max(width - textColumn, smallestTextWidth))
    let head = "  \(label)"
    let rest = lines.joined(separator: "\n" + indent)
    if DisplayWidth.of(head) < textColumn { return head.padded(to: textColumn) + rest + "\n" }
    return head + "\n" + indent + rest + "\n"
  }
}

extension Parameter {
  /// The help with what holds where the option is not given.
  var helpWithFacts: String {
    var facts: [String] = []
    if let text = defaultText { facts.append("default: \(text)") }
    if arity == .repeated { facts.append("may be repeated") }
    if let name = environment.first { facts.append("environment: \(name)") }
    return facts.isEmpty ? help : "\(help) (\(facts.joined(separator: "; ")))"
  }
}
