/// A text that teaches a shell to complete a program's words: its subcommands, options and their
/// values.
///
/// All three walk the words before the cursor as the parser does, to find the command that stands
/// there and how many of its arguments are given. They are texts without calls of the program, so
/// that nothing has to run while somebody types.
package struct CompletionScript: Sendable {
  package enum Shell: String, CaseIterable, Sendable { case bash, zsh, fish }

  let program: String
  let outlines: [CommandOutline]

  /// `named` has the words for arguments that only the program knows, such as the names of methods
  /// for `METHOD`.
  package init(_ root: Command, named: [String: [String]] = [:]) {
    program = root.name
    outlines = CommandOutline.all(root, named: named)
  }

  package func text(for shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  /// The name of a function of the script.
  var function: String { "_" + String(program.map { $0 == "-" ? "_" : $0 }) }

  /// The branches of a `case` over a command and what can have a value: an option, or the number of
  /// an argument.
  ///
  /// - Parameters:
  ///   - start: What stands before a pattern.
  ///   - separator: What stands between patterns.
  ///   - action: Offers the candidates; nil where there are none.
  /// - Returns: A line for each that has candidates, in the order of the commands.
  func valueBranches(
    _ start: String,
    or separator: String,
    _ action: (ValueCandidates) -> String?
  ) -> [String] {
    var branches: [String] = []
    for outline in outlines {
      for option in outline.options {
        guard let action = action(option.candidates) else { continue }
        let patterns = option.spellings.map { Self.quoted("\(outline.words) \($0)") }
        branches.append("    \(start)\(patterns.joined(separator: separator))) \(action) ;;")
      }
      for (index, argument) in outline.arguments.enumerated() {
        guard let action = action(argument.candidates) else { continue }
        let numbers = argument.parameter.arity == .repeated ? "[0-9]*" : "\(index)"
        branches.append(
          "    \(start)\(Self.quoted("\(outline.words) "))\(numbers)) \(action) ;;"
        )
      }
    }
    return branches
  }

  /// A text as one word of a shell.
  static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }

  /// Texts as words of a shell.
  static func quoted(_ texts: [String]) -> String {
    texts.map(quoted).joined(separator: " ")
  }
}
