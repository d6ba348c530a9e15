"""Compares a server of EchoService with others, round by round, and reports the ratio.

    compare.py --client LOAD_CLIENT --table TABLE --json FILE [--rounds N] [--seconds S]
               [--only NAME]... [--client-of NAME=COMMAND]... YARDSTICK=SOCKET... CANDIDATE=SOCKET

Each round runs every case of the table on one server and at once on the others, changing from round
to round who goes first, so that what the machine does meanwhile meets all. Figures are medians over
the rounds with the lowest and highest; the ratio is the median of the rounds' ratios to whichever
yardstick was the best in that round. With --client-of one of them is called by another client than
the others, which takes the same words: so clients are compared.
"""

import argparse
import dataclasses
import json
import pathlib
import shlex
import statistics
import subprocess
import sys

from machine import machine


@dataclasses.dataclass(frozen=True)
class Case:
    """A line of the table."""

    name: str
    measure: str  # the key of the load client's report that the ratio is made of
    goal: float
    arguments: tuple[str, ...]


MEASURES = {"calls": "calls_per_second", "bytes": "megabytes_per_second"}


def read_table(path):
    cases = []
    for number, line in enumerate(pathlib.Path(path).read_text().splitlines(), start=1):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        if len(words) < 3 or words[1] not in MEASURES:
            sys.exit(f"{path}:{number}: not a case: {line}")
        cases.append(Case(words[0], MEASURES[words[1]], float(words[2]), tuple(words[3:])))
    return cases


def run_client(client, socket, case, seconds):
    command = [*client, "--socket", socket, "--seconds", str(seconds), *case.arguments]
    done = subprocess.run(command, stdout=subprocess.PIPE, timeout=60 + 2 * seconds)
    if done.returncode != 0:
        sys.exit(f"failed: {' '.join(command)}")
    return json.loads(done.stdout)


def run_rounds(options, cases, servers):
    """The reports of all rounds: reports[case][server] is a list."""
    clients = dict(options.client_of)
    reports = {case.name: {name: [] for name, _ in servers} for case in cases}
    for number in range(options.rounds):
        first = number % len(servers)
        order = servers[first:] + servers[:first]
        for case in cases:
            for name, socket in order:
                client = shlex.split(clients.get(name, options.client))
                report = run_client(client, socket, case, options.seconds)
                reports[case.name][name].append(report)
        print(f"round {number + 1} of {options.rounds} done", file=sys.stderr)
    return reports


def spread(values):
    return {"median": statistics.median(values), "lowest": min(values), "highest": max(values)}


def summarize(case, reports, servers):
    *yardsticks, candidate = (name for name, _ in servers)
    keys = ["calls_per_second", "p50_us", "p99_us", "megabytes_per_second"]
    best = [
        max(1e-9, *(report[case.measure] for report in reports_of_round))
        for reports_of_round in zip(*(reports[name] for name in yardsticks))
    ]
    ratios = [ours[case.measure] / theirs for ours, theirs in zip(reports[candidate], best)]
    ratio = spread(ratios)
    return {
        "name": case.name,
        "arguments": list(case.arguments),
        "goal": case.goal,
        "ratio": ratio,
        "is_met": ratio["median"] >= case.goal,
        "servers": {
            name: {key: spread([report[key] for report in reports[name]]) for key in keys}
            for name, _ in servers
        },
    }


def grouped(value):
    return f"{value:,.0f}"


def row(name, server, figures):
    calls = figures["calls_per_second"]
    lowest, highest = grouped(calls["lowest"]), grouped(calls["highest"])
    return (
        f"{name:16} {server:10} {grouped(calls['median']):>10} {f'{lowest}-{highest}':>21}"
        f" {figures['p50_us']['median']:>9,.1f} {figures['p99_us']['median']:>9,.1f}"
        f" {figures['megabytes_per_second']['median']:>9,.1f}"
    )


def print_table(results):
    print(
        f"{'case':16} {'server':10} {'calls/s':>10} {'lowest-highest':>21} {'p50 us':>9}"
        f" {'p99 us':>9} {'MB/s':>9} {'ratio':>17} {'goal':>5}"
    )
    for result in results:
        *yardsticks, (candidate, figures) = result["servers"].items()
        ratio = result["ratio"]
        text = f"{ratio['median']:.2f} {ratio['lowest']:.2f}-{ratio['highest']:.2f}"
        verdict = "met" if result["is_met"] else "missed"
        for place, (yardstick, theirs) in enumerate(yardsticks):
            print(row("" if place else result["name"], yardstick, theirs))
        print(f"{row('', candidate, figures)} {text:>17} {result['goal']:>5} {verdict}")


def named_value(text):
    name, _, value = text.partition("=")
    if not name or not value:
        raise argparse.ArgumentTypeError("takes NAME=VALUE")
    return name, value


def parse_options():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--client", required=True)
    parser.add_argument("--table", required=True)
    parser.add_argument("--json", required=True)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1)
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--client-of", action="append", default=[], type=named_value)
    parser.add_argument("yardsticks", nargs="+", type=named_value)
    parser.add_argument("candidate", type=named_value)
    return parser.parse_args()


def main():
    options = parse_options()
    cases = [
        case for case in read_table(options.table) if not options.only or case.name in options.only
    ]
    if not cases:
        sys.exit(f"no case of {options.table} is called {', '.join(options.only)}")
    servers = [*options.yardsticks, options.candidate]
    document = {"machine": machine(), "rounds": options.rounds, "seconds": options.seconds}
    reports = run_rounds(options, cases, servers)
    document["results"] = [summarize(case, reports[case.name], servers) for case in cases]
    print_table(document["results"])
    pathlib.Path(options.json).parent.mkdir(parents=True, exist_ok=True)
    pathlib.Path(options.json).write_text(json.dumps(document, indent=2) + "\n")
    missed = [result["name"] for result in document["results"] if not result["is_met"]]
    if missed:
        print(f"missed: {', '.join(missed)}")
    sys.exit(3 if missed else 0)


if __name__ == "__main__":
    main()
