extension CompletionScript {
  /// For zsh 5 with its completion system; as a file in `fpath`, or sourced.
  var zsh: String {
    """
    #compdef \(program)
    # Completes the words of \(program) in zsh. Made by '\(program) completion zsh'.

    # What is understood behind the command $1.
    \(function)_facts() {
      options=() valued=() subcommands=()
      case $1 in
    \(outlines.map(zshFacts).joined(separator: "\n"))
      esac
    }

    # Offers what can be the value $2 of the command $1: an option, or the number of an argument.
    \(function)_values() {
      case "$1 $2" in
    \(valueBranches("(", or: "|", zshAction).joined(separator: "\n"))
        *) return 1 ;;
      esac
    }

    \(function)() {
      local command=\(program) option= word
      local -i count=0 ended=0 index
      local -a options valued subcommands names
      \(function)_facts "$command"
      for ((index = 2; index < CURRENT; index++)); do
        word=${words[index]}
        if [[ -n $option ]]; then
          option=
        elif ((ended)); then
          count+=1
        elif [[ $word == -- ]]; then
          ended=1
        elif ((valued[(Ie)$word])); then
          option=$word
        elif [[ $word == -?* ]]; then
          :
        elif [[ $word == help ]] && ((count == 0 && ${#subcommands})); then
          :
        else
          names=("${subcommands[@]%%:*}")
          if ((count == 0 && names[(Ie)$word])); then
            command+=" $word"
            \(function)_facts "$command"
          else
            count+=1
          fi
        fi
      done
      word=${words[CURRENT]}
      if [[ -n $option ]]; then
        \(function)_values "$command" "$option"
      elif ((!ended)) && [[ $word == --*=* ]]; then
        compset -P '*='
        \(function)_values "$command" "${word%%=*}"
      elif ((!ended)) && [[ $word == -* ]]; then
        _describe -o option options
      else
        local -i found=1
        if ((count == 0 && !ended && ${#subcommands})); then
          _describe -t commands command subcommands && found=0
        fi
        \(function)_values "$command" "$count" && found=0
        return found
      fi
    }

    if [[ ${funcstack[1]} == \(function) ]]; then
      \(function) "$@"
    else
      compdef \(function) \(program)
    fi

    """
  }

  private func zshFacts(_ outline: CommandOutline) -> String {
    let options = outline.options.flatMap { option in
      option.spellings.map { Self.described($0, option.parameter.summary) }
    }
    let subcommands = outline.command.subcommands.map { Self.described($0.name, $0.summary) }
    let valued = outline.options.filter(\.takesValue).flatMap(\.spellings)
    return """
          \(Self.quoted(outline.words)))
            options=(
      \(Self.listed(options))
            )
            valued=(\(valued.joined(separator: " ")))
            subcommands=(
      \(Self.listed(subcommands))
            )
            ;;
      """
  }

  /// A word with what it means, as `_describe` takes it.
  private static func described(_ word: String, _ summary: String) -> String {
    quoted("\(word):\(summary)")
  }

  private static func listed(_ words: [String]) -> String {
    words.map { "        \($0)" }.joined(separator: "\n")
  }

  private func zshAction(_ candidates: ValueCandidates) -> String? {
    switch candidates {
    case .none: nil
    case .words(let words): "compadd -- \(Self.quoted(words))"
    case .files: "_files"
    }
  }
}
