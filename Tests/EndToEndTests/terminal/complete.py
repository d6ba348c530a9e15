"""Types words and a tab into a shell on a terminal, and waits for what it makes of them.

    complete.py SHELL SCRIPT CASE...

SHELL is bash or zsh, SCRIPT what `feedrpc completion` printed. A CASE is what is typed, a
tab, and what has to stand on the screen then. Prints those that do not, with the screen.
"""

import os
import pty
import select
import sys
import time

PATIENCE_SECONDS = 60
STARTS = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], ""),
    "zsh": (["zsh", "-f", "-i"], "autoload -U compinit; compinit -u -D; "),
}


class Shell:
    """A shell on a terminal of its own."""

    def __init__(self, name, script):
        words, start = STARTS[name]
        environment = dict(os.environ, TERM="dumb", PS1="> ")
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.execvpe(words[0], words, environment)
        # The quotes keep the echo of the command from being taken for its output.
        self.type(f"{start}source {script}; echo is_rea''dy\n", "is_ready")

    def type(self, text, expected):
        """Types a text; whether the screen then shows what is expected, and what it shows."""
        os.write(self.terminal, text.encode())
        seen = b""
        end = time.monotonic() + PATIENCE_SECONDS
        while expected.encode() not in seen:
            ready, _, _ = select.select([self.terminal], [], [], max(end - time.monotonic(), 0))
            if not ready:
                return False, seen
            try:
                seen += os.read(self.terminal, 65536)
            except OSError:
                return False, seen
        return True, seen

    def end(self):
        os.kill(self.process, 9)
        os.waitpid(self.process, 0)
        os.close(self.terminal)


def main():
    name, script, *cases = sys.argv[1:]
    for case in cases:
        typed, expected = case.split("\t")
        shell = Shell(name, script)
        is_so, seen = shell.type(typed + "\t", expected)
        shell.end()
        if not is_so:
            print(f"{typed!r}: {seen!r}")


main()
