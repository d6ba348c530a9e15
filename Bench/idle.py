"""Times starts of feedrpcd and weighs connections that say nothing.

    idle.py FEEDRPCD FOLDER [--starts N] [--connections N]

Starts it N times on the store in FOLDER and prints the milliseconds until it is ready. Then opens
connections, first silent ones, then others that make one call each, and prints by how much the
daemon's memory has grown; what the kernel holds for a socket is not in that figure. Exit 3 where a
goal is missed.
"""

import argparse
import re
import resource
import signal
import socket
import statistics
import struct
import subprocess
import time

START_GOAL_MILLISECONDS = 50
MEMORY_GOAL_MEGABYTES = 30


class Daemon:
    def __init__(self, program: str, folder: str, *options: str) -> None:
        self.socket = f"{folder}/idle.socket"
        command = [program, "--socket", self.socket, "--data-dir", f"{folder}/data-idle"]
        command += ["--cache-dir", f"{folder}/cache-idle", *options]
        began = time.monotonic()
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE)
        for line in self.process.stderr:
            if line.startswith(b"ready "):
                break
        else:
            raise SystemExit("idle.py: the daemon did not start")
        self.milliseconds = (time.monotonic() - began) * 1000

    def resident_bytes(self) -> int:
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            return int(re.search(r"VmRSS:\s+(\d+) kB", status.read())[1]) * 1024

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()
        self.process.stderr.close()


def field(number: int, content: bytes) -> bytes:
    return bytes([number << 3 | 2, len(content)]) + content


def call(peer: socket.socket) -> None:
    """Makes a call over plain ttrpc and reads its answer."""
    request = field(1, b"feedrpc.v1.FeedService") + field(2, b"FetchFeedPage")
    peer.sendall(struct.pack(">IIBB", len(request), 1, 1, 0) + request)
    header = peer.recv(10, socket.MSG_WAITALL)
    length = struct.unpack(">IIBB", header)[0]
    peer.recv(length, socket.MSG_WAITALL)


def connect(daemon: Daemon) -> socket.socket:
    peer = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    peer.connect(daemon.socket)
    return peer


def open_connections(daemon: Daemon, count: int, speaks: bool) -> list[socket.socket]:
    peers = []
    for _ in range(count):
        peer = connect(daemon)
        if speaks:
            call(peer)
        peers.append(peer)
    # Once this is answered all that came before is in.
    last = connect(daemon)
    call(last)
    return [*peers, last]


def weigh(program: str, folder: str, count: int, speaks: bool) -> float:
    """Megabytes that so many connections take."""
    daemon = Daemon(program, folder, "--max-connections", str(count + 100))
    first = open_connections(daemon, 10, True)
    before = daemon.resident_bytes()
    peers = open_connections(daemon, count, speaks)
    grown = (daemon.resident_bytes() - before) / 1e6
    for peer in first + peers:
        peer.close()
    daemon.stop()
    return grown


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("folder")
    parser.add_argument("--starts", type=int, default=20)
    parser.add_argument("--connections", type=int, default=10_000)
    options = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    is_met = True

    def note(what: str, value: float, goal: float) -> None:
        nonlocal is_met
        is_met = is_met and value <= goal
        print(f"{what}={value:.1f} goal={goal} {'met' if value <= goal else 'missed'}", flush=True)

    Daemon(options.program, options.folder, "--sample-posts", "1000").stop()
    starts = []
    for _ in range(options.starts):
        daemon = Daemon(options.program, options.folder)
        starts.append(daemon.milliseconds)
        daemon.stop()
    print(f"start lowest={min(starts):.1f} highest={max(starts):.1f}")
    note("start median_milliseconds", statistics.median(starts), START_GOAL_MILLISECONDS)
    for speaks in (False, True):
        grown = weigh(options.program, options.folder, options.connections, speaks)
        what = "spoke_once" if speaks else "silent"
        count = options.connections
        print(f"connections={count} {what} bytes_each={grown * 1e6 / count:.0f}")
        note(f"connections {what} megabytes", grown, MEMORY_GOAL_MEGABYTES)
    return 0 if is_met else 3


raise SystemExit(main())
