"""Compares two lists of times, nanoseconds a line, that were taken in turn.

    compare_times.py --goal RATIO YARDSTICK=FILE CANDIDATE=FILE

Prints medians and spreads in milliseconds, and how many times as fast the candidate is; exit 3
where that is less than the goal.
"""

import argparse
import pathlib
import statistics

from figures import Report


def named_times(argument):
    name, _, path = argument.partition("=")
    times = [int(line) / 1e6 for line in pathlib.Path(path).read_text().split()]
    if not times:
        raise argparse.ArgumentTypeError(f"{path} holds no times")
    return name, times


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--goal", type=float, required=True)
    parser.add_argument("yardstick", type=named_times)
    parser.add_argument("candidate", type=named_times)
    options = parser.parse_args()
    for name, times in (options.yardstick, options.candidate):
        median = statistics.median(times)
        lowest, highest = min(times), max(times)
        print(f"{name:10} {median:9.2f} ms  ({lowest:.2f}-{highest:.2f}, {len(times)} times)")
    (theirs, yardstick), (ours, candidate) = options.yardstick, options.candidate
    ratios = [first / second for first, second in zip(yardstick, candidate)]
    report = Report()
    report.note(f"{ours}, times as fast as {theirs}", ratios, at_least=options.goal)
    raise SystemExit(report.exit_code)


if __name__ == "__main__":
    main()
