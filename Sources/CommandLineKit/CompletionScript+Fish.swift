extension CompletionScript {
  /// For fish 3.
  var fish: String {
    """
    # Completes the words of \(program) in fish. Made by '\(program) completion fish'.

    # True where the words before the cursor lead to the command $argv[1], and to its argument with
    # the number $argv[2] where that is given.
    function \(function)_at
        set -l command \(program)
        set -l is_value 0
        set -l has_ended 0
        set -l count 0
        for word in (commandline -opc)[2..]
            if test $is_value = 1
                set is_value 0
                continue
            end
            if test $has_ended = 1
                set count (math $count + 1)
                continue
            end
            switch "$command $word"
    \(fishCases)
                case '* --'
                    set has_ended 1
                case '* -?*'
                case '*'
                    set count (math $count + 1)
            end
        end
        test "$command" = "$argv[1]"; or return 1
        test (count $argv) = 1; or test $count = $argv[2]
    end

    complete -c \(program) -f
    \(outlines.flatMap(fishLines).joined(separator: "\n"))

    """
  }

  private var fishCases: String {
    let subcommands = outlines.dropFirst().map { outline in
      """
                  case \(Self.quoted(outline.words))
                      test $count = 0
                      and set command "$command $word"
                      or set count (math $count + 1)
      """
    }
    let valued = outlines.map { outline in
      let options = outline.options.filter(\.takesValue).flatMap(\.spellings)
      let patterns = options.map { Self.quoted("\(outline.words) \($0)") }
      return """
                  case \(patterns.joined(separator: " "))
                      set is_value 1
        """
    }
    let parents = outlines.filter { !$0.command.subcommands.isEmpty }
    let help = "            case " + Self.quoted(parents.map { "\($0.words) help" })
    return ([help] + subcommands + valued).joined(separator: "\n")
  }

  private func fishLines(_ outline: CommandOutline) -> [String] {
    let place = "\(function)_at \(Self.quoted(outline.words))"
    let start = "complete -c \(program) -n "
    var lines = outline.command.subcommands.map { subcommand in
      start + Self.fishQuoted("\(place) 0")
        + " -a \(subcommand.name) -d \(Self.fishQuoted(subcommand.summary))"
    }
    for option in outline.options {
      let letter = option.parameter.short.map { " -s \($0)" } ?? ""
      lines.append(
        start + Self.fishQuoted(place) + letter + " -l \(option.parameter.name)"
          + fishValue(option, isOption: true) + " -d \(Self.fishQuoted(option.parameter.summary))"
      )
    }
    for (index, argument) in outline.arguments.enumerated() where argument.candidates != .none {
      let isLast = argument.parameter.arity == .repeated
      let place = isLast ? place : "\(place) \(index)"
      lines.append(start + Self.fishQuoted(place) + fishValue(argument, isOption: false))
    }
    return lines
  }

  private func fishValue(_ choice: CommandOutline.Choice, isOption: Bool) -> String {
    switch choice.candidates {
    case .none: choice.takesValue && isOption ? " -x" : ""
    case .words(let words):
      (isOption ? " -x" : "") + " -a " + Self.fishQuoted(words.joined(separator: " "))
    case .files: isOption ? " -r -F" : " -F"
    }
  }

  /// A text as one word of fish, where a backslash escapes inside of quotes.
  private static func fishQuoted(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
    return "'\(escaped)'"
  }
}
