# What the scripts share. Sourced by them, never run: it puts them at the root of the project.

# Every script answers --help with the comment at its top.
for argument in "$@"; do
  [[ $argument == --help || $argument == -h ]] || continue
  sed -n '1d; /^#/!q; s/^# \{0,1\}//p' "$0"
  exit 0
done

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
cd "$root"

# Says what comes next; everything on standard output stays data.
step() { printf '\n-- %s\n' "$*" >&2; }

fail() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

# Builds products as they are meant to be run: optimised across modules, with the Swift library
# linked in, and without the checks for overlapping accesses, which debug builds have and the tests
# run with. Without these flags a short call takes up to a sixth more of the processor.
#
#   build_release PRODUCT... [-- OPTION...]
build_release() {
  local products=() product
  while (($# > 0)) && [[ $1 != -- ]]; do products+=("$1") && shift; done
  (($# == 0)) || shift
  for product in "${products[@]}"; do
    swift build --configuration release --static-swift-stdlib \
      -Xswiftc -cross-module-optimization -Xswiftc -enforce-exclusivity=unchecked \
      --product "$product" "$@"
  done
}

# Starts `COMMAND...`, a server that prints `ready socket=PATH` to standard error once it accepts,
# and waits for that line, 60 seconds or what `server_patience` says. Its standard error goes on to
# LOG; its process id is in `server_pid`.
#
#   start_server LOG COMMAND [ARGUMENT]...
start_server() {
  local log=$1 pipe descriptor line='' is_ready=
  shift
  pipe=$(mktemp -u "${TMPDIR:-/tmp}/feedrpc-ready.XXXXXX")
  mkfifo -m 600 "$pipe"
  "$@" </dev/null 2>"$pipe" >>"$log" &
  server_pid=$!
  exec {descriptor}<"$pipe"
  rm -f "$pipe"
  while IFS= read -r -t "${server_patience:-60}" line <&"$descriptor"; do
    printf '%s\n' "$line" >>"$log"
    case $line in 'ready socket='*) is_ready=yes && break ;; esac
  done
  if [[ -z $is_ready ]]; then
    kill "$server_pid" 2>/dev/null || true
    tail -n 20 "$log" >&2
    fail "not ready, see its messages above: $*"
  fi
  # The pipe must stay read for as long as the server lives.
  cat <&"$descriptor" >>"$log" &
  exec {descriptor}<&-
}

# Asks a server to end, waits for it and gives its exit code in `server_exit`.
stop_server() {
  server_exit=0
  kill -TERM "$1" 2>/dev/null || true
  wait "$1" || server_exit=$?
}
