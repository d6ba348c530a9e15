"""How many likes share a sync of the disk, and for how many syncs one waits.

    likes.py --daemon FEEDRPCD --client LOAD_CLIENT --folder FOLDER [--rounds N] [--seconds S]

Callers like and unlike posts, each waiting until it is on disk. The goal is in syncs as they follow
each other, the likes of each included. What the disk alone takes is told beside them: after each
round of the callers this program writes and syncs as many bytes as a commit has written. Exit 3
where a goal is missed.
"""

import argparse
import json
import os
import statistics
import subprocess
import time

from daemon import Daemon, call, connect, field, fields
from figures import Report

# Of the callers, in one commit.
SHARED_GOAL = 0.8
P99_GOAL_SYNCS = 2.5
# Connections, and callers on each.
SHAPES = ((10, 5), (50, 10))
POSTS = 100
SYNCS = 200
FILE_BYTES = 4 << 20


def counts(daemon):
    """Commits and mutations so far."""
    peer = connect(daemon)
    answer = call(peer, method="GetStats", service="AdminService")
    peer.close()
    store = dict(fields(dict(fields(dict(fields(answer))[1]))[9]))
    return store.get(5, 0), store.get(6, 0)


def posts(daemon):
    peer = connect(daemon)
    answer = call(peer, message=field(1, POSTS))
    peer.close()
    return [dict(fields(post))[1] for number, post in fields(answer) if number == 1]


def sync_milliseconds(folder, byte_count):
    """The median time of writing so much over a file, and syncing it."""
    path = os.path.join(folder, "syncs")
    file = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
    os.pwrite(file, bytes(FILE_BYTES), 0)
    os.fsync(file)
    block, place, times = os.urandom(byte_count), 0, []
    for _ in range(SYNCS):
        if place + byte_count > FILE_BYTES:
            place = 0
        began = time.perf_counter()
        os.pwrite(file, block, place)
        os.fdatasync(file)
        times.append((time.perf_counter() - began) * 1000)
        place += byte_count
    os.close(file)
    os.unlink(path)
    return statistics.median(times)


def measure(options, daemon, requests, connections, in_flight):
    """The share of the callers in a commit, and a like's p99 in commits."""
    commits, mutations = counts(daemon)
    written = daemon.written_bytes()
    command = [options.client, "--socket", daemon.socket, "--warm-up", "0"]
    command += ["--seconds", str(options.seconds)]
    command += ["--method", "feedrpc.v1.FeedService/ToggleLike"]
    command += ["--connections", str(connections), "--in-flight", str(in_flight), *requests]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True, timeout=600)
    load = json.loads(done.stdout)
    after = counts(daemon)
    commits, mutations = after[0] - commits, after[1] - mutations
    byte_count = min((daemon.written_bytes() - written) // commits, FILE_BYTES)
    disk = sync_milliseconds(daemon.data, max(byte_count, 1))
    sync = load["seconds"] * 1000 / commits
    callers = connections * in_flight
    p50, p99 = load["p50_us"] / 1000, load["p99_us"] / 1000
    print(
        f"callers={callers} likes_a_second={load['calls_per_second']} commits={commits}"
        f" likes_a_commit={mutations / commits:.1f} bytes_a_commit={byte_count}"
        f" sync_milliseconds={sync:.3f} of_the_disk={disk:.3f}"
        f" p50_milliseconds={p50:.2f} p99_milliseconds={p99:.2f}",
        flush=True,
    )
    return mutations / commits / callers, p99 / sync


def main():
    parser = argparse.ArgumentParser()
    for name in ("daemon", "client", "folder"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1)
    options = parser.parse_args()
    report = Report()
    daemon = Daemon(options.daemon, options.folder, "--sample-posts", "1000", name="likes")
    requests = []
    for post in posts(daemon):
        requests += ["--payload-hex", field(1, post).hex()]
    rounds = {shape: [] for shape in SHAPES}
    for _ in range(options.rounds):
        for shape, figures in rounds.items():
            figures.append(measure(options, daemon, requests, *shape))
    daemon.stop()
    for (connections, in_flight), figures in rounds.items():
        shares, syncs = zip(*figures)
        what = f"likes of {connections * in_flight} callers"
        report.note(f"{what}, of the callers in a sync", shares, at_least=SHARED_GOAL)
        report.note(f"{what}, p99 in syncs", syncs, at_most=P99_GOAL_SYNCS)
    raise SystemExit(report.exit_code)


if __name__ == "__main__":
    main()
