"""Runs a program on a terminal, waits for a text, sends it a signal, and tells what it showed.

    watch.py COLUMNS SIGNAL EXPECTED PROGRAM [ARGUMENT]...

Prints the program's exit code (or minus the signal that ended it), then its output as a Python
literal. Only ten seconds of silence end the wait for EXPECTED early.
"""

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios

columns, name, expected, *words = sys.argv[1:]
process, terminal = pty.fork()
if process == 0:
    os.execvp(words[0], words)
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, int(columns), 0, 0))

seen = b""
is_sent = False
while select.select([terminal], [], [], 10)[0]:
    try:
        piece = os.read(terminal, 65536)
    except OSError:
        break
    seen += piece
    if not is_sent and expected.encode() in seen:
        os.kill(process, signal.Signals[name])
        is_sent = True
if not is_sent:
    os.kill(process, signal.SIGKILL)
_, status = os.waitpid(process, 0)
print(os.waitstatus_to_exitcode(status))
print(repr(seen))
