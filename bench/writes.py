#!/usr/bin/env python3
"""Measures writes that do more than one plain put, compared with the plain put.

    bench/writes.py build/bench [--rounds 5] [--seconds 5]

Part of bench/run.
"""

import pathlib
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import measure  # noqa: E402

STREAMED = "Streamed"
TRANSACTION = 4  # kTransactionItems of bench/request.h


class Writes(measure.Phases):
    def run(self, folder):
        stator = measure.start_stator(self.options.build, folder / "stator")
        keys = self.options.keys
        try:
            measure.create_table(stator.port)
            measure.create_table(stator.port, STREAMED, stream=True)
            for number in range(self.options.rounds):
                print(f"round {number + 1} of {self.options.rounds}", file=sys.stderr)
                self.measure_stator("plain put", stator, "put", keys=keys)
                self.measure_stator("transaction", stator, "transact", keys=keys, answer_bytes_max=len("{}"))
                self.measure_stator("streamed put", stator, "put", table=STREAMED, keys=keys)
        finally:
            stator.stop()

    def print_all(self):
        self.print_rates([
            ("PutItem, 1 KB, durable", "plain put"),
            (f"TransactWriteItems of {TRANSACTION} puts", "transaction"),
            ("  items", "transaction", True),
            ("PutItem with a stream of both images", "streamed put"),
        ])
        print(f"\n{'to a plain PutItem':40}{'rate':>10} {'cpu µs':>10}")
        for title, phase, *per_item in [(f"transaction of {TRANSACTION}", "transaction"),
                                        ("  each of its items", "transaction", True),
                                        ("PutItem with a stream", "streamed put")]:
            rate = self.ratio("rate", phase, "plain put", per_item=bool(per_item))
            cpu = self.ratio("cpu_us", phase, "plain put", per_item=bool(per_item))
            print(f"{title:40}{rate:>10.0%} {f'× {cpu:.1f}':>10}")


def measure_all(options):
    """Returns the figures by phase."""
    print(f"\ntransactions and streams; {measure.CONNECTIONS} connections", flush=True)
    writes = Writes(options)
    with tempfile.TemporaryDirectory(dir=options.folder, prefix="bench-") as folder:
        writes.run(pathlib.Path(folder))
        writes.print_all()
    return writes.figures


if __name__ == "__main__":
    measure.measure_alone(__doc__, 5, "1 GB", measure_all)
