"""Stops one thread of a process, as if it were stuck, until this program ends.

    freeze.py PROCESS THREAD-NAME

Prints "frozen" to standard error once it is (ptrace(2): PTRACE_SEIZE, PTRACE_INTERRUPT).
"""

import ctypes
import os
import pathlib
import signal
import sys

process, name = sys.argv[1:]
threads = [
    int(task.name)
    for task in pathlib.Path(f"/proc/{process}/task").iterdir()
    if (task / "comm").read_text().strip() == name
]
if len(threads) != 1:
    sys.exit(f"{len(threads)} threads are called {name}")

ptrace = ctypes.CDLL(None, use_errno=True).ptrace
ptrace.argtypes = [ctypes.c_long, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p]
for request in (0x4206, 0x4207):
    if ptrace(request, threads[0], None, None) != 0:
        sys.exit(f"ptrace: {os.strerror(ctypes.get_errno())}")
os.waitpid(threads[0], 0x40000000)  # __WALL
print("frozen", file=sys.stderr, flush=True)
signal.pause()
