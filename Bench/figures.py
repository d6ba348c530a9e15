"""Figures beside their goals, a line each, which Bench/goals.py reads again:

    WHAT=VALUE [lowest=VALUE highest=VALUE] goal>=VALUE met|missed [WORD]

With `goal<=` the value is to be no larger.
"""

import dataclasses
import re
import statistics

LINE = re.compile(
    r"(?P<what>\S.*?)=(?P<value>\S+)(?: lowest=(?P<lowest>\S+) highest=(?P<highest>\S+))?"
    r" goal(?P<sense>[<>]=)(?P<goal>\S+) (?P<verdict>met|missed)(?: (?P<word>\w+))?"
)


@dataclasses.dataclass(frozen=True)
class Figure:
    """What was measured, and what it should be."""

    what: str
    value: float
    lowest: float
    highest: float
    goal: float
    is_at_least: bool
    # By all digits of the value.
    is_met: bool
    # What else is to be known of it.
    word: str = ""

    @property
    def sense(self):
        return ">=" if self.is_at_least else "<="

    def __str__(self):
        text = f"{self.what}={short(self.value)}"
        if self.lowest != self.highest:
            text += f" lowest={short(self.lowest)} highest={short(self.highest)}"
        text += f" goal{self.sense}{short(self.goal)} {'met' if self.is_met else 'missed'}"
        return f"{text} {self.word}".rstrip()


def short(value):
    """With three digits that mean something, or all before the point."""
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.3g}"


def parse(line):
    """The figure of a line; None where it has none."""
    found = LINE.fullmatch(line.strip())
    if not found:
        return None
    value = float(found["value"])
    return Figure(
        what=found["what"],
        value=value,
        lowest=float(found["lowest"] or value),
        highest=float(found["highest"] or value),
        goal=float(found["goal"]),
        is_at_least=found["sense"] == ">=",
        is_met=found["verdict"] == "met",
        word=found["word"] or "",
    )


class Report:
    """Prints figures and remembers whether all goals are met."""

    def __init__(self):
        self.figures = []

    def note(self, what, values, *, at_least=None, at_most=None, word=""):
        """Prints the median of `values` beside its goal, which is one of the two."""
        values = list(values) if hasattr(values, "__iter__") else [values]
        goal = at_most if at_least is None else at_least
        value = statistics.median(values)
        is_met = value <= at_most if at_least is None else value >= at_least
        figure = Figure(
            what, value, min(values), max(values), goal, at_least is not None, is_met, word
        )
        print(figure, flush=True)
        self.figures.append(figure)

    @property
    def exit_code(self):
        return 0 if all(figure.is_met for figure in self.figures) else 3
