"""Runs a program on a terminal, presses Ctrl-Z when it shows a text, and lets it go on or ends it.

    suspend.py goes-on|is-killed EXPECTED PROGRAM [ARGUMENT]...

Prints what had been shown when the program stopped and what it showed after that, each as a Python
literal, and then its exit code. Only ten seconds of silence end a wait for a text early.
"""

import os
import pty
import select
import signal
import sys

end, expected, *words = sys.argv[1:]
process, terminal = pty.fork()
if process == 0:
    os.execvp(words[0], words)


def show(until):
    """All that comes until a text is in it, or nothing comes any more."""
    seen = b""
    while until.encode() not in seen and select.select([terminal], [], [], 10)[0]:
        try:
            seen += os.read(terminal, 65536)
        except OSError:
            break
    return seen


seen = show(expected)
os.write(terminal, b"\x1a")
os.waitpid(process, os.WUNTRACED)
# What was written before comes through the terminal when the kernel has time for it.
print(repr(seen + show("\x1b[?1049l")))
again = b""
if end == "is-killed":
    # As a shell's `kill %1` does.
    os.kill(process, signal.SIGTERM)
os.kill(process, signal.SIGCONT)
if end == "goes-on":
    again += show(expected)
    os.kill(process, signal.SIGINT)
again += show("there is no such text")
print(repr(again))
print(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))
