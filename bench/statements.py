#!/usr/bin/env python3
"""Measures PartiQL statements, with parameters and with literals, compared with the classic requests that do the same.

    bench/statements.py build/bench [--rounds 5] [--seconds 5]

Part of bench/run.
"""

import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import measure  # noqa: E402
from pages import HUNDRED  # noqa: E402

NEW = "New"
LITERALS_AIM = 0.80
# The classic phase, its title, the statement's title, the operations of bench/load.cc, and the aim with parameters.
PAIRS = [
    ("get", "GetItem", "SELECT by key", "get", "select", 0.90),
    ("query", "Query of 100 items of 1 KB", "SELECT of 100 items", "query", "select", 0.95),
    ("put", "PutItem of a new item", "INSERT", "put-new", "insert", 0.95),
    ("transact", "TransactWriteItems of 4 new items", "ExecuteTransaction of 4 INSERT", "transact-new", "transact-insert", 0.95),
]


class Statements(measure.Phases):
    def __init__(self, options, folder):
        super().__init__(options)
        self.folder = folder

    def run(self):
        measure.fill_table(self.options.build, self.folder / "stator", *HUNDRED)
        stator = measure.start_stator(self.options.build, self.folder / "stator")
        try:
            measure.create_table(stator.port)
            self.load.run(stator.port, "put", requests=self.options.keys, keys=self.options.keys)
            for number in range(self.options.rounds):
                print(f"round {number + 1} of {self.options.rounds}", file=sys.stderr)
                table = f"{NEW}{number}"
                measure.create_table(stator.port, table)
                for name, _, _, classic, statement, _ in PAIRS:
                    self.compare(stator, name, classic, statement, self.arguments(name, table))
                measure.delete_table(stator.port, table)
        finally:
            stator.stop()

    def arguments(self, name, table):
        if name == "get":
            return {"keys": self.options.keys, "answer_bytes_min": 1000}
        if name == "query":
            return {"table": HUNDRED.name, "answer_bytes_min": HUNDRED.collection * HUNDRED.item_bytes, **HUNDRED.kind()}
        return {"table": table, "answer_bytes_max": 100}

    def compare(self, stator, name, classic, statement, arguments):
        self.measure_stator(name, stator, classic, **arguments)
        self.measure_stator(f"{name} ?", stator, statement, **arguments)
        self.measure_stator(f"{name} literals", stator, statement, literals=True, **arguments)

    def print_all(self):
        rows = []
        for name, title, statement, *_ in PAIRS:
            rows += [(title, name), (f"  {statement}, parameters", f"{name} ?"), (f"  {statement}, literals", f"{name} literals")]
        self.print_rates(rows)
        print(f"\n{'to the classic request':40}{'rate':>10} {'aim':>10} {'cpu µs':>10}")
        for name, _, statement, _, _, aim in PAIRS:
            for form, wanted in (("?", aim), ("literals", LITERALS_AIM)):
                rate, cpu = (self.ratio(figure, f"{name} {form}", name) for figure in ("rate", "cpu_us"))
                verdict = "" if rate >= wanted else "  MISSED"
                print(f"{f'{statement}, {form}':40}{rate:>10.0%} {wanted:>10.0%} {f'× {cpu:.2f}':>10}{verdict}")


def measure_all(options):
    return measure.measure_phases(options, "statements", Statements)


if __name__ == "__main__":
    measure.measure_alone(__doc__, 5, "1 GB", measure_all)
