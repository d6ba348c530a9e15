"""Reads OpenMetrics text as Prometheus does and prints its families, one a line with its type.

    metrics.py FILE
"""

import sys

from prometheus_client.openmetrics.parser import text_string_to_metric_families

with open(sys.argv[1], encoding="utf-8") as file:
    for family in text_string_to_metric_families(file.read()):
        print(family.name, family.type, len(family.samples))
