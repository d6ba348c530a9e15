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

  /// A text as one word of a shell.
  static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }

  /// Texts as words of a shell.
  static func quoted(_ texts: [String]) -> String {
    texts.map(quoted).joined(separator: " ")
  }
}
