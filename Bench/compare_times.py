"""Compares two lists of times, nanoseconds a line, that were taken in turn.

    compare_times.py YARDSTICK=FILE CANDIDATE=FILE

Prints medians and spreads in milliseconds, and how many times as fast the candidate is.
"""

import pathlib
import statistics
import sys


def read_times(argument):
    name, _, path = argument.partition("=")
    times = [int(line) / 1e6 for line in pathlib.Path(path).read_text().split()]
    if not times:
        sys.exit(f"{path} holds no times")
    return name, times


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    (yardstick, first), (candidate, second) = map(read_times, sys.argv[1:])
    for name, times in ((yardstick, first), (candidate, second)):
        median = statistics.median(times)
        lowest, highest = min(times), max(times)
        print(f"{name:10} {median:9.2f} ms  ({lowest:.2f}-{highest:.2f}, {len(times)} times)")
    ratio = statistics.median(first) / statistics.median(second)
    print(f"{candidate} is {ratio:.2f} times as fast as {yardstick}")


if __name__ == "__main__":
    main()
