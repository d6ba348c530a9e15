extension CompletionScript {
  /// For bash 4 and newer; needs nothing else.
  var bash: String {
    """
    # Completes the words of \(program) in bash. Made by '\(program) completion bash'.

    # What is understood behind the command $1.
    \(function)_facts() {
      flags=() valued=() subcommands=()
      case $1 in
    \(outlines.map(bashFacts).joined(separator: "\n"))
      esac
    }

    # Offers what can be the value $2 of the command $1: an option, or the number of an argument.
    \(function)_values() {
      case "$1 $2" in
    \(valueBranches("", or: " | ", bashAction).joined(separator: "\n"))
      esac
    }

    \(function)_words() { mapfile -t COMPREPLY < <(compgen -W "$*" -- "$current"); }

    \(function)_files() {
      mapfile -t COMPREPLY < <(compgen -f -- "$current")
      compopt -o filenames 2>/dev/null
    }

    \(function)() {
      local current=${COMP_WORDS[COMP_CWORD]} command=\(program) option= word index
      local -i count=0 ended=0
      local -a flags valued subcommands
      COMPREPLY=()
      \(function)_facts "$command"
      for ((index = 1; index < COMP_CWORD; index++)); do
        word=${COMP_WORDS[index]}
        if [[ -n $option ]]; then
          # bash makes three words of --option=value.
          [[ $word == = ]] || option=
        elif ((ended)); then
          count+=1
        elif [[ $word == -- ]]; then
          ended=1
        elif [[ " ${valued[*]} " == *" $word "* ]]; then
          option=$word
        elif [[ $word == -?* ]]; then
          :
        elif [[ $word == help ]] && ((count == 0 && ${#subcommands[@]})); then
          :
        elif ((count == 0)) && [[ " ${subcommands[*]} " == *" $word "* ]]; then
          command+=" $word"
          \(function)_facts "$command"
        else
          count+=1
        fi
      done
      if [[ -n $option ]]; then
        [[ $current != = ]] || current=
        \(function)_values "$command" "$option"
      elif [[ $current == -* ]] && ((!ended)); then
        \(function)_words "${flags[@]}" "${valued[@]}"
      else
        \(function)_values "$command" "$count"
        if ((count == 0 && !ended && ${#subcommands[@]})); then
          local -a offered=("${COMPREPLY[@]}")
          \(function)_words "${subcommands[@]}"
          COMPREPLY+=("${offered[@]}")
        fi
      fi
    }

    complete -F \(function) \(program)

    """
  }

  private func bashFacts(_ outline: CommandOutline) -> String {
    let flags = outline.options.filter { !$0.takesValue }.flatMap(\.spellings)
    let valued = outline.options.filter(\.takesValue).flatMap(\.spellings)
    return """
          \(Self.quoted(outline.words)))
            flags=(\(flags.joined(separator: " ")))
            valued=(\(valued.joined(separator: " ")))
            subcommands=(\(outline.command.subcommands.map(\.name).joined(separator: " ")))
            ;;
      """
  }

  private func bashAction(_ candidates: ValueCandidates) -> String? {
    switch candidates {
    case .none: nil
    case .words(let words): "\(function)_words \(Self.quoted(words))"
    case .files: "\(function)_files"
    }
  }
}
