"""Times starts of feedrpcd and weighs connections that say nothing.

    idle.py FEEDRPCD FOLDER [--starts N] [--connections N]

Starts it N times on the store in FOLDER and prints the milliseconds until it is ready. Then opens
connections, first silent ones, then others that make one call each, and prints by how much the
daemon's memory has grown; what the kernel holds for a socket is not in that figure. Exit 3 where a
goal is missed.
"""

import argparse

from daemon import Daemon, call, connect, raise_descriptor_limit
from figures import Report

START_GOAL_MILLISECONDS = 50
MEMORY_GOAL_MEGABYTES = 30
CONNECTION_GOAL_BYTES = 3000


def open_connections(daemon, count, speaks):
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


def weigh(program, folder, count, speaks):
    """Bytes that so many connections take."""
    daemon = Daemon(program, folder, "--max-connections", str(count + 100), name="silent")
    first = open_connections(daemon, 10, True)
    before = daemon.resident_bytes()
    peers = open_connections(daemon, count, speaks)
    grown = daemon.resident_bytes() - before
    for peer in first + peers:
        peer.close()
    daemon.stop()
    return grown


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("folder")
    parser.add_argument("--starts", type=int, default=20)
    parser.add_argument("--connections", type=int, default=10_000)
    options = parser.parse_args()
    raise_descriptor_limit()
    report = Report()
    Daemon(options.program, options.folder, "--sample-posts", "1000", name="starts").stop()
    starts = []
    for _ in range(options.starts):
        daemon = Daemon(options.program, options.folder, name="starts")
        starts.append(daemon.milliseconds)
        daemon.stop()
    report.note("start milliseconds", starts, at_most=START_GOAL_MILLISECONDS)
    for speaks in (False, True):
        grown = weigh(options.program, options.folder, options.connections, speaks)
        what = f"connections={options.connections} {'spoke once' if speaks else 'silent'}"
        report.note(f"{what} megabytes", grown / 1e6, at_most=MEMORY_GOAL_MEGABYTES)
        each = grown / options.connections
        report.note(f"{what} bytes each", each, at_most=CONNECTION_GOAL_BYTES)
    raise SystemExit(report.exit_code)


if __name__ == "__main__":
    main()
