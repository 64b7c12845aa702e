#!/usr/bin/env python3
"""Measures the cost of capacity checks: GetItem and PutItem with --capacity off, observe and enforce.

    bench/admission.py build/bench [--rounds 5] [--seconds 5]

All runs use the same table. It has more capacity than any machine here can use, so nothing is throttled: the difference
is the cost of admission and charging. Part of bench/run.
"""

import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import measure  # noqa: E402

MODES = ["off", "observe", "enforce"]
OPERATIONS = {"get": "GetItem", "put": "PutItem"}
# Enough for 200 partitions; the quota lets all of it through.
WARM = {"ReadUnitsPerSecond": 600_000, "WriteUnitsPerSecond": 200_000}
QUOTA = 1_000_000


class Admission(measure.Phases):
    """All servers run throughout; only one is loaded at a time."""

    def __init__(self, options, folder):
        super().__init__(options)
        self.folder = folder
        self.servers = {}

    def start(self):
        for mode in MODES:
            server = measure.start_stator(self.options.build, self.folder / mode, "--capacity", mode,
                                          "--table-units-max", QUOTA)
            self.servers[mode] = server
            measure.create_table(server.port, warm=WARM)
            self.load.run(server.port, "put", requests=self.options.keys, keys=self.options.keys)

    def run(self):
        try:
            self.start()
            for number in range(self.options.rounds):
                print(f"round {number + 1} of {self.options.rounds}", file=sys.stderr)
                for operation in OPERATIONS:
                    for mode, server in self.servers.items():
                        self.measure_stator(f"{operation}, {mode}", server, operation, keys=self.options.keys)
        finally:
            for server in self.servers.values():
                server.stop()

    def print_all(self):
        self.print_rates([(f"{title}, --capacity {mode}", f"{operation}, {mode}")
                          for operation, title in OPERATIONS.items() for mode in MODES])
        print(f"\n{'to --capacity off':40}{'rate':>10} {'cpu µs':>10}")
        for operation, title in OPERATIONS.items():
            for mode in MODES[1:]:
                rate, cpu = (self.ratio(name, f"{operation}, {mode}", f"{operation}, off")
                             for name in ("rate", "cpu_us"))
                print(f"{f'{title}, {mode}':40}{rate:>10.0%} {f'× {cpu:.2f}':>10}")


def measure_all(options):
    return measure.measure_phases(options, "what capacity costs where there is enough of it", Admission)


if __name__ == "__main__":
    measure.measure_alone(__doc__, 5, "1 GB", measure_all)
