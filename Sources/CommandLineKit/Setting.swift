/// An option with its value, as somebody would give it.
package struct Setting: Hashable, Sendable {
  /// The option's name without dashes.
  package var name: String
  /// Nil where nothing was given and nothing stands for that.
  package var value: String?
  package var source: ParsedArguments.Source

  package init(name: String, value: String?, source: ParsedArguments.Source) {
    self.name = name
    self.value = value
    self.source = source
  }

  /// Where the value came from, in words.
  package var origin: String {
    switch source {
    case .commandLine: "flag --\(name)"
    case .environment(let variable): "environment variable \(variable)"
    case .fallback: "default"
    }
  }
}
