"""Counts the instructions and allocations that feedrpcd spends on a call, and compares them.

    instructions.py --daemon PATH --cli PATH --client PATH --folder DIR --baseline FILE [--write]

Callgrind counts, so what else the machine does makes no difference and a few percent show. Each
case makes its calls one after another on one connection, once to warm up and once counted; the
kernel's work is not in it. Exit 3 where a case takes over 5 % more instructions than the baseline
says, or half an allocation more; --write makes a new baseline.
"""

import argparse
import dataclasses
import pathlib
import subprocess
import sys

MARGIN = 0.05
# Growth of what is kept, a buffer here and there, is a part of an allocation a call.
ALLOCATION_MARGIN = 0.5
ALLOCATORS = {"malloc", "calloc", "realloc", "posix_memalign", "aligned_alloc", "memalign"}
CALLS = 2000
PATIENCE_SECONDS = 120


@dataclasses.dataclass(frozen=True)
class Case:
    """What is called, in the arguments of the load client."""

    name: str
    arguments: tuple[str, ...]


def bytes_field(number, value):
    """A length-delimited field of a short value, in hexadecimal."""
    return bytes([number << 3 | 2, len(value)]).hex() + value.hex()


def cases(post):
    like = bytes_field(1, post.encode())
    # 80 x 80 pixels as RGBA8: 25,600 bytes in one chunk.
    variant = bytes_field(1, b"pattern:bench.80x80") + "2804"
    image = bytes_field(1, bytes.fromhex(variant))
    feed = ("--method", "feedrpc.v1.FeedService/FetchFeedPage", "--payload-hex", "0814")
    return [
        Case("unary-native", ()),
        Case("unary-grpc", ("--http2",)),
        Case("page-of-20", feed),
        Case("page-of-20-grpc", ("--http2", *feed)),
        Case(
            "cached-image",
            ("--stream", "--method", "feedrpc.v1.ImageService/StreamImage", "--payload-hex", image),
        ),
        Case("like", ("--method", "feedrpc.v1.FeedService/ToggleLike", "--payload-hex", like)),
    ]


@dataclasses.dataclass(frozen=True)
class Cost:
    """Of one call."""

    instructions: int
    allocations: float

    def __str__(self):
        return f"{self.instructions:>9,} instructions {self.allocations:>6.1f} allocations"

    def is_above(self, other):
        return (
            self.instructions > other.instructions * (1 + MARGIN)
            or self.allocations > other.allocations + ALLOCATION_MARGIN
        )


class Daemon:
    """feedrpcd under callgrind."""

    def __init__(self, program, folder):
        self.folder = pathlib.Path(folder)
        self.socket = str(self.folder / "socket")
        # Debian's valgrind gives up on the debugging information of Swift programs.
        stripped = self.folder / "feedrpcd"
        subprocess.run(["strip", "--strip-debug", "-o", stripped, program], check=True)
        command = [
            *("valgrind", "--tool=callgrind", "--compress-strings=no"),
            f"--callgrind-out-file={self.folder}/counts",
            *(stripped, "--socket", self.socket, "--io-threads", "1", "--busy-poll", "0s"),
            *("--data-dir", self.folder / "data", "--cache-dir", self.folder / "cache"),
            *("--sample-posts", "200", "--benchmark-service"),
        ]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            if line.startswith("ready "):
                return
        sys.exit("feedrpcd did not start under valgrind")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.communicate(timeout=PATIENCE_SECONDS)

    def control(self, option):
        command = ["callgrind_control", option, str(self.process.pid)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_SECONDS)
        if done.returncode != 0:
            sys.exit(f"callgrind_control failed: {done.stderr}{done.stdout}")

    def cost(self, calls):
        """What each of so many calls cost since the last look."""
        before = set(self.folder.glob("counts.*"))
        self.control("--dump")
        (dump,) = set(self.folder.glob("counts.*")) - before
        instructions = allocations = 0
        callee = ""
        for line in dump.read_text().splitlines():
            key, _, value = line.partition("=")
            if key == "cfn":
                callee = value.split("@")[0].removesuffix("'2")
            elif key == "calls" and callee in ALLOCATORS:
                allocations += int(value.split()[0])
            elif line.startswith("totals:"):
                instructions = int(line.split()[1])
        return Cost(round(instructions / calls), round(allocations / calls, 1))


def measure(daemon, client, case):
    command = [client, "--socket", daemon.socket, "--calls", str(CALLS), "--warm-up", "0"]
    for _ in range(2):
        daemon.control("--zero")
        subprocess.run(
            [*command, *case.arguments],
            check=True,
            stdout=subprocess.DEVNULL,
            timeout=PATIENCE_SECONDS,
        )
    return daemon.cost(CALLS)


def read_baseline(path):
    path = pathlib.Path(path)
    lines = path.read_text().splitlines() if path.exists() else []
    rows = [line.split() for line in lines if line and not line.startswith("#")]
    return {name: Cost(int(count), float(allocations)) for name, count, allocations in rows}


def verdict(cost, wanted):
    if wanted is None:
        return "new"
    change = cost.instructions / wanted.instructions - 1
    more = cost.allocations - wanted.allocations
    text = f"{change:+.1%}, {more:+.1f}"
    if cost.is_above(wanted):
        return f"{text}: too many"
    return f"{text}: fewer, write them down" if wanted.is_above(cost) else text


def parse_options():
    parser = argparse.ArgumentParser(usage=__doc__)
    for name in ["daemon", "cli", "client", "folder", "baseline"]:
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--write", action="store_true")
    return parser.parse_args()


def main():
    options = parse_options()
    baseline = read_baseline(options.baseline)
    with Daemon(options.daemon, options.folder) as daemon:
        command = [options.cli, "--socket", daemon.socket, "feed", "--page-size", "1", "-q"]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
        costs = {}
        for case in cases(done.stdout.strip()):
            costs[case.name] = cost = measure(daemon, options.client, case)
            print(f"{case.name:16} {cost} {verdict(cost, baseline.get(case.name))}", flush=True)
    if options.write:
        text = "# Instructions and allocations of a call, from scripts/bench instructions.\n"
        for name, cost in costs.items():
            text += f"{name} {cost.instructions} {cost.allocations}\n"
        pathlib.Path(options.baseline).write_text(text)
    elif baseline.keys() != costs.keys():
        sys.exit("the baseline has other cases: scripts/bench instructions --write makes a new one")
    elif any(cost.is_above(baseline[name]) for name, cost in costs.items()):
        sys.exit(3)


if __name__ == "__main__":
    main()
