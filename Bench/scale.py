"""Curves: what a daemon does with more connections, more posts and more streams.

    scale.py --daemon FEEDRPCD --yardstick ECHO_SERVER --client LOAD_CLIENT --folder FOLDER
             --json FILE [--rounds N] [--seconds S] [--server-core N --client-core N]

Each round measures every point of a curve once, so that what the machine does meanwhile meets all.
Points are medians over the rounds, and a curve is as flat as its last point is high beside its
best, in each round. One whose last point is under half of its best has the word `falls`. Exit 3
where a goal is missed.
"""

import argparse
import contextlib
import json
import pathlib
import statistics
import subprocess

from daemon import Daemon, call, connect, field, fields, raise_descriptor_limit
from figures import Report
from machine import machine

# "Flat within noise", as the last point's share of the best.
FLAT = 0.8
# Where a half is lost, something does not scale.
HALF = 0.5
PAGES_GOAL_A_SECOND = 100_000
IN_FLIGHT = 64
CONNECTIONS = (1, 10, 100, 1_000, 10_000)
STREAMS = (1, 10, 100, 1_000)
POSTS = (1, 1_000, 100_000, 1_000_000)
# 256 KiB of pixels: four messages.
PICTURE_SIDE = 256
PICTURES = 1_000
RGBA8 = 4
# Of the load client's report.
KEYS = ("calls_per_second", "megabytes_per_second", "p50_us", "p99_us")


class Curve:
    """Points that are measured round by round: from x to a report of the load client."""

    def __init__(self, name, goal, measure="calls_per_second", judged_from=0):
        self.name = name
        self.goal = goal
        self.measure = measure
        # Points before this one are another thing.
        self.judged_from = judged_from
        self.points = {}

    def add(self, x, report):
        self.points.setdefault(x, []).append(report)

    def values(self, x, measure=None):
        return [report[measure or self.measure] for report in self.points[x]]

    def flatness(self):
        """The last point beside the best, in each round."""
        judged = [x for x in self.points if x >= self.judged_from]
        rounds = zip(*(self.values(x) for x in judged))
        return [values[-1] / max(values) for values in rounds]

    def show(self, report):
        heads = f"{'calls/s':>11} {'lowest-highest':>23} {'MB/s':>8} {'p50 us':>11} {'p99 us':>11}"
        print(f"\n{self.name:>40} {heads}")
        for x in self.points:
            calls, megabytes, p50, p99 = (statistics.median(self.values(x, key)) for key in KEYS)
            values = self.values(x, "calls_per_second")
            spread_text = f"{min(values):,.0f}-{max(values):,.0f}"
            print(f"{x:>40,} {calls:>11,.0f} {spread_text:>23} {megabytes:>8,.0f} {p50:>11,.1f}"
                  f" {p99:>11,.1f}")
        flatness = self.flatness()
        word = "falls" if statistics.median(flatness) < HALF else ""
        if self.goal is None:
            print(f"{self.name} last/best={statistics.median(flatness):.2f} {word}".rstrip())
        else:
            report.note(f"{self.name} last/best", flatness, at_least=self.goal, word=word)

    def document(self):
        return {
            "name": self.name,
            "measure": self.measure,
            "goal": self.goal,
            "flatness": self.flatness(),
            "points": {x: {key: self.values(x, key) for key in KEYS} for x in self.points},
        }


class Bench:
    def __init__(self, options):
        self.options = options
        self.report = Report()
        self.curves = []
        pins = (options.server_core, options.client_core)
        self.on_server, self.on_client = (
            [] if core is None else ["taskset", "-c", str(core)] for core in pins
        )

    def daemon(self, name, *options):
        return Daemon(
            self.options.daemon, self.options.folder, "--render-threads", "1", *options,
            name=name, prefix=self.on_server,
        )

    def load(self, socket, *words):
        command = [*self.on_client, self.options.client, "--socket", socket, *map(str, words)]
        done = subprocess.run(command, stdout=subprocess.PIPE, timeout=600)
        if done.returncode != 0:
            raise SystemExit(f"failed: {' '.join(command)[:500]}")
        return json.loads(done.stdout)

    def measure(self, socket, *words):
        return self.load(socket, "--seconds", self.options.seconds, *words)

    def show(self, *curves):
        for curve in curves:
            curve.show(self.report)
        self.curves += curves

    # Connections.

    def connections(self):
        """Calls on one connection, or spread over some, while the rest is silent or all call."""
        shapes = {
            "calls of one connection of N": (FLAT, lambda count: (1, count - 1, IN_FLIGHT)),
            "64 calls at a time on N": (HALF, spread),
            "calls of each of N connections": (HALF, lambda count: (count, 0, 1)),
        }
        curves = {
            (name, server): Curve(f"{name}, {server}", goal if server == "feedrpcd" else None)
            for name, (goal, _) in shapes.items()
            for server in ("feedrpcd", "C")
        }
        daemon = self.daemon("many", "--benchmark-service", "--max-connections", "20000")
        with self.yardstick() as socket:
            servers = {"feedrpcd": daemon.socket, "C": socket}
            for _ in range(self.options.rounds):
                for (name, server), curve in curves.items():
                    for count in CONNECTIONS:
                        busy, idle, in_flight = shapes[name][1](count)
                        words = ("--connections", busy, "--idle", idle, "--in-flight", in_flight)
                        curve.add(count, self.measure(servers[server], *words))
        daemon.stop()
        self.show(*curves.values())

    @contextlib.contextmanager
    def yardstick(self):
        socket = f"{self.options.folder}/yardstick"
        server = subprocess.Popen(
            [*self.on_server, self.options.yardstick, socket], stderr=subprocess.PIPE
        )
        server.stderr.readline()
        try:
            yield socket
        finally:
            server.terminate()
            server.wait()

    # Posts.

    def pages(self):
        """Pages of 20 of feeds that are longer and longer: the first, and the last full one."""
        first = Curve("first page of 20 of N posts", FLAT, judged_from=20)
        last = Curve("last page of 20 of N posts", FLAT, judged_from=20)
        daemons = {}
        for posts in POSTS:
            Daemon(
                self.options.daemon, self.options.folder, "--sample-posts", str(posts),
                name=f"posts{posts}",
            ).stop()
            daemons[posts] = self.daemon(f"posts{posts}")
        requests = {posts: last_page(daemon) for posts, daemon in daemons.items()}
        for _ in range(self.options.rounds):
            for posts, daemon in daemons.items():
                for curve, request in ((first, field(1, 20)), (last, requests[posts])):
                    words = ("--method", "feedrpc.v1.FeedService/FetchFeedPage", "--payload-hex",
                             request.hex(), "--in-flight", IN_FLIGHT)
                    curve.add(posts, self.measure(daemon.socket, *words))
        for daemon in daemons.values():
            daemon.stop()
        self.show(first, last)
        for curve, name in ((first, "first"), (last, "last")):
            self.report.note(
                f"{name} page of 20 of {POSTS[-1]:,} posts, a second", curve.values(POSTS[-1]),
                at_least=PAGES_GOAL_A_SECOND,
            )

    # Streams.

    def streams(self):
        """Streams of a picture that the daemon has in memory, of one and of a thousand."""
        daemon = self.daemon("streams", "--memory-cache", "1GiB", "--disk-cache", "0")
        pictures = [picture(number) for number in range(PICTURES)]
        method = ("--method", "feedrpc.v1.ImageService/StreamImage", "--stream")
        self.load(daemon.socket, *method, *payloads(pictures), "--calls", PICTURES, "--warm-up", 0)
        curves = {
            "one picture": Curve("N streams of one picture", FLAT, "megabytes_per_second"),
            "distinct": Curve("N streams of distinct pictures", FLAT, "megabytes_per_second"),
        }
        for _ in range(self.options.rounds):
            for name, curve in curves.items():
                asked = pictures if name == "distinct" else pictures[:1]
                for count in STREAMS:
                    connections = min(count, 10)
                    words = ("--connections", connections, "--in-flight", count // connections)
                    curve.add(count, self.measure(daemon.socket, *method, *payloads(asked), *words))
        daemon.stop()
        self.show(*curves.values())


def spread(count):
    """Busy connections, silent ones, and the calls in flight of each busy one."""
    busy = min(count, IN_FLIGHT)
    return busy, count - busy, IN_FLIGHT // busy


def picture(number):
    """Asks for a pattern as pixels."""
    image = f"pattern:scale-{number}.1x1"
    variant = field(1, image) + field(2, PICTURE_SIDE) + field(3, PICTURE_SIDE) + field(5, RGBA8)
    return field(1, variant)


def payloads(messages):
    return [word for message in messages for word in ("--payload-hex", message.hex())]


def last_page(daemon):
    """Asks for the last page that has 20 posts; for the first where there is no other."""
    peer, token, stream_id = connect(daemon), b"", 1
    found = b""
    while True:
        request = field(1, 20 if not token else 100) + field(2, token)
        answer = list(fields(call(peer, stream_id, message=request)))
        if sum(1 for number, _ in answer if number == 1) >= 20:
            found = token
        token = dict(answer).get(2, b"")
        stream_id += 2
        if not token:
            peer.close()
            return field(1, 20) + field(2, found)


def main():
    parser = argparse.ArgumentParser()
    for name in ("daemon", "yardstick", "client", "folder", "json"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1)
    parser.add_argument("--server-core", type=int)
    parser.add_argument("--client-core", type=int)
    options = parser.parse_args()
    raise_descriptor_limit()
    document = {"machine": machine(), "rounds": options.rounds, "seconds": options.seconds}
    bench = Bench(options)
    bench.connections()
    bench.streams()
    bench.pages()
    document["curves"] = [curve.document() for curve in bench.curves]
    pathlib.Path(options.json).parent.mkdir(parents=True, exist_ok=True)
    pathlib.Path(options.json).write_text(json.dumps(document, indent=2) + "\n")
    raise SystemExit(bench.report.exit_code)


if __name__ == "__main__":
    main()
