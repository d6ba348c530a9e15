"""All goals in one table: what was to be reached, what was measured, and whether it was.

    goals.py --json FILE [--document FILE] FORM=OUTPUT...

Each OUTPUT is what a form of scripts/bench has printed, or, where its name ends with .json, what
Bench/compare.py has written. Of a form that ended without a figure the table says that it failed.
Writes all of it to FILE, and with --document as a table into a document, between the lines that say
where; exit 3 where a goal is missed.
"""

import argparse
import dataclasses
import json
import math
import pathlib

from figures import Figure, parse, short
from machine import machine

HEAD = ("what", "goal", "measured", "lowest-highest", "")
BEGIN = "<!-- goals: begin. Written by scripts/bench goals. -->"
END = "<!-- goals: end -->"


def named_path(text):
    name, _, path = text.partition("=")
    if not name or not path:
        raise argparse.ArgumentTypeError("takes FORM=OUTPUT")
    return name, pathlib.Path(path)


def read(path):
    """The figures of a form."""
    if not path.exists():
        return []
    if path.suffix != ".json":
        return [figure for figure in map(parse, path.read_text().splitlines()) if figure]
    figures = []
    for result in json.loads(path.read_text())["results"]:
        *yardsticks, _ = result["servers"]
        what = f"{result['name']}, of {' or '.join(yardsticks)}"
        ratio = result["ratio"]
        spread = (ratio["lowest"], ratio["highest"])
        figures.append(
            Figure(what, ratio["median"], *spread, result["goal"], True, result["is_met"])
        )
    return figures


def finite(values):
    """JSON has no infinite numbers, which a ratio can be on a busy machine."""
    return {
        key: None if isinstance(value, float) and math.isinf(value) else value
        for key, value in values.items()
    }


def readable(value):
    return f"{value:,.0f}" if abs(value) >= 1000 else short(value)


def rows(forms):
    """Of each figure: what it is of, its goal, itself, its spread, and the verdict."""
    for name, figures in forms.items():
        if not figures:
            yield name, "", "", "", "failed"
        for figure in figures:
            has_spread = figure.lowest != figure.highest
            yield (
                f"{name}: {figure.what}",
                f"{figure.sense} {readable(figure.goal)}",
                readable(figure.value),
                f"{readable(figure.lowest)}-{readable(figure.highest)}" if has_spread else "",
                f"{'met' if figure.is_met else 'missed'} {figure.word}".rstrip(),
            )


def print_table(forms):
    for what, goal, value, spread, verdict in [HEAD, *rows(forms)]:
        print(f"{what:76} {goal:>10} {value:>9} {spread:>19} {verdict}".rstrip())


def insert_table(forms, about, path):
    """Puts the table between the lines of a document that are there for it."""
    before, begin, rest = path.read_text().partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise SystemExit(f"{path} has no place for the table")
    day, processor = about["started"][:10], f"{about['cpu_count']} cores of {about['cpu']}"
    lines = [f"On {day}, {processor}, Linux {about['kernel']}:", ""]
    lines += [row(HEAD), row(["---"] * len(HEAD)), *map(row, rows(forms))]
    path.write_text(before + begin + "\n".join(["", *lines, ""]) + end + after)


def row(cells):
    return f"| {' | '.join(cells)} |"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--json", required=True)
    parser.add_argument("--document", type=pathlib.Path)
    parser.add_argument("forms", nargs="+", type=named_path)
    options = parser.parse_args()
    forms = {name: read(path) for name, path in options.forms}
    print_table(forms)
    about = machine()
    if options.document:
        insert_table(forms, about, options.document)
    document = {
        "machine": about,
        "goals": [
            {"form": name, **finite(dataclasses.asdict(figure))}
            for name, figures in forms.items()
            for figure in figures
        ],
        "failed": [name for name, figures in forms.items() if not figures],
    }
    pathlib.Path(options.json).write_text(json.dumps(document, indent=2) + "\n")
    is_met = not document["failed"] and all(goal["is_met"] for goal in document["goals"])
    missed = sum(1 for goal in document["goals"] if not goal["is_met"])
    goals, failed = len(document["goals"]), len(document["failed"])
    print(f"{goals} goals, {missed} missed, {failed} forms failed")
    raise SystemExit(0 if is_met else 3)


if __name__ == "__main__":
    main()
