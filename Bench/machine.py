"""What is measured, and on what."""

import datetime
import os
import pathlib
import platform
import subprocess


def machine():
    """The processor, the kernel, the commit and the time, for a report."""
    model = "unknown"
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            model = line.split(":", 1)[1].strip()
            break
    commit = subprocess.run(
        ["git", "rev-parse", "HEAD"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ).stdout.strip()
    return {
        "cpu": model,
        "cpu_count": os.cpu_count(),
        "kernel": platform.release(),
        "commit": commit,
        "started": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
        "load_average_before": os.getloadavg()[0],
    }
