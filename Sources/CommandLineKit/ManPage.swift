/// A command as a page of the manual, in the man macros of roff (man(7)).
package struct ManPage: Sendable {
  /// The name of its file, as `feedrpc-call.1`.
  package let fileName: String
  /// Of the manual: 1 for what users call, 8 for what administrators run.
  private let section: Int
  private let outline: CommandOutline
  private let version: String
  private let sections: [(title: String, text: String)]

  /// The pages of a program and of all its subcommands, that of the program first.
  ///
  /// The program's own page ends with `sections`, whose texts are paragraphs between empty lines.
  package static func all(
    _ root: Command,
    sections: [(title: String, text: String)] = []
  ) -> [ManPage] {
    let version = root.version ?? ""
    return CommandOutline.all(root).enumerated().map { index, outline in
      ManPage(outline, 1, "\(root.name) \(version)", index == 0 ? sections : [])
    }
  }

  /// The one page of a program that has no subcommands.
  package init(
    _ program: Command,
    section: Int,
    sections: [(title: String, text: String)] = []
  ) {
    precondition(program.subcommands.isEmpty, "subcommands have pages of their own")
    let version = "\(program.name) \(program.version ?? "")"
    self.init(CommandOutline(Command.Path(program)), section, version, sections)
  }

  private init(
    _ outline: CommandOutline,
    _ section: Int,
    _ version: String,
    _ sections: [(title: String, text: String)]
  ) {
    fileName = "\(Self.name(outline.words)).\(section)"
    self.section = section
    self.outline = outline
    self.version = version
    self.sections = sections
  }

  private static func name(_ words: String) -> String { words.replacing(" ", with: "-") }

  package var text: String {
    let name = Self.name(outline.words)
    let program = outline.path.commands[0].name
    var lines = [
      ".TH \(Self.escaped(name.uppercased())) \(section) \"\" \(Self.quoted(version)) "
        + Self.quoted("\(program) manual"),
      ".SH NAME", "\(Self.escaped(name)) \\- \(Self.escaped(outline.command.summary))",
      ".SH SYNOPSIS",
    ]
    lines += synopsis + [".SH DESCRIPTION"] + Self.paragraphs(outline.command.overview)
    lines += Self.list("ARGUMENTS", outline.arguments.map(argument))
    lines += Self.list("OPTIONS", outline.options.map(option))
    lines += Self.list("COMMANDS", subcommands) + environment
    for (title, text) in sections { lines += [".SH \(title)"] + Self.paragraphs(text) }
    return (lines + related).map { $0 + "\n" }.joined()
  }
}

// MARK: - Sections

extension ManPage {
  private var synopsis: [String] {
    let command = outline.command
    let arguments = outline.arguments.map { argument in
      let name = "\\fI\(Self.escaped(argument.parameter.name))\\fR"
      let all = argument.parameter.arity == .repeated ? "\(name) ..." : name
      return argument.parameter.fallback == nil ? all : "[\(all)]"
    }
    var endings = command.runsAlone ? [arguments] : []
    if !command.subcommands.isEmpty { endings.append(["\\fISUBCOMMAND\\fR"]) }
    let start = "\\fB\(Self.escaped(outline.words))\\fR [\\fIOPTIONS\\fR]"
    return [([start] + endings[0]).joined(separator: " ")]
      + endings.dropFirst().flatMap { [".br", ([start] + $0).joined(separator: " ")] }
  }

  private func argument(_ choice: CommandOutline.Choice) -> (String, String) {
    ("\\fI\(Self.escaped(choice.parameter.name))\\fR", choice.parameter.help)
  }

  private func option(_ choice: CommandOutline.Choice) -> (String, String) {
    let spellings = choice.spellings.map { "\\fB\(Self.escaped($0))\\fR" }
    let value = choice.takesValue ? " \\fI\(Self.escaped(choice.parameter.placeholder))\\fR" : ""
    return (spellings.joined(separator: ", ") + value, choice.parameter.helpWithFacts)
  }

  private var subcommands: [(String, String)] {
    outline.command.subcommands.map { subcommand in
      let page = Self.name("\(outline.words) \(subcommand.name)")
      return ("\\fB\(Self.escaped(page))\\fR(1)", subcommand.summary)
    }
  }

  /// The variables that options are read from.
  private var environment: [String] {
    let entries = outline.path.options.flatMap { option, owner in
      owner.environmentNames(of: option).map { name in
        ("\\fB\(Self.escaped(name))\\fR", "Stands for --\(option.name) where that is not given.")
      }
    }
    return Self.list("ENVIRONMENT", entries)
  }

  private var related: [String] {
    let parents = outline.path.commands.indices.dropLast().map { index in
      Self.name(outline.path.commands[...index].map(\.name).joined(separator: " "))
    }
    guard !parents.isEmpty else { return [] }
    let pages = parents.map { "\\fB\(Self.escaped($0))\\fR(1)" }
    return [".SH SEE ALSO", pages.joined(separator: ", ")]
  }
}

// MARK: - Roff

extension ManPage {
  private static func list(_ title: String, _ entries: [(String, String)]) -> [String] {
    guard !entries.isEmpty else { return [] }
    return [".SH \(title)"] + entries.flatMap { [".TP", $0, line($1)] }
  }

  private static func paragraphs(_ text: String) -> [String] {
    text.split(separator: "\n").enumerated().flatMap { index, paragraph in
      (index == 0 ? [] : [".PP"]) + [line(String(paragraph))]
    }
  }

  /// A line of text, which may not begin as a request does.
  private static func line(_ text: String) -> String {
    let escaped = escaped(text)
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }

  /// A text that says of itself what it is: no escapes, and hyphens that can be copied.
  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
  }

  private static func quoted(_ text: String) -> String {
    "\"\(escaped(text).replacing("\"", with: "\"\""))\""
  }
}
