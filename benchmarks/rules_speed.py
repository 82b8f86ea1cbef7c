"""How fast games are played: native core and Python rules side by side (`crownfire bench` in a file).

Run with `make bench`, or `python -m benchmarks.rules_speed [seconds]`.
"""

import sys

from crownfire.cli.bench import bench

if __name__ == "__main__":
    bench(float(sys.argv[1]) if len(sys.argv) > 1 else 1.0, as_json=False)
