#!/usr/bin/env python3
"""Measures whether a request costs more in a large table than in a small one.

    bench/scale.py build/bench [--rounds 3] [--seconds 5]

GetItem and a Query of 10 items use random keys, in a table of a million and in one of ten million items of 100 bytes.
The figure is the server's processor time for each request.
"""

import pathlib
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import measure  # noqa: E402

MILLION = 1_000_000
SIZES = {"1 million": MILLION, "10 million": 10 * MILLION}
COLLECTION = 10
ITEM_BYTES = 100
TIMES_MAX = 1.3  # the target
COMPACTION_SECONDS_MAX = 600


class Scale(measure.Phases):
    """Both servers run throughout; only one is loaded at a time."""

    def __init__(self, options, folder):
        super().__init__(options)
        self.folder = folder
        self.servers = {}

    def start(self):
        for title, items in SIZES.items():
            folder = self.folder / str(items)
            measure.fill_table(self.options.build, folder, measure.TABLE, items, COLLECTION, ITEM_BYTES)
            self.servers[title] = measure.start_stator(self.options.build, folder)
        pids = [server.process.pid for server in self.servers.values()]
        measure.settle(*pids, seconds_max=COMPACTION_SECONDS_MAX)

    def run(self):
        try:
            self.start()
            for number in range(self.options.rounds):
                print(f"round {number + 1} of {self.options.rounds}", file=sys.stderr)
                for operation, answer_bytes_min in (("get", ITEM_BYTES), ("query", ITEM_BYTES * COLLECTION)):
                    for title, server in self.servers.items():
                        self.measure_stator(f"{operation}, {title}", server, operation, keys=SIZES[title],
                                            collection=COLLECTION, answer_bytes_min=answer_bytes_min)
        finally:
            for server in self.servers.values():
                server.stop()

    def print_all(self):
        """Returns True if the target is met."""
        compared = [("GetItem", "get"), (f"Query of {COLLECTION} items", "query")]
        self.print_rates([(f"{title}, {size}", f"{phase}, {size}") for title, phase in compared for size in SIZES])
        print()
        met = True
        for title, phase in compared:
            small, large = (f"{phase}, {size}" for size in SIZES)
            times = self.ratio("cpu_us", large, small)
            met = met and times <= TIMES_MAX
            print(f"{f'{title}: processor time, ten million to one million':64}{times:>6.2f}  aim {TIMES_MAX}  "
                  f"{'met' if times <= TIMES_MAX else 'MISSED'}")
        return met


def measure_all(options):
    """Returns the figures by phase, and whether the target is met."""
    print(f"\nitems of {ITEM_BYTES} bytes in large tables; {measure.CONNECTIONS} connections", flush=True)
    with tempfile.TemporaryDirectory(dir=options.folder, prefix="bench-") as folder:
        scale = Scale(options, pathlib.Path(folder))
        scale.run()
        return scale.figures, scale.print_all()


if __name__ == "__main__":
    sys.exit(0 if measure.measure_alone(__doc__, 3, "2 GB", measure_all)[1] else 1)
